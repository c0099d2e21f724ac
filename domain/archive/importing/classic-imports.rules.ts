import type { UploadKind } from '#domain/uploads/uploads.rules.ts';

/** Uploads of sound that was never live. */
export const CLASSIC_UPLOADS: UploadKind = {
  purpose: 'classic',
  path: '/api/staff/classic-uploads',
  permission: 'archive.take-down',
  /** Per file: the longest classic at the highest accepted bit rate. */
  maxBytes: 420e6,
  takenBy: null,
};

/** Per classic: a file of this length takes three quarters of a gigabyte in the worker's process. */
export const MAX_CLASSIC_MS = 6 * 3_600_000;
export const MAX_CLASSIC_TITLE_CHARS = 200;
/** Broadcasts began in 1959. */
export const EARLIEST_CLASSIC_TS = Date.UTC(1959, 0, 1) / 1_000;
