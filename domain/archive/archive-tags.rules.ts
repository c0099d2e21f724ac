/** The tag of every page and remembered list that tells of replays. */
export const ARCHIVE_TAG = 'archive';

/** The tag of what is about one broadcast alone. */
export const archiveTag = (archiveId: number): string => `archive:${archiveId}`;
