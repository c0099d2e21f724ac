import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { releaseSound, TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { measuredRates } from '#domain/media/streams.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FilmPicture } from '#shared/media/film.ts';
import * as store from './film-making.store.ts';
import type { FilmJob } from './film-making.store.ts';
import type { FilmProfile, FilmState, MadeFilm } from './film-making.types.ts';
import { doneOf, planOf, roomFor, rungsOf, type Rung } from './film-recipes.rules.ts';
import { readSource, toldOf } from './film-source.rules.ts';
import { ToolError, type FilmServices } from './film-tools.types.ts';
import { keptFor, queueFilms } from './making.ts';

export { importMade } from './import-made.ts';
export { setCaptions, setChapters } from './film-words.ts';
export { isPictureOfFilm } from './film-making.store.ts';
export type { FilmState, MadeFilm } from './film-making.types.ts';

const PROFILES: Record<FilmPicture['name'], FilmProfile | null> = { v21: 21, v24: 24, v25: 25, audio: null };
/** Disk space to leave free besides a film. */
const SPARE_BYTES = 500_000_000;

interface AddedFilm {
  jobId: number;
  /** A description of the file and its processing, one line each. */
  told: string[];
  rungs: Rung[];
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** The properties of a file; throws if it cannot be read at all. */
async function sourceOf({ tools }: FilmServices, file: string) {
  try {
    return readSource(await tools.probe(file));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.end === 'unreadable') throw new DomainError('unsupportedMediaType', error.message);
    throw new DomainError('unavailable', error.message);
  }
}

/**
 * Adds a file to be made into a film by the worker. An unsuitable file is refused with the reason, and nothing of it is
 * kept.
 */
export async function addFilm(
  services: FilmServices,
  hand: Hand,
  { file, fileName, name }: { file: string; fileName: string; name: string | null },
  { now }: { now: Date },
): Promise<AddedFilm> {
  const { db, work } = services;
  const source = await sourceOf(services, file);
  const free = await work.freeBytes();
  const wanted = roomFor(source) + SPARE_BYTES;
  if (free !== null && free < wanted)
    throw new DomainError(
      'diskFull',
      `encoding needs ${gigabytes(wanted)} GB of disk space, but only ${gigabytes(free)} GB is free`,
    );
  const { sha256: sourceSha256, bytes: sourceBytes } = await work.takeSource(file);
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
  const job = await store.findJob(db, jobId);
  if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
  return job;
}

const madeStepsOf = async (db: Db, jobId: number): Promise<Set<string>> =>
  new Set((await store.selectOutputs(db, jobId)).map(({ step }) => step));

/** The progress of a film. Throws `dataNotFound`. */
export async function filmState({ db, now }: { db: Db; now: Date }, jobId: number): Promise<FilmState> {
  return present(await getJob(db, jobId), await madeStepsOf(db, jobId), now);
}

/** Films in progress and finished, newest first. */
export async function listFilms({ db, now }: { db: Db; now: Date }): Promise<FilmState[]> {
  const states: FilmState[] = [];
  for (const job of await store.selectJobs(db)) states.push(present(job, await madeStepsOf(db, job.id), now));
  return states;
}

/** Resumes a refused or failed film where it stopped, once the cause is fixed. */
export async function retryFilm(
  { db }: Pick<FilmServices, 'db'>,
  hand: Hand,
  jobId: number,
  { now }: { now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await store.lockJob(tx, jobId);
    if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
    if (job.state !== 'refused' && job.state !== 'failed')
      throw new DomainError(
        'conflict',
        `film ${jobId} is ${job.state === 'made' ? 'already encoded' : 'being encoded'}`,
      );
    await store.updateJob(tx, jobId, { state: 'making', reason: null, faults: 0, heldBy: null, heldUntil: null });
    const before = { state: job.state, reason: job.reason };
    await recordAudit(tx, hand, { action: 'films.retry', subject: ['film', jobId], before }, now);
  });
  await queueFilms({ db }, now);
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
 * Removes a film, in progress or finished. Refused if it is shown somewhere, which `shownBy` describes, because this
 * module does not know pages.
 */
export async function removeFilm(
  { db, work }: Pick<FilmServices, 'db' | 'work'>,
  hand: Hand,
  jobId: number,
  { shownBy, now }: { shownBy: (tx: Tx, streamId: number) => Promise<string | null>; now: Date },
): Promise<void> {
  const sourceSha256 = await db.transaction(async (tx) => {
    const job = await store.lockJob(tx, jobId);
    if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
    const shown = job.streamId === null ? null : await shownBy(tx, job.streamId);
    if (shown !== null)
      throw new DomainError('conflict', `film ${jobId} is shown ${shown}; assign another film to that page first`);
    await store.deleteJob(tx, jobId);
    const before = { name: job.name, state: job.state, streamId: job.streamId };
    await recordAudit(tx, hand, { action: 'films.remove', subject: ['film', jobId], before }, now);
    if (job.streamId !== null) await releaseSound(tx, { streamId: job.streamId, why: keptFor(jobId) });
    return job.sourceSha256;
  });
  await work.remove(sourceSha256);
}

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
export async function madeFilm(db: Db, streamId: number): Promise<MadeFilm | null> {
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
