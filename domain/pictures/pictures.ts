import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob } from '#db/outbox.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { demandRevision, differencesOf, revisionOf } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import type { RemovableFiles } from '#shared/outside/file-storage.ts';
import type { PictureDecoder } from '#shared/outside/picture-decoder.ts';
import { imageTypeOf, jpegSize, type ImageRefusal } from './image-bytes.rules.ts';
import { MAX_UPLOAD_BYTES } from './pictures.rules.ts';
import type { PictureFields } from './pictures.schema.ts';
import {
  deletePicture,
  findPicture,
  findPictureOf,
  findPictures,
  findUses,
  findWorded,
  insertPicture,
  isFileUsed,
  lockFiles,
  lockPicture,
  updatePicture,
  type PictureFilter,
  type StoredPicture,
} from './pictures.store.ts';

export interface PictureServices {
  db: Db;
  /** The library's own: a file is removed with its picture. */
  files: RemovableFiles;
  decoder: PictureDecoder;
}

interface Call {
  hand: Hand;
  now: Date;
}

/** Cache tag of what is served of the library. */
const PICTURES_TAG = 'pictures';
/** Queued with the name of the file of a deleted picture. */
export const PICTURE_FILE_REMOVAL = 'picture-file-removal';
const SOON_DAYS = 30;
/** A text in the words of more pictures than this is found soon by reading them in the order of the list. */
const MAX_WORDED = 300;

const unfit = (reason: ImageRefusal) => new DomainError('invalidParam', { reason });

/** Rights last until the end of the day in Hong Kong. */
const areRightsOver = ({ rightsUntil }: Pick<PictureFields, 'rightsUntil'>, now: Date): boolean =>
  rightsUntil !== null && rightsUntil < dayHkOf(now);

/**
 * Adds a picture by its bytes; the same bytes twice are one picture. A JPEG, PNG or WebP of one frame is re-encoded
 * without location and camera; `invalidParam` has the reason for any other.
 */
export async function uploadPicture(
  { db, files, decoder }: PictureServices,
  { hand, now }: Call,
  bytes: Uint8Array,
): Promise<{ id: number; isNew: boolean }> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw unfit('too-large');
  const found = imageTypeOf(bytes);
  if ('refusal' in found) throw unfit(found.refusal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await findPictureOf(db, sha256);
  if (known !== null) return { id: known, isNew: false };
  const remade = await decoder.remake(bytes);
  const size = remade && jpegSize(remade);
  if (remade === null || size === null) throw unfit('unreadable');
  return db.transaction(async (tx) => {
    await lockFiles(tx);
    const fileSha256 = await files.put(remade);
    const id = await insertPicture(tx, { sha256, fileSha256, ...size, now });
    if (id === null) return { id: (await findPictureOf(tx, sha256))!, isNew: false };
    const after = { sha256, type: found.type, bytes: bytes.length, ...size };
    await recordAudit(tx, hand, { action: 'pictures.upload', subject: ['picture', id], after }, now);
    return { id, isNew: true };
  });
}

/** Pictures, newest first; `next` is the id before which the next page begins. */
export async function listPictures(
  { db, now }: { db: Db; now: Date },
  filter: PictureFilter,
  { before, limit }: { before: number | null; limit: number },
) {
  const soon = addDaysHk(dayHkOf(now), SOON_DAYS);
  const worded = filter.text === undefined ? null : await findWorded(db, filter.text, MAX_WORDED);
  const rows = await findPictures(db, { ...filter, worded }, { before, limit: limit + 1, soon });
  const items = rows.slice(0, limit).map((row) => ({ ...row, isOver: areRightsOver(row.fields, now) }));
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}

/** A picture with its revision and uses; `dataNotFound` if there is none. */
export async function getPicture({ db, now }: { db: Db; now: Date }, id: number) {
  const picture = await findPicture(db, id);
  if (picture === null) throw new DomainError('dataNotFound');
  return {
    ...picture,
    isOver: areRightsOver(picture.fields, now),
    revision: revisionOf(picture.fields),
    changedBy: (await lastChangeOf(db, ['picture', id])).name,
    uses: await findUses(db, id),
  };
}

async function lock(tx: Tx, id: number): Promise<StoredPicture> {
  const picture = await lockPicture(tx, id);
  if (picture === null) throw new DomainError('dataNotFound');
  return picture;
}

/**
 * Saves all fields of a picture; what is served changes at once. `base` is the revision that the editor began with;
 * `conflict` with the present fields at any other.
 */
export async function savePicture(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields: after }: { id: number; base: string; fields: PictureFields },
): Promise<{ before: PictureFields; after: PictureFields; revision: string }> {
  const { fields: before } = await lock(tx, id);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['picture', id])).name });
  await updatePicture(tx, id, after, now);
  const saved = await lock(tx, id);
  await purgePages(tx, [PICTURES_TAG]);
  const changes = differencesOf(before, saved.fields);
  await recordAudit(tx, hand, { action: 'pictures.save', subject: ['picture', id], ...changes }, now);
  return { before, after: saved.fields, revision: revisionOf(saved.fields) };
}

/** Deletes a picture that nothing uses, with its file; `conflict` if something does. */
export async function removePicture(tx: Tx, { hand, now }: Call, id: number): Promise<void> {
  const { fields, fileSha256 } = await lock(tx, id);
  if ((await findUses(tx, id)).length > 0) throw refused('picture-in-use');
  await deletePicture(tx, id);
  await purgePages(tx, [PICTURES_TAG]);
  await queueJob(tx, PICTURE_FILE_REMOVAL, { fileSha256 });
  await recordAudit(tx, hand, { action: 'pictures.delete', subject: ['picture', id], before: { ...fields } }, now);
}

/** Runs as a job: removes the file of a deleted picture, unless another picture has the same. */
export async function removePictureFile(
  { db, files }: Pick<PictureServices, 'db' | 'files'>,
  fileSha256: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFiles(tx);
    if (!(await isFileUsed(tx, fileSha256))) await files.remove(fileSha256);
  });
}

/** A picture as it is served; null if there is none. `isOver`: its rights have ended, and pages show a drawing instead. */
export async function findServedPicture({ db, now }: { db: Db; now: Date }, id: number) {
  const picture = await cachedQuery(db, { key: `picture ${id}`, tags: [PICTURES_TAG] }, () => findPicture(db, id));
  return picture && { ...picture, isOver: areRightsOver(picture.fields, now) };
}
