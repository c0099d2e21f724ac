import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Db } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addFilm } from './film-making.ts';
import { gigabytes, SPARE_BYTES } from './film-recipes.rules.ts';
import type { FilmServices } from './film-tools.types.ts';
import { FILM_UPLOAD_DAYS, MAX_FILM_UPLOAD_BYTES, MAX_OPEN_UPLOADS } from './film-uploads.rules.ts';
import * as store from './film-uploads.store.ts';
import type { FilmUpload } from './film-uploads.store.ts';

// Files that are sent in pieces (tus 1.0.0) and go on after a reload, a new session or a killed server: bytes count once they
// are durable and in the row.

export type { FilmUpload } from './film-uploads.store.ts';

/** Task that adds the film of a complete upload. */
export const TAKE_FILM_UPLOAD = 'take-film-upload';
const LISTED = 20;
const DAY_MS = 86_400_000;
/** Of the file, and not of the machine. */
const REFUSALS: ReadonlySet<string> = new Set(['unsupportedMediaType', 'conflict']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type UploadServices = Pick<FilmServices, 'db' | 'work'>;

interface Owner {
  accountId: number;
  name: string;
}

/** Begins an upload and returns its id. Throws `tooLarge`, `conflict` (too many at once) and `diskFull`. */
export async function beginUpload(
  { db, work }: UploadServices,
  { accountId, name: who }: Owner,
  file: { bytes: number; fileName: string; fileModifiedAt: Date; name: string },
  now: Date,
): Promise<string> {
  if (file.bytes > MAX_FILM_UPLOAD_BYTES)
    throw new DomainError('tooLarge', `a file may have ${gigabytes(MAX_FILM_UPLOAD_BYTES)} GB at most`);
  const free = await work.freeBytes();
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await store.lockUploadsOf(tx, accountId);
    if ((await store.sumOfOpen(tx, accountId)).count >= MAX_OPEN_UPLOADS)
      throw new DomainError('conflict', `no more than ${MAX_OPEN_UPLOADS} uploads at once`);
    const wanted = (await store.sumOfOpen(tx)).missingBytes + file.bytes + SPARE_BYTES;
    if (free !== null && free < wanted)
      throw new DomainError(
        'diskFull',
        `the upload needs ${gigabytes(wanted)} GB of disk space, but only ${gigabytes(free)} GB is free`,
      );
    await store.insertUpload(tx, { id, accountId, who, ...file, createdAt: now, activeAt: now });
  });
  return id;
}

/** An upload of the caller. Throws `dataNotFound`, for another's too. */
export async function getUpload(db: Db, { accountId }: Pick<Owner, 'accountId'>, id: string): Promise<FilmUpload> {
  const upload = UUID.test(id) ? await store.findUpload(db, id) : undefined;
  if (upload?.accountId !== accountId) throw new DomainError('dataNotFound', 'this upload does not exist');
  return upload;
}

/** Uploads of an account, newest first, and for a day those that became a film. */
export const listUploads = (
  { db, now }: { db: Db; now: Date },
  { accountId }: Pick<Owner, 'accountId'>,
): Promise<FilmUpload[]> => store.selectUploadsOf(db, { accountId, since: new Date(now.getTime() - DAY_MS) }, LISTED);

/**
 * Writes what a request sends, from `offset` on, and returns the new offset. It may be less than what was sent if the
 * connection was cut, and never goes past the end of the file. With the last byte the upload is handed to a worker. Throws
 * `dataNotFound`, and `conflict` if the offset is not that of the upload.
 */
export async function receiveBytes(
  { db, work }: UploadServices,
  owner: Owner,
  { id, offset, bytes, signal }: { id: string; offset: number; bytes: Readable; signal: AbortSignal },
  now: Date,
): Promise<number> {
  // A connection may be cut before the first byte is read, when nothing else listens.
  bytes.on('error', () => {});
  const upload = await getUpload(db, owner, id);
  if (upload.state !== 'receiving' || upload.receivedBytes !== offset)
    throw new DomainError('conflict', `the upload is at ${upload.receivedBytes}`);
  const to = await work.uploads.write(id, { from: offset, to: upload.bytes }, bytes, signal);
  if (to > offset)
    await db.transaction(async (tx) => {
      const state = await store.addReceived(tx, { id, from: offset, to, now });
      if (state === undefined) throw new DomainError('conflict', 'another request wrote these bytes');
      if (state === 'received') await queueJob(tx, TAKE_FILM_UPLOAD, { uploadId: id });
    });
  return to;
}

/** Ends an upload and deletes its bytes. Throws `dataNotFound`, and `conflict` while a worker has it. */
export async function endUpload({ db, work }: UploadServices, owner: Owner, id: string): Promise<void> {
  const upload = await getUpload(db, owner, id);
  if (upload.state === 'received') throw new DomainError('conflict', 'the file is being added as a film');
  await work.uploads.remove(id);
  await store.deleteUpload(db, id);
}

/**
 * Adds the film of a complete upload, or refuses the file with the reason. Idempotent: a killed worker's upload is taken
 * again. Throws if the machine is at fault, such as a full disk, so that it is tried again.
 */
export async function takeUpload(
  services: FilmServices,
  { uploadId, now }: { uploadId: string; now: Date },
): Promise<void> {
  const { db, work } = services;
  const upload = await store.findUpload(db, uploadId);
  if (upload?.state === 'received') {
    const { accountId, who, fileName, name } = upload;
    const hand: Hand = { who, why: 'films.add', accountId };
    try {
      const added = { file: work.uploads.path(uploadId), fileName, name: name || null, uploadId };
      await addFilm(services, hand, added, { now });
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSALS.has(error.errorName)) throw error;
      await store.refuseUpload(db, uploadId, { reason: String(error.detail), now });
    }
  }
  if (upload) await work.uploads.remove(uploadId);
}

/** Deletes uploads of which nothing was heard for a week, and the rows of those that ended then. */
export async function forgetUploads({ db, work }: UploadServices, now: Date): Promise<void> {
  for (const { id } of await store.selectOldUploads(db, new Date(now.getTime() - FILM_UPLOAD_DAYS * DAY_MS), LISTED)) {
    await work.uploads.remove(id);
    await store.deleteUpload(db, id);
  }
}
