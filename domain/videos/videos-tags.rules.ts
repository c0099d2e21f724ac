/** Cache tag of pages that show films. */
export const VIDEOS_TAG = 'videos';
