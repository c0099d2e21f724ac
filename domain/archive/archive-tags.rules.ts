/** Cache tag of all pages and lists with replays. */
export const ARCHIVE_TAG = 'archive';

/** Cache tag of a single broadcast. */
export const archiveTag = (archiveId: number): string => `archive:${archiveId}`;
