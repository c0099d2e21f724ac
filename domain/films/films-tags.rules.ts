/** Cache tag of pages that show films. */
export const FILMS_TAG = 'videos';
