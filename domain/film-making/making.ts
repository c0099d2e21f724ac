import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { queueJob } from '#db/outbox.ts';
import { importFilm, type FilmCaption, type FilmTrack } from '#domain/media/films.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FilmPicture } from '#shared/media/film.ts';
import * as store from './film-making.store.ts';
import type { FilmJob } from './film-making.store.ts';
import { planOf, rungsOf, stillsOf, type Step } from './film-recipes.rules.ts';
import { readLoudness } from './film-source.rules.ts';
import { ToolError, type CodedTrack, type FilmMakingServices, type Ran } from './film-tools.types.ts';

export const MAKE_FILM = 'make-film';

/** Claim duration; a worker renews it well before, and another takes over an expired claim. */
const HOLD_MS = 60_000;
const SAY_SO_EACH_MS = 10_000;
/** After this many consecutive failures, staff must handle it. */
const MAX_FAULTS = 3;
const FAULT_PAUSE_MS = 60_000;
/** Timeout of a step: this multiple of the film it processes, plus a constant. */
const SLOWEST = 20;
const SLOW_START_MS = 300_000;
/** Change this for recipe changes that its commands do not show. */
const RECIPES = 'films 1';

type Outcome = 'more' | 'made' | 'refused' | 'failed' | 'waits' | 'over';

/** The file is at fault; a retry would not help. */
class Refused extends Error {}
/** The claim was lost: the job was removed, or another worker has it. */
class TakenAway extends Error {}

interface Held {
  services: FilmMakingServices;
  clock: () => Date;
  job: FilmJob;
  heldBy: string;
  plan: readonly Step[];
  /** Completed steps, with the names of their outputs. */
  made: ReadonlyMap<string, string>;
}

/** An output is named by its inputs: the file, the commands, and the outputs of other steps. */
function outputName({ job, made }: Pick<Held, 'job' | 'made'>, step: Step): string {
  const needs = step.needs.map((need) => [need, made.get(need) ?? null]);
  const of = [RECIPES, job.sourceSha256, step.kind, step.args, needs];
  return createHash('sha256').update(JSON.stringify(of)).digest('hex');
}

const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD_MS);

/** Claims a job if it is in progress and no job is claimed. */
async function take(services: FilmMakingServices, jobId: number, now: Date): Promise<FilmJob | 'waits' | 'over'> {
  const heldBy = randomUUID();
  return services.db.transaction(async (tx) => {
    await store.lockMaking(tx);
    const job = await store.lockJob(tx, jobId);
    if (job?.state !== 'making') return 'over';
    if ((job.heldUntil !== null && job.heldUntil > now) || (await store.isAnotherHeld(tx, jobId, now))) return 'waits';
    await store.updateJob(tx, jobId, { heldBy, heldUntil: holdUntil(now), step: null, stepDone: 0 });
    return { ...job, heldBy };
  });
}

/** Completed steps up to the first with a missing output, so that an emptied folder is made again. */
async function madeOf({ services, job, plan }: Pick<Held, 'services' | 'job' | 'plan'>): Promise<Map<string, string>> {
  const lines = new Map((await store.selectOutputs(services.db, job.id)).map(({ step, name }) => [step, name]));
  const made = new Map<string, string>();
  for (const step of plan) {
    const name = outputName({ job, made }, step);
    const isThere =
      step.kind === 'loudness'
        ? job.loudness !== null
        : (await services.work.find(job.sourceSha256, name)) !== undefined;
    if (lines.get(step.name) !== name || !isThere) break;
    made.set(step.name, name);
  }
  return made;
}

/** Renews the claim and reports progress every few seconds during the work; aborts it if the claim is lost. */
async function whileHeld<T>(
  held: Held,
  step: Step,
  work: (signal: AbortSignal, told: (atMs: number, frames: number) => void) => Promise<T>,
): Promise<T> {
  const { services, clock, job, heldBy } = held;
  const abort = new AbortController();
  const onEnd = () => abort.abort();
  services.signal?.addEventListener('abort', onEnd);
  if (services.signal?.aborted) onEnd();
  let stepDone = 0;
  let isTaken = false;
  const say = async () => {
    const change = { step: step.name, stepDone, heldUntil: holdUntil(clock()) };
    // A brief database outage is no reason to restart.
    const isMine = await store.updateHeldJob(services.db, job.id, heldBy, change).catch(() => true);
    if (isMine) return;
    isTaken = true;
    clearInterval(timer);
    abort.abort();
  };
  const timer = setInterval(() => void say(), SAY_SO_EACH_MS);
  timer.unref();
  await say();
  try {
    return await work(abort.signal, (atMs, frames) => {
      const share = step.frames === undefined ? atMs / step.filmMs : frames / step.frames;
      stepDone = Math.max(0, Math.min(1, share));
    });
  } catch (error) {
    throw isTaken ? new TakenAway() : error;
  } finally {
    clearInterval(timer);
    services.signal?.removeEventListener('abort', onEnd);
  }
}

/** Commands with folder paths substituted. */
async function argsOf(held: Held, step: Step, out: string): Promise<string[]> {
  const { services, job, made } = held;
  const folders = new Map<string, string>([['out', out]]);
  const source = await services.work.source(job.sourceSha256);
  if (source === undefined && step.args.some((arg) => arg.includes('<source>')))
    throw new Refused(`the stored copy of "${job.sourceName}" is missing; remove this film and add the file again`);
  folders.set('source', source ?? '');
  for (const [name, output] of made) folders.set(name, (await services.work.find(job.sourceSha256, output)) ?? '');
  return step.args.map((arg) => arg.replaceAll(/<([^<>]+)>/g, (whole, name: string) => folders.get(name) ?? whole));
}

const timeoutOf = ({ filmMs }: Step): number => SLOW_START_MS + filmMs * SLOWEST;

/** Detects missing output although ffmpeg reported success. */
function assertWhole({ frames, name, filmMs }: Step, ran: Ran): void {
  if (frames === undefined || ran.frames >= frames) return;
  const seconds = Math.round((filmMs / 1000) * (1 - ran.frames / frames));
  throw new Refused(`${seconds} s of video are missing from ${name}; the file is truncated or damaged; copy it again`);
}

async function runStep(held: Held, step: Step): Promise<void> {
  const { services, clock, job, heldBy } = held;
  const { work, tools, db } = services;
  const name = outputName(held, step);
  const began = clock().getTime();
  let bytes = 0;
  if (step.kind === 'loudness') {
    const args = await argsOf(held, step, '');
    const ran = await whileHeld(held, step, (signal, onProgress) =>
      tools.run(args, { timeoutMs: timeoutOf(step), signal, onProgress }),
    );
    if (!(await store.updateHeldJob(db, job.id, heldBy, { loudness: readLoudness(ran.said) }))) throw new TakenAway();
  } else if ((await work.find(job.sourceSha256, name)) === undefined) {
    const out = await work.draft(job.sourceSha256, name);
    const args = await argsOf(held, step, out);
    const ran = await whileHeld(held, step, (signal, onProgress) =>
      tools.run(args, { timeoutMs: timeoutOf(step), signal, onProgress }),
    );
    assertWhole(step, ran);
    bytes = await work.finish(job.sourceSha256, name, out);
  }
  const tookMs = Math.max(0, clock().getTime() - began);
  await store.saveOutput(db, { jobId: job.id, step: step.name, name, bytes, tookMs });
  if (!(await store.updateHeldJob(db, job.id, heldBy, { faults: 0 }))) throw new TakenAway();
}

interface ReadTrack extends FilmPicture {
  size: FilmTrack['size'];
  track: CodedTrack;
}

/** Tolerance of segment starts across renditions: an audio frame. */
const TOGETHER_MS = 25;
/** Sound may end a frame or two later. */
const ENDS_APART_MS = 100;

/** Renditions that a player switches between must be cut at the same instants. */
function assertAligned([first, ...others]: readonly ReadTrack[]): void {
  const endOf = ({ track }: ReadTrack) => {
    const last = track.segments.at(-1);
    return last === undefined ? 0 : last.mediaStartMs + last.durationMs;
  };
  for (const other of others) {
    const [mine, theirs] = [first!.track.segments, other.track.segments];
    const isAligned =
      mine.length === theirs.length &&
      mine.every(({ mediaStartMs }, i) => Math.abs(mediaStartMs - theirs[i]!.mediaStartMs) <= TOGETHER_MS) &&
      Math.abs(endOf(first!) - endOf(other)) <= ENDS_APART_MS;
    if (!isAligned)
      throw new DomainError(
        'invalidParam',
        `the segment boundaries of ${other.name} differ from those of ${first!.name}`,
      );
  }
}

async function readTracks({ services, job, made }: Held): Promise<ReadTrack[]> {
  const folderOf = async (step: string) => (await services.work.find(job.sourceSha256, made.get(step) ?? '')) ?? '';
  const read: ReadTrack[] = [];
  for (const { rendition: name, width, height } of rungsOf(job.source)) {
    const track = await services.readPictures(join(await folderOf(`join ${name}`), 'film.mp4'));
    const frameRate = Number((job.source.rate[0] / job.source.rate[1]).toFixed(3));
    const { codecs } = track.init;
    read.push({ name, codecs, resolution: `${width}x${height}`, frameRate, size: { width, height }, track });
  }
  const starts = read.at(-1)?.track.segments.map(({ mediaStartMs }) => mediaStartMs) ?? [];
  const sound = await services.readSound(join(await folderOf('sound'), 'sound.m4a'), starts);
  const { codecs } = sound.init;
  read.push({ name: 'audio', codecs, resolution: null, frameRate: null, size: null, track: sound });
  assertAligned(read);
  return read;
}

async function captionsOf({ db, files }: FilmMakingServices, jobId: number): Promise<FilmCaption[]> {
  const captions: FilmCaption[] = [];
  for (const { lang: language, label, fileSha256 } of await store.selectCaptions(db, jobId)) {
    const stream = await files.stream(fileSha256);
    if (stream !== undefined) captions.push({ language, label, text: await text(stream) });
  }
  return captions;
}

/** The reason under which a film's stream is kept. */
export const keptFor = (jobId: number): string => `film/${jobId}`;

/** The last step: stores bytes that are not yet visible, then publishes everything in one transaction. */
async function publish(held: Held, step: Step): Promise<void> {
  const { services, clock, job, heldBy, made } = held;
  const { db, storage, files, work } = services;
  await whileHeld(held, step, async () => {
    const read = await readTracks(held);
    const fileOf = async (of: string, file: string) =>
      files.put(await work.readFile(job.sourceSha256, made.get(of) ?? '', file));
    const stillsSha256 = await fileOf('stills', 'stills.jpg');
    const posterSha256 = await fileOf('poster', 'poster.jpg');
    const { everyKeyframe: _every, ...measures } = stillsOf(job.source);
    const tracks = read.map(({ name: rendition, size, track }): FilmTrack => ({
      rendition,
      size,
      init: track.init,
      segments: track.read(),
    }));
    const captions = await captionsOf(services, job.id);
    await importFilm({ db, storage, now: clock() }, { name: job.name, captions }, tracks, async (tx, film) => {
      const present = await store.lockJob(tx, job.id);
      if (present?.state !== 'making' || present.heldBy !== heldBy) throw new TakenAway();
      const { streamId, from: startsAt, to: endsAt } = film;
      await keepSound(tx, { streamId, startsAt, endsAt, keptUntil: null, why: keptFor(job.id) });
      await store.updateJob(tx, job.id, {
        state: 'made',
        streamId,
        durationMs: endsAt.getTime() - startsAt.getTime(),
        renditions: read.map(({ name, codecs, resolution, frameRate }) => ({ name, codecs, resolution, frameRate })),
        stills: { ...measures, fileSha256: stillsSha256 },
        posterSha256,
        madeAt: clock(),
        heldBy: null,
        heldUntil: null,
        step: null,
        stepDone: 0,
      });
    });
  });
  // No longer needed; after a kill, leftovers are deleted with the job.
  await work.remove(job.sourceSha256);
}

/** Classifies a failed step: message, cause, and whether a retry is worthwhile. */
function badEnd(error: unknown): { reason: string; of: 'file' | 'machine' | 'nobody'; isLasting: boolean } {
  if (error instanceof Refused) return { reason: error.message, of: 'file', isLasting: true };
  if (error instanceof DomainError && error.errorName === 'unsupportedMediaType')
    return { reason: error.sentence ?? error.message, of: 'file', isLasting: true };
  if (error instanceof ToolError)
    switch (error.end) {
      case 'unreadable':
        return { reason: error.message, of: 'file', isLasting: true };
      case 'missing':
        return { reason: error.message, of: 'machine', isLasting: true };
      case 'stopped':
        return { reason: error.message, of: 'nobody', isLasting: false };
      case 'slow':
      case 'other':
        return { reason: error.message, of: 'machine', isLasting: false };
      default:
        return assertUnreachable(error.end);
    }
  const reason = (error instanceof DomainError ? error.sentence : null) ?? String(error);
  return { reason, of: 'machine', isLasting: false };
}

async function endBadly({ services, clock, job, heldBy }: Held, error: unknown): Promise<Outcome> {
  if (error instanceof TakenAway) return 'over';
  const { reason, of, isLasting } = badEnd(error);
  const free = { heldBy: null, heldUntil: null };
  const say = (change: Parameters<typeof store.updateHeldJob>[3]) =>
    store.updateHeldJob(services.db, job.id, heldBy, change);
  if (of === 'nobody') {
    await say(free);
    return 'waits';
  }
  const faults = job.faults + 1;
  if (!isLasting && faults < MAX_FAULTS) {
    // A claim without a live worker: resumed when it expires.
    await say({ faults, heldUntil: new Date(clock().getTime() + FAULT_PAUSE_MS) });
    return 'waits';
  }
  const state = of === 'file' ? 'refused' : 'failed';
  return (await say({ ...free, state, reason, faults })) ? state : 'over';
}

/**
 * Runs a film's next step. If killed anywhere, the next call restarts that step only: an output is complete under the
 * name of its inputs, or absent.
 */
export async function makeNext(
  services: FilmMakingServices,
  jobId: number,
  { clock }: { clock: () => Date },
): Promise<Outcome> {
  const job = await take(services, jobId, clock());
  if (typeof job === 'string') return job;
  const plan = planOf(job.source, job.loudness);
  const held: Held = { services, clock, job, heldBy: job.heldBy!, plan, made: new Map() };
  try {
    await services.work.clearDrafts(job.sourceSha256);
    const made = await madeOf(held);
    const step = plan.find(({ name }) => !made.has(name))!;
    if (step.kind === 'publish') {
      await publish({ ...held, made }, step);
      return 'made';
    }
    await runStep({ ...held, made }, step);
    await store.updateHeldJob(services.db, jobId, held.heldBy, { heldBy: null, heldUntil: null });
    return 'more';
  } catch (error) {
    return endBadly(held, error);
  }
}

/** Queues unclaimed films in progress: after each step, and each minute for those whose process was killed. */
export async function queueFilms(services: Pick<FilmMakingServices, 'db'>, now: Date): Promise<void> {
  const [first] = await store.selectWaitingJobs(services.db, now);
  if (first !== undefined)
    await services.db.transaction((tx) =>
      queueJob(tx, MAKE_FILM, { jobId: first }, { jobKey: `${MAKE_FILM}/${first}` }),
    );
}
