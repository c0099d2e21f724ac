import type { Db, ReadDb, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { releaseSound, TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { measuredRates } from '#domain/media/streams.ts';
import { updateUpload } from '#domain/uploads/uploads.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { FilmPicture } from '#shared/media/film.ts';
import * as store from './film-making.store.ts';
import type { FilmFilter, FilmJob } from './film-making.store.ts';
import type { FilmDetails, FilmProfile, FilmState, MadeFilm } from './film-making.types.ts';
import { doneOf, gigabytes, planOf, roomFor, rungsOf, SPARE_BYTES, type Rung } from './film-recipes.rules.ts';
import { readSource, toldOf } from './film-source.rules.ts';
import { ToolError, type FilmMakingServices } from './film-tools.types.ts';
import { keptFor, queueFilms } from './making.ts';

export { importMade } from './import-made.ts';
export { setCaptions, setChapters } from './film-words.ts';
export type { FilmFilter } from './film-making.store.ts';
export { isPictureOfFilm } from './film-making.store.ts';
export type { FilmDetails, FilmState, MadeFilm } from './film-making.types.ts';

const PROFILES: Record<FilmPicture['name'], FilmProfile | null> = { v21: 21, v24: 24, v25: 25, audio: null };
/** Task that deletes the files of a removed film. */
export const DELETE_FILM_FILES = 'delete-film-files';

interface AddedFilm {
  jobId: number;
  /** A description of the file and its processing, one line each. */
  told: string[];
  rungs: Rung[];
}

/** The properties of a file; throws if it cannot be read at all. */
async function sourceOf({ tools }: FilmMakingServices, file: string) {
  try {
    return readSource(await tools.probe(file));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.end === 'unreadable') throw new DomainError('unsupportedMediaType', error.message);
    throw new DomainError('unavailable', error.message);
  }
}

/**
 * Adds a file to be made into a film by the worker: one of this machine, which is copied, or that of an upload. An unsuitable
 * file is refused with the reason, and nothing of it is kept.
 */
export async function addFilm(
  services: FilmMakingServices,
  hand: Hand,
  added: { file: string; fileName: string; name: string | null; uploadId?: string },
  { now }: { now: Date },
): Promise<AddedFilm> {
  const { db, work } = services;
  const { file, fileName, name, uploadId } = added;
  const source = await sourceOf(services, file);
  const free = await work.freeBytes();
  const wanted = roomFor(source) + SPARE_BYTES;
  if (free !== null && free < wanted)
    throw new DomainError(
      'diskFull',
      `encoding needs ${gigabytes(wanted)} GB of disk space, but only ${gigabytes(free)} GB is free`,
    );
  const taken = uploadId === undefined ? work.takeSource(file) : work.takeUpload(uploadId);
  const { sha256: sourceSha256, bytes: sourceBytes } = await taken;
  const known = await store.findJobOfFile(db, sourceSha256);
  if (known) {
    // A film in progress still needs the copy.
    if (known.state === 'made') await work.remove(sourceSha256);
    throw new DomainError(
      'conflict',
      `the same file was already added as film ${known.id}, "${known.name}" (${known.state})`,
    );
  }
  const title = name ?? fileName.replace(/\.[^.]*$/, '');
  const jobId = await db.transaction(async (tx) => {
    const job = { name: title, sourceName: fileName, sourceSha256, sourceBytes, source, createdAt: now };
    const id = await store.insertJob(tx, job);
    await recordAudit(tx, hand, { action: 'films.add', subject: ['film', id], after: { name: title, fileName } }, now);
    if (uploadId !== undefined) await updateUpload(tx, uploadId, { state: 'added', filmId: id, activeAt: now });
    return id;
  });
  await queueFilms(services, now);
  return { jobId, told: toldOf(source), rungs: rungsOf(source) };
}

function present(job: FilmJob, made: ReadonlySet<string>, now: Date): FilmState {
  const { state, source, step, stepDone } = job;
  return {
    jobId: job.id,
    name: job.name,
    state,
    reason: job.reason,
    sourceName: job.sourceName,
    sourceDurationMs: source.durationMs,
    step,
    stepDone,
    done: state === 'made' ? 1 : doneOf(planOf(source, job.loudness), made, step, stepDone),
    isHeld: job.heldUntil !== null && job.heldUntil > now,
    streamId: job.streamId,
    createdAt: job.createdAt,
    madeAt: job.madeAt,
  };
}

async function getJob(db: Db, jobId: number): Promise<FilmJob> {
  const job = isPossibleId(jobId) ? await store.findJob(db, jobId) : undefined;
  if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
  return job;
}

/** The progress of a film. Throws `dataNotFound`. */
export async function filmState({ db, now }: { db: Db; now: Date }, jobId: number): Promise<FilmState> {
  const job = await getJob(db, jobId);
  return present(job, (await store.selectMadeSteps(db, [jobId])).get(jobId) ?? new Set(), now);
}

/** Films in progress and finished, newest first. */
export async function listFilms(
  { db, now }: { db: Db; now: Date },
  filter: FilmFilter = {},
  { limit }: { limit?: number } = {},
): Promise<FilmState[]> {
  const jobs = await store.selectJobs(db, filter, limit);
  const made = await store.selectMadeSteps(
    db,
    jobs.map(({ id }) => id),
  );
  return jobs.map((job) => present(job, made.get(job.id) ?? new Set(), now));
}

/** The steps of a film in order, with which are done, its captions and chapters. Throws `dataNotFound`. */
export async function filmDetails({ db }: { db: Db }, jobId: number): Promise<FilmDetails> {
  const job = await getJob(db, jobId);
  const made = (await store.selectMadeSteps(db, [jobId])).get(jobId) ?? new Set();
  return {
    steps: planOf(job.source, job.loudness).map(({ name }) => ({
      name,
      isDone: job.state === 'made' || made.has(name),
    })),
    captions: (await store.selectCaptions(db, jobId)).map(({ lang, label, cues }) => ({ lang, label, cues })),
    chapters: await store.selectChapters(db, jobId),
  };
}

/** Resumes a refused or failed film where it stopped, once the cause is fixed. */
export async function retryFilm(tx: Tx, { now }: { now: Date }, hand: Hand, jobId: number): Promise<void> {
  const job = await store.getLockedJob(tx, jobId);
  if (job.state !== 'refused' && job.state !== 'failed')
    throw refused('film-state', { film_id: jobId, state: job.state });
  await store.updateJob(tx, jobId, { state: 'making', reason: null, faults: 0, heldBy: null, heldUntil: null });
  const values = { before: { state: job.state, reason: job.reason }, after: { state: 'making' } };
  await recordAudit(tx, hand, { action: 'films.retry', subject: ['film', jobId], ...values }, now);
  await queueFilms({ db: tx }, now);
}

/**
 * Locks a made film until the transaction ends, so that it is not removed while it is attached to a page. Throws
 * `dataNotFound`.
 */
export async function holdFilm(tx: Tx, streamId: number): Promise<{ durationMs: number }> {
  const job = await store.lockJobOfStream(tx, streamId);
  if (job === undefined || job.durationMs === null)
    throw new DomainError('dataNotFound', `stream ${streamId} has no encoded film`);
  return { durationMs: job.durationMs };
}

/**
 * Removes a film, in progress or finished; a job deletes its files. Refused if it is shown somewhere, which `shownBy`
 * describes, because this module does not know pages.
 */
export async function removeFilm(
  tx: Tx,
  { shownBy, now }: { shownBy: (tx: Tx, streamId: number) => Promise<string | null>; now: Date },
  hand: Hand,
  jobId: number,
): Promise<void> {
  const job = await store.getLockedJob(tx, jobId);
  const shown = job.streamId === null ? null : await shownBy(tx, job.streamId);
  if (shown !== null) throw refused('film-shown', { page: shown });
  await store.deleteJob(tx, jobId);
  const before = { name: job.name, state: job.state, streamId: job.streamId };
  await recordAudit(tx, hand, { action: 'films.remove', subject: ['film', jobId], before }, now);
  if (job.streamId !== null) await releaseSound(tx, { streamId: job.streamId, why: keptFor(jobId) });
  await queueJob(tx, DELETE_FILM_FILES, { sourceSha256: job.sourceSha256 });
}

/** Deletes the working files of a removed film. Idempotent; does nothing if the file was added again. */
export async function deleteFilmFiles({ db, work }: Pick<FilmMakingServices, 'db' | 'work'>, sourceSha256: string) {
  if ((await store.findJobOfFile(db, sourceSha256)) === undefined) await work.remove(sourceSha256);
}

/** The film of a stream; null if there is none. */
export const findFilmOfStream = async (db: Db, streamId: number): Promise<number | null> =>
  (await store.findJobOfStream(db, streamId))?.id ?? null;

/** The stream made from a file, by its hash; null if there is none yet. */
export async function streamOfFile(
  db: Db,
  sourceSha256: string,
): Promise<{ streamId: number; durationMs: number } | null> {
  const job = await store.findJobOfFile(db, sourceSha256);
  return job === undefined || job.streamId === null || job.durationMs === null
    ? null
    : { streamId: job.streamId, durationMs: job.durationMs };
}

/** A finished film; null if there is none. */
export async function madeFilm(db: ReadDb, streamId: number): Promise<MadeFilm | null> {
  const job = await store.findJobOfStream(db, streamId);
  if (!job || job.durationMs === null || job.renditions === null) return null;
  const rates = new Map((await measuredRates(db, streamId)).map((rate) => [rate.rendition as string, rate]));
  const renditions = job.renditions.map((one) => ({
    ...one,
    profile: PROFILES[one.name],
    bandwidth: rates.get(one.name)?.bandwidth ?? 0,
    averageBandwidth: rates.get(one.name)?.averageBandwidth ?? 0,
  }));
  return {
    streamId,
    name: job.name,
    startsAt: new Date(TAPE_STARTS_AT),
    endsAt: new Date(TAPE_STARTS_AT + job.durationMs),
    durationMs: job.durationMs,
    renditions,
    qualities: renditions.flatMap(({ profile }) => profile ?? []),
    captions: await store.selectCaptions(db, job.id),
    chapters: await store.selectChapters(db, job.id),
    stills: job.stills,
    posterSha256: job.posterSha256,
  };
}
