import type { Cue } from '#domain/archive/words/webvtt.rules.ts';

export const MAX_LABEL_CHARS = 40;

const two = (value: number): string => String(value).padStart(2, '0');

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

/** Escapes characters that could start markup or a timing line. */
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes a WebVTT file with cues only: styles, markup, regions, identifiers and settings are dropped. */
export const writeWebVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues.map(({ startMs, endMs, words }) => `\n${clock(startMs)} --> ${clock(endMs)}\n${escaped(words)}\n`).join('')}`;

/** Accepted caption languages: BCP 47 tags of language, script and region. */
export const isLanguage = (lang: string): boolean =>
  /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(lang);
