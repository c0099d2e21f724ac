import type { Permission } from '#shared/staff/permissions.ts';

/** Sent in one request, so that a connection of 2 Mbit/s ends each within the limit of the desk for a request. */
export const UPLOAD_PIECE_BYTES = 4 * 1024 * 1024;
/** Files of one account and purpose that are not complete. */
export const MAX_OPEN_UPLOADS = 5;
/** Without a byte for this long, an upload is deleted. */
export const UPLOAD_DAYS = 7;
export const MAX_UPLOAD_NAME_CHARS = 200;

export type UploadPurpose = 'film' | 'classic';

/** What files are uploaded for, and what is allowed of them. */
export interface UploadKind {
  purpose: UploadPurpose;
  /** Of its calls. */
  path: string;
  permission: Permission;
  maxBytes: number;
  /** Task that is queued with the last byte; null: the file waits for a person. */
  takenBy: string | null;
}
