import pLimit from 'p-limit';
import { segmentsBetween, TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { findInit } from '#domain/media/media.ts';
import { DomainError } from '#shared/domain-error.ts';
import { filmState } from './film-making.ts';
import { ToolError, type FilmMakingServices } from './film-tools.types.ts';
import * as store from './film-making.store.ts';

/** Decoding takes a core for a moment. */
const oneByOne = pLimit(1);
const MAX_WAITING = 8;

/**
 * A frame of a made film as JPEG, in its largest picture size. Throws `dataNotFound` if there is no such film or moment,
 * `tooManyRequests` if many are asked for, and `unavailable` without ffmpeg.
 */
export async function frameOfFilm(
  { db, storage, tools }: Pick<FilmMakingServices, 'db' | 'storage' | 'tools'>,
  { jobId, atMs, now }: { jobId: number; atMs: number; now: Date },
): Promise<Buffer> {
  const { streamId } = await filmState({ db, now }, jobId);
  const picture = (await store.findJob(db, jobId))?.renditions?.find(({ resolution }) => resolution !== null);
  if (streamId === null || !picture) throw new DomainError('dataNotFound', `film ${jobId} has not been encoded yet`);
  const at = TAPE_STARTS_AT + atMs;
  const [segment] = await segmentsBetween(db, streamId, picture.name, new Date(at), new Date(at + 1));
  if (!segment) throw new DomainError('dataNotFound', `film ${jobId} has no such moment`);
  const init = await findInit(db, segment.initId);
  const [head, body] = await Promise.all([
    init && storage.get(init.storageKey),
    storage.get(segment.storageKey, segment.range),
  ]);
  if (!head || !body) throw new DomainError('unavailable', 'the bytes of the film are missing');
  if (oneByOne.pendingCount >= MAX_WAITING) throw new DomainError('tooManyRequests');
  const offsetMs = Math.max(0, at - segment.startsAt);
  return oneByOne(() => tools.frame(Buffer.concat([head, body]), offsetMs)).catch((error: unknown) => {
    throw error instanceof ToolError ? new DomainError('unavailable', error.message) : error;
  });
}
