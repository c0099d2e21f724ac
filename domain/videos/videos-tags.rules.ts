/** The tag of every page that shows films. */
export const VIDEOS_TAG = 'videos';
