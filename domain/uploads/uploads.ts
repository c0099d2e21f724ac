import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Db } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { MAX_OPEN_UPLOADS, UPLOAD_DAYS, type UploadKind, type UploadPurpose } from './uploads.rules.ts';
import * as store from './uploads.store.ts';
import type { Upload } from './uploads.store.ts';

// Files that are sent in pieces (tus 1.0.0), resumed after a reload, a new session or a killed server: bytes count once they
// are durable and in the row.

export { deleteUpload, findUpload, lockUploads, refuseUpload, updateUpload, type Upload } from './uploads.store.ts';

const LISTED = 20;
const DAY_MS = 86_400_000;
/** Left free on the disk beside every upload. */
const SPARE_BYTES = 500_000_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Files of one purpose, by the id of their upload. */
export interface UploadFiles {
  /** Path of a complete file of this size on this machine. */
  open(id: string, bytes: number): Promise<string>;
  /**
   * Writes bytes from an offset, to another at most, and makes them durable; creates the file if needed. Returns the offset
   * reached, also if the stream fails or is aborted.
   */
  write(id: string, range: { from: number; to: number }, bytes: Readable, signal: AbortSignal): Promise<number>;
  remove(id: string): Promise<void>;
}

export interface UploadServices {
  db: Db;
  files: UploadFiles;
  /** On the disk; null if unknown. */
  freeBytes: () => Promise<number | null>;
}

interface Owner {
  accountId: number;
  name: string;
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** Begins an upload and returns its id. Throws `tooLarge`, `conflict` (too many at once) and `diskFull`. */
export async function beginUpload(
  { db, freeBytes }: UploadServices,
  { purpose, maxBytes }: UploadKind,
  { accountId, name: who }: Owner,
  file: { bytes: number; fileName: string; fileModifiedAt: Date; name: string },
  now: Date,
): Promise<string> {
  if (file.bytes > maxBytes) throw new DomainError('tooLarge', `a file may have ${gigabytes(maxBytes)} GB at most`);
  const free = await freeBytes();
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await store.lockUploadsOf(tx, accountId);
    if ((await store.countOpen(tx, { accountId, purpose })) >= MAX_OPEN_UPLOADS)
      throw refused('too-many-uploads', { max: MAX_OPEN_UPLOADS });
    const wanted = (await store.sumMissing(tx)) + file.bytes + SPARE_BYTES;
    if (free !== null && free < wanted)
      throw new DomainError(
        'diskFull',
        `the upload needs ${gigabytes(wanted)} GB of disk space, but only ${gigabytes(free)} GB is free`,
      );
    await store.insertUpload(tx, { id, purpose, accountId, who, ...file, createdAt: now, activeAt: now });
  });
  return id;
}

/** An upload of the caller. Throws `dataNotFound`, for another's and one of another purpose too. */
export async function getUpload(
  db: Db,
  { purpose }: Pick<UploadKind, 'purpose'>,
  { accountId }: Pick<Owner, 'accountId'>,
  id: string,
): Promise<Upload> {
  const upload = UUID.test(id) ? await store.findUpload(db, id) : undefined;
  if (upload?.accountId !== accountId || upload.purpose !== purpose)
    throw new DomainError('dataNotFound', 'this upload does not exist');
  return upload;
}

/** Uploads of an account for a purpose, newest first, and for a day those that became a film. */
export const listUploads = (
  { db, now }: { db: Db; now: Date },
  { purpose }: Pick<UploadKind, 'purpose'>,
  { accountId }: Pick<Owner, 'accountId'>,
): Promise<Upload[]> =>
  store.selectUploadsOf(db, { accountId, purpose, since: new Date(now.getTime() - DAY_MS) }, LISTED);

/**
 * Writes what a request sends, from `offset` on, and returns the new offset. It may be less than what was sent if the
 * connection was cut, and never goes past the end of the file. With the last byte the upload is handed to a worker, if its kind
 * has one. Throws `dataNotFound`, and `conflict` if the offset is not that of the upload.
 */
export async function receiveBytes(
  { db, files }: UploadServices,
  kind: UploadKind,
  owner: Owner,
  { id, offset, bytes, signal }: { id: string; offset: number; bytes: Readable; signal: AbortSignal },
  now: Date,
): Promise<number> {
  // A connection may be cut before the first byte is read, when nothing else listens.
  bytes.on('error', () => {});
  const upload = await getUpload(db, kind, owner, id);
  if (upload.state !== 'receiving' || upload.receivedBytes !== offset)
    throw refused('upload-moved', { bytes: upload.receivedBytes });
  const to = await files.write(id, { from: offset, to: upload.bytes }, bytes, signal);
  if (to > offset)
    await db.transaction(async (tx) => {
      const state = await store.addReceived(tx, { id, from: offset, to, now });
      if (state === undefined) throw refused('upload-written');
      if (state === 'received' && kind.takenBy !== null) await queueJob(tx, kind.takenBy, { uploadId: id });
    });
  return to;
}

/** Ends an upload and deletes its bytes. Throws `dataNotFound`, and `conflict` while a worker or an import has it. */
export async function endUpload(
  { db, files }: UploadServices,
  kind: UploadKind,
  owner: Owner,
  id: string,
): Promise<void> {
  await getUpload(db, kind, owner, id);
  await db.transaction(async (tx) => {
    const [upload] = await store.lockUploads(tx, [id]);
    if (upload?.state === 'held' || (upload?.state === 'received' && kind.takenBy !== null))
      throw refused('upload-held');
    await files.remove(id);
    await store.deleteUpload(tx, id);
  });
}

/** Deletes uploads of a purpose without new bytes for a week, and the rows of those that ended then. */
export async function forgetUploads(
  { db, files }: UploadServices,
  { purpose }: { purpose: UploadPurpose },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - UPLOAD_DAYS * DAY_MS);
  for (const { id } of await store.selectOldUploads(db, { purpose, before }, LISTED)) {
    await files.remove(id);
    await store.deleteUpload(db, id);
  }
}
