import { text as readText } from 'node:stream/consumers';
import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { parseWebVtt, type Cue } from '#domain/archive/words/webvtt.rules.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { setFilmCaption } from '#domain/media/films.ts';
import { impossible } from '#shared/staff/refusals.ts';
import * as store from './film-making.store.ts';
import type { FilmJob } from './film-making.store.ts';
import type { FilmMakingServices } from './film-tools.types.ts';
import { isLanguage, MAX_LABEL_CHARS, writeWebVtt } from './film-words.rules.ts';

const MAX_CHAPTERS = 200;
const MAX_TITLE_CHARS = 100;
/** A last cue may end slightly after the film. */
const BEYOND_END_MS = 2_000;

/** Task that puts the captions of a made film in its playlist. */
export const PUBLISH_CAPTIONS = 'publish-captions';

/** The cues of a file, clipped to the film. */
function cuesOf(text: string, endsAt: number): Cue[] {
  const read = parseWebVtt(text);
  if (!read.ok) throw impossible('vtt-line', read.fault);
  const late = read.cues.findIndex(({ startMs }) => startMs >= endsAt);
  if (late >= 0) throw impossible('vtt-late', { cue: late + 1, of: 'film' });
  return read.cues.map((cue) => ({ ...cue, endMs: Math.min(cue.endMs, endsAt + BEYOND_END_MS) }));
}

/** Cleaned captions with the number of cues. */
export function cleanedCaptions(text: string, endsAt: number): { text: string; cues: number } {
  const cues = cuesOf(text, endsAt);
  return { text: writeWebVtt(cues), cues: cues.length };
}

export function chaptersOf(text: string, endsAt: number): { atMs: number; title: string }[] {
  const cues = cuesOf(text, endsAt);
  if (cues.length > MAX_CHAPTERS) throw impossible('too-many-chapters', { max: MAX_CHAPTERS });
  const long = cues.findIndex(({ words }) => words.length > MAX_TITLE_CHARS);
  if (long >= 0) throw impossible('chapter-too-long', { chapter: long + 1, max: MAX_TITLE_CHARS });
  const twice = cues.findIndex(({ startMs }, i) => startMs === cues[i - 1]?.startMs);
  if (twice >= 0) throw impossible('chapter-twice', { chapter: twice + 1 });
  return cues.map(({ startMs, words }) => ({ atMs: startMs, title: words }));
}

const nameOfLanguage = (lang: string): string =>
  new Intl.DisplayNames(['zh-HK'], { type: 'language' }).of(lang) ?? lang;

const lengthOf = ({ durationMs, source }: FilmJob): number => durationMs ?? source.durationMs;

/**
 * Sets captions, replacing those of the same language; a made film has them in its playlist by a job. A preview stores no
 * file. Returns the number of cues.
 */
export async function setCaptions(
  tx: Tx,
  { files, now, isPreview }: Pick<FilmMakingServices, 'files'> & { now: Date; isPreview: boolean },
  hand: Hand,
  { jobId, lang, label, text }: { jobId: number; lang: string; label: string | null; text: string },
): Promise<number> {
  if (!isLanguage(lang)) throw impossible('language-unknown', { lang });
  if ((label ?? '').length > MAX_LABEL_CHARS) throw impossible('label-too-long', { max: MAX_LABEL_CHARS });
  const cleaned = cleanedCaptions(text, lengthOf(await store.getLockedJob(tx, jobId)));
  const named = label?.trim() ? label.trim() : nameOfLanguage(lang);
  if (!isPreview) {
    const fileSha256 = await files.put(Buffer.from(cleaned.text));
    await store.saveCaptions(tx, { jobId, lang, label: named, fileSha256, cues: cleaned.cues });
    await queueJob(tx, PUBLISH_CAPTIONS, { jobId, lang }, { jobKey: `${PUBLISH_CAPTIONS}/${jobId}/${lang}` });
  }
  const after = { lang, label: named, cues: cleaned.cues };
  await recordAudit(tx, hand, { action: 'films.captions', subject: ['film', jobId], after }, now);
  return cleaned.cues;
}

/**
 * Puts stored captions in the playlist, where native players find them. Idempotent. A film that is not made yet gets them
 * with its last step.
 */
export async function publishCaptions(
  services: Pick<FilmMakingServices, 'db' | 'files' | 'storage'>,
  { jobId, lang }: { jobId: number; lang: string },
  { now }: { now: Date },
): Promise<void> {
  const job = await store.findJob(services.db, jobId);
  const stored = (await store.selectCaptions(services.db, jobId)).find((captions) => captions.lang === lang);
  const file = stored && (await services.files.stream(stored.fileSha256));
  if (job === undefined || job.streamId === null || file === undefined) return;
  const caption = { language: lang, label: stored!.label, text: await readText(file) };
  await setFilmCaption({ ...services, now }, job.streamId, caption);
}

/** Sets a film's chapters, replacing existing ones: one per cue, at its start. */
export async function setChapters(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { jobId, text }: { jobId: number; text: string },
): Promise<number> {
  const chapters = chaptersOf(text, lengthOf(await store.getLockedJob(tx, jobId)));
  await store.replaceChapters(tx, jobId, chapters);
  const after = { chapters: chapters.length };
  await recordAudit(tx, hand, { action: 'films.chapters', subject: ['film', jobId], after }, now);
  return chapters.length;
}
