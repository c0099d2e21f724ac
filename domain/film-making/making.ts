import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { queueJob } from '#db/outbox.ts';
import { importFilm, type FilmCaption, type FilmTrack } from '#domain/media/films.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FilmPicture } from '#shared/film.ts';
import * as store from './film-making.store.ts';
import type { FilmJob } from './film-making.store.ts';
import { planOf, rungsOf, stillsOf, type Step } from './film-recipes.rules.ts';
import { readLoudness } from './film-source.rules.ts';
import { ToolError, type CodedTrack, type FilmServices, type Ran } from './film-tools.types.ts';

export const MAKE_FILM = 'make-film';

/** Whoever works says so again long before; another goes on with what nobody said so of. */
const HOLD_MS = 60_000;
const SAY_SO_EACH_MS = 10_000;
/** A step that ends badly this often in a row is given to a person. */
const MOST_FAULTS = 3;
const FAULT_PAUSE_MS = 60_000;
/** A step may take so much longer than what it goes through, and this besides. */
const SLOWEST = 20;
const SLOW_START_MS = 300_000;
/** A change to a recipe that its commands do not show. */
const RECIPES = 'films 1';

type Outcome = 'more' | 'made' | 'refused' | 'failed' | 'waits' | 'over';

/** The file is at fault, and trying again would not help. */
class Refused extends Error {}
/** The job was taken away: removed, or another works at it. */
class TakenAway extends Error {}

interface Held {
  services: FilmServices;
  clock: () => Date;
  job: FilmJob;
  heldBy: string;
  plan: readonly Step[];
  /** Steps that are done, with the names of what they made. */
  made: ReadonlyMap<string, string>;
}

/** What a step makes is named by what it is made of: the file, the commands, and what other steps made for it. */
function nameOf({ job, made }: Pick<Held, 'job' | 'made'>, step: Step): string {
  const needs = step.needs.map((need) => [need, made.get(need) ?? null]);
  const of = [RECIPES, job.sourceSha256, step.kind, step.args, needs];
  return createHash('sha256').update(JSON.stringify(of)).digest('hex');
}

const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD_MS);

/** Takes a job to work at it, if it is to be worked at and nobody works at any. */
async function take(services: FilmServices, jobId: number, now: Date): Promise<FilmJob | 'waits' | 'over'> {
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

/** The steps whose output is there, up to the first whose is not: a folder that somebody emptied is made again. */
async function madeOf({ services, job, plan }: Pick<Held, 'services' | 'job' | 'plan'>): Promise<Map<string, string>> {
  const lines = new Map((await store.selectOutputs(services.db, job.id)).map(({ step, name }) => [step, name]));
  const made = new Map<string, string>();
  for (const step of plan) {
    const name = nameOf({ job, made }, step);
    const isThere =
      step.kind === 'loudness'
        ? job.loudness !== null
        : (await services.work.find(job.sourceSha256, name)) !== undefined;
    if (lines.get(step.name) !== name || !isThere) break;
    made.set(step.name, name);
  }
  return made;
}

/** Says every few seconds that it goes on and how far it is; what it says so of stops where the job was taken away. */
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
    // A database that is away for a moment is no reason to begin again.
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

/** Commands with folders in the place of names. */
async function argsOf(held: Held, step: Step, out: string): Promise<string[]> {
  const { services, job, made } = held;
  const folders = new Map<string, string>([['out', out]]);
  const source = await services.work.source(job.sourceSha256);
  if (source === undefined && step.args.some((arg) => arg.includes('<source>')))
    throw new Refused(`the copy of ${job.sourceName} is gone: remove this one and add the file again`);
  folders.set('source', source ?? '');
  for (const [name, output] of made) folders.set(name, (await services.work.find(job.sourceSha256, output)) ?? '');
  return step.args.map((arg) => arg.replaceAll(/<([^<>]+)>/g, (whole, name: string) => folders.get(name) ?? whole));
}

const timeoutOf = ({ filmMs }: Step): number => SLOW_START_MS + filmMs * SLOWEST;

/** What ffmpeg has not made although it says that all is well. */
function assertWhole({ frames, name, filmMs }: Step, ran: Ran): void {
  if (frames === undefined || ran.frames >= frames) return;
  const seconds = Math.round((filmMs / 1000) * (1 - ran.frames / frames));
  throw new Refused(`${seconds} s of picture are missing in ${name}: the file is cut off or broken; copy it again`);
}

async function runStep(held: Held, step: Step): Promise<void> {
  const { services, clock, job, heldBy } = held;
  const { work, tools, db } = services;
  const name = nameOf(held, step);
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

/** Clocks that begin together go on together, to a frame of sound. */
const TOGETHER_MS = 25;
/** A last frame or two of sound may ring on. */
const ENDS_APART_MS = 100;

/** Renditions between which a player changes are cut at the same instants. */
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
    if (!isAligned) throw new DomainError('invalidParam', `${other.name} is not cut where ${first!.name} is`);
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

async function captionsOf({ db, files }: FilmServices, jobId: number): Promise<FilmCaption[]> {
  const captions: FilmCaption[] = [];
  for (const { lang: language, label, fileSha256 } of await store.selectCaptions(db, jobId)) {
    const stream = await files.stream(fileSha256);
    if (stream !== undefined) captions.push({ language, label, text: await text(stream) });
  }
  return captions;
}

/** What a film of a job is kept for. */
export const keptFor = (jobId: number): string => `film/${jobId}`;

/** The last step: bytes that nobody sees, and then one transaction by which all is there. */
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
  // Nobody asks for it any more; what a kill leaves of it goes with the job.
  await work.remove(job.sourceSha256);
}

/** What is said of a step that ended badly, and whether it is worth another try. */
function badEnd(error: unknown): { reason: string; of: 'file' | 'machine' | 'nobody'; isLasting: boolean } {
  if (error instanceof Refused) return { reason: error.message, of: 'file', isLasting: true };
  if (error instanceof DomainError && error.errorName === 'unsupportedMediaType')
    return { reason: String(error.detail), of: 'file', isLasting: true };
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
  const reason = error instanceof DomainError && typeof error.detail === 'string' ? error.detail : String(error);
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
  if (!isLasting && faults < MOST_FAULTS) {
    // Held by nobody who lives: gone on with when it lapses.
    await say({ faults, heldUntil: new Date(clock().getTime() + FAULT_PAUSE_MS) });
    return 'waits';
  }
  const state = of === 'file' ? 'refused' : 'failed';
  return (await say({ ...free, state, reason, faults })) ? state : 'over';
}

/**
 * Does the next step of a film. Killed anywhere, the next call begins that step again and no other: what a step makes is
 * there whole under the name of what it is made of, or not at all.
 */
export async function makeNext(
  services: FilmServices,
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

/** Queues what is to be gone on with and nobody works at: after a step, and each minute for what was killed. */
export async function queueFilms(services: Pick<FilmServices, 'db'>, now: Date): Promise<void> {
  const [first] = await store.selectWaitingJobs(services.db, now);
  if (first !== undefined)
    await services.db.transaction((tx) =>
      queueJob(tx, MAKE_FILM, { jobId: first }, { jobKey: `${MAKE_FILM}/${first}` }),
    );
}
