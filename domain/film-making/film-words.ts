import { parseWebVtt, type Cue } from '#domain/archive/words/webvtt.rules.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { setFilmCaption } from '#domain/media/films.ts';
import { DomainError } from '#shared/domain-error.ts';
import * as store from './film-making.store.ts';
import type { FilmJob } from './film-making.store.ts';
import type { FilmServices } from './film-tools.types.ts';
import { isLanguage, writeWebVtt } from './film-words.rules.ts';

const MAX_LABEL_CHARS = 40;
const MAX_CHAPTERS = 200;
const MAX_TITLE_CHARS = 100;
/** A last cue may end slightly after the film. */
const BEYOND_END_MS = 2_000;

async function getJob({ db }: Pick<FilmServices, 'db'>, jobId: number): Promise<FilmJob> {
  const job = await store.findJob(db, jobId);
  if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
  return job;
}

/** The cues of a file, clipped to the film. */
function cuesOf(text: string, endsAt: number): Cue[] {
  const read = parseWebVtt(text);
  if (!read.ok) throw new DomainError('invalidParam', `line ${read.fault.line}: ${read.fault.reason}`);
  const late = read.cues.findIndex(({ startMs }) => startMs >= endsAt);
  if (late >= 0) throw new DomainError('invalidParam', `cue ${late + 1} begins after the film has ended`);
  return read.cues.map((cue) => ({ ...cue, endMs: Math.min(cue.endMs, endsAt + BEYOND_END_MS) }));
}

/** Cleaned captions with the number of cues. */
export function cleanedCaptions(text: string, endsAt: number): { text: string; cues: number } {
  const cues = cuesOf(text, endsAt);
  return { text: writeWebVtt(cues), cues: cues.length };
}

export function chaptersOf(text: string, endsAt: number): { atMs: number; title: string }[] {
  const cues = cuesOf(text, endsAt);
  if (cues.length > MAX_CHAPTERS)
    throw new DomainError('invalidParam', `a film can have at most ${MAX_CHAPTERS} chapters`);
  const long = cues.findIndex(({ words }) => words.length > MAX_TITLE_CHARS);
  if (long >= 0)
    throw new DomainError('invalidParam', `chapter ${long + 1} has more than ${MAX_TITLE_CHARS} characters`);
  const twice = cues.findIndex(({ startMs }, i) => startMs === cues[i - 1]?.startMs);
  if (twice >= 0)
    throw new DomainError('invalidParam', `chapter ${twice + 1} begins at the same time as the preceding one`);
  return cues.map(({ startMs, words }) => ({ atMs: startMs, title: words }));
}

const nameOfLanguage = (lang: string): string =>
  new Intl.DisplayNames(['zh-HK'], { type: 'language' }).of(lang) ?? lang;

const lengthOf = ({ durationMs, source }: FilmJob): number => durationMs ?? source.durationMs;

/** Sets captions, replacing those of the same language. Returns the number of cues. */
export async function setCaptions(
  services: Pick<FilmServices, 'db' | 'files' | 'storage'>,
  hand: Hand,
  { jobId, lang, label, text }: { jobId: number; lang: string; label: string | null; text: string },
  { now }: { now: Date },
): Promise<number> {
  if (!isLanguage(lang)) throw new DomainError('invalidParam', `"${lang}" is not a language tag such as zh-HK or en`);
  if ((label ?? '').length > MAX_LABEL_CHARS)
    throw new DomainError('invalidParam', `a label can have at most ${MAX_LABEL_CHARS} characters`);
  const cleaned = cleanedCaptions(text, lengthOf(await getJob(services, jobId)));
  const fileSha256 = await services.files.put(Buffer.from(cleaned.text));
  const named = label?.trim() ? label.trim() : nameOfLanguage(lang);
  const streamId = await services.db.transaction(async (tx) => {
    const job = await store.lockJob(tx, jobId);
    if (job === undefined) throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
    await store.saveCaptions(tx, { jobId, lang, label: named, fileSha256, cues: cleaned.cues });
    const after = { lang, label: named, cues: cleaned.cues };
    await recordAudit(tx, hand, { action: 'films.set-captions', subject: ['film', jobId], after }, now);
    return job.streamId;
  });
  // Native players find captions in the playlist. For a film in progress they are added when it is published.
  const caption = { language: lang, label: named, text: cleaned.text };
  if (streamId !== null) await setFilmCaption({ ...services, now }, streamId, caption);
  return cleaned.cues;
}

/** Sets a film's chapters, replacing existing ones: one per cue, at its start. */
export async function setChapters(
  services: Pick<FilmServices, 'db'>,
  hand: Hand,
  { jobId, text }: { jobId: number; text: string },
  { now }: { now: Date },
): Promise<number> {
  const chapters = chaptersOf(text, lengthOf(await getJob(services, jobId)));
  await services.db.transaction(async (tx) => {
    if ((await store.lockJob(tx, jobId)) === undefined)
      throw new DomainError('dataNotFound', `film ${jobId} does not exist`);
    await store.replaceChapters(tx, jobId, chapters);
    const after = { chapters: chapters.length };
    await recordAudit(tx, hand, { action: 'films.set-chapters', subject: ['film', jobId], after }, now);
  });
  return chapters.length;
}
