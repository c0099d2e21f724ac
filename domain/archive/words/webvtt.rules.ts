/** Words between two times relative to the start of the file. */
export interface Cue {
  startMs: number;
  endMs: number;
  words: string;
}

/** Why a file cannot be read, with a 1-based line number. */
interface WebVttFault {
  line: number;
  code: WebVttFaultCode;
  reason: string;
}

export type WebVttResult = { ok: true; cues: Cue[] } | { ok: false; fault: WebVttFault };

/** A full day of talk has some twenty thousand. */
const MAX_CUES = 50_000;
export const MAX_WORDS_CHARS = 2_000;
/** Per file; a three-hour talk has a third of it. */
export const MAX_FILE_BYTES = 1_000_000;
const REASONS = {
  header: 'the first line is not WEBVTT',
  'no-gap': 'an empty line is missing after WEBVTT',
  times: 'expected cue times such as 00:01.000 --> 00:04.500',
  backward: 'the cue ends before it begins',
  'out-of-order': 'the cue begins before the preceding cue',
  empty: 'the cue has no text',
  'too-long': `the cue has more than ${MAX_WORDS_CHARS} characters`,
  'too-many': `more than ${MAX_CUES} cues`,
  'no-cues': 'the file has no cues',
} as const;
export type WebVttFaultCode = keyof typeof REASONS;

const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
  ['quot', '"'],
  ['lrm', ''],
  ['rlm', ''],
]);

function msOf(time: string | undefined): number | null {
  const [, hours = '0', minutes, seconds, ms] = TIME.exec(time ?? '') ?? [];
  if (minutes === undefined) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
}

/** The two times of a line, ignoring what follows them; null if it is not one. */
function timesOf(line: string): [startMs: number, endMs: number] | null {
  const [start, arrow, end] = line.trim().split(/[ \t]+/);
  const [startMs, endMs] = [msOf(start), msOf(end)];
  return arrow === '-->' && startMs !== null && endMs !== null ? [startMs, endMs] : null;
}

/** The text of a cue without markup: voices, classes, inner times. */
const cueText = (lines: readonly string[]): string =>
  lines
    .join(' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|quot|lrm|rlm);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Parses a WebVTT file. Notes, styles and regions are skipped. An invalid file is rejected as a whole, with the line,
 * because half a transcript would be searched and quoted as if it were complete.
 */
export function parseWebVtt(text: string): WebVttResult {
  const lines = text
    .replace(/^\uFEFF/, '')
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/);
  const refuse = (line: number, code: WebVttFaultCode): WebVttResult => ({
    ok: false,
    fault: { line: line + 1, code, reason: REASONS[code] },
  });
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return refuse(0, 'header');

  const cues: Cue[] = [];
  let at = 1;
  // The header block ends at an empty line.
  while (at < lines.length && lines[at] !== '') {
    if (lines[at]?.includes('-->')) return refuse(at, 'no-gap');
    at += 1;
  }
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    let end = at;
    while (end < lines.length && lines[end]?.trim() !== '') end += 1;
    if (!/^(NOTE|STYLE|REGION)(?:[ \t].*)?$/.test(lines[at] ?? '') || lines[at]?.includes('-->')) {
      // An identifier may precede the times.
      const timed = lines[at]?.includes('-->') ? at : at + 1;
      const times = timed < end ? timesOf(lines[timed] ?? '') : null;
      if (times === null) return refuse(Math.min(timed, end - 1), 'times');
      const [startMs, endMs] = times;
      if (endMs <= startMs) return refuse(timed, 'backward');
      if (startMs < (cues.at(-1)?.startMs ?? 0)) return refuse(timed, 'out-of-order');
      const words = cueText(lines.slice(timed + 1, end));
      if (words === '') return refuse(timed, 'empty');
      if (words.length > MAX_WORDS_CHARS) return refuse(timed, 'too-long');
      if (cues.length === MAX_CUES) return refuse(timed, 'too-many');
      cues.push({ startMs, endMs, words });
    }
    at = end;
  }
  return cues.length === 0 ? refuse(lines.length - 1, 'no-cues') : { ok: true, cues };
}
