/** Replays that a browser may store at a time. */
export const MAX_DOWNLOADS = 10;
/** They are playable for seven days. */
export const DOWNLOAD_DAYS = 7;
export const DOWNLOAD_MS = DOWNLOAD_DAYS * 86_400_000;

/** HD and SD of replays, by wire number. */
export const DOWNLOAD_QUALITIES = { hd: 'a128', sd: 'a64' } as const;
export type DownloadQuality = keyof typeof DOWNLOAD_QUALITIES;
const BYTES_PER_SECOND = { a128: 17_000, a64: 8_700 } as const;

/** Expected size; the container takes a little beside the sound. */
export const bytesOf = (rendition: keyof typeof BYTES_PER_SECOND, lengthMs: number): number =>
  Math.round((lengthMs / 1000) * BYTES_PER_SECOND[rendition]);

/** Why a download may not be played: for good, or until the archive is open again. */
export const DOWNLOAD_STATES = ['playable', 'suspended', 'ended'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];
export const DOWNLOAD_ENDS = ['expired', 'plan', 'withdrawn', 'changed'] as const;
export type DownloadEnd = (typeof DOWNLOAD_ENDS)[number];
