import type { PodcastFile } from '#server/media/podcast/podcast-files.ts';

type Parts = Pick<PodcastFile, 'parts'>;

/** The sound of one span of a file: instants are unique only within it. */
const ofSpan = ({ parts }: Parts, span = 0): Parts => ({ parts: parts.filter((part) => part.span === span) });

/** Position of an instant in a file's sound, ms. For omitted sound: where the sound continues after it. */
function offsetOf({ parts }: Parts, instant: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { startsAt, durationMs } = parts[middle]!;
    if (startsAt + durationMs > instant) high = middle;
    else low = middle + 1;
  }
  const part = parts[low];
  const last = parts.at(-1);
  if (part === undefined) return last === undefined ? 0 : last.offsetMs + last.durationMs;
  return part.offsetMs + Math.max(0, instant - part.startsAt);
}

/** Whether any of a time span is in the file. */
const sounds = ({ parts }: Parts, from: number, to: number): boolean =>
  offsetOf({ parts }, to) > offsetOf({ parts }, from);

/** The parts of a broadcast as JSON chapters of the podcast namespace, without omitted parts. */
export function chaptersIn(
  file: Parts,
  parts: readonly { title: string | null; startsAt: number; span?: number | undefined }[],
) {
  return {
    version: '1.2.0',
    chapters: parts.flatMap(({ title, startsAt, span }, i) => {
      const own = ofSpan(file, span);
      const next = parts[i + 1];
      return sounds(own, startsAt, next && next.span === span ? next.startsAt : Infinity)
        ? [{ startTime: Math.round(offsetOf(own, startsAt)) / 1000, ...(title === null ? {} : { title }) }]
        : [];
    }),
  };
}

const two = (value: number): string => String(value).padStart(2, '0');
function clock(ms: number): string {
  const rounded = Math.round(ms);
  const seconds = Math.floor(rounded / 1000);
  const at = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${at}.${String(rounded % 1000).padStart(3, '0')}`;
}

/** Escapes text so that it ends no cue and opens no tag. */
const cueText = (words: string): string =>
  words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();

/** The transcript by the time of the file, without omitted sound. */
export function webVttIn(
  file: Parts,
  cues: readonly { startsAt: number; endsAt: number; words: string; span?: number | undefined }[],
): string {
  const blocks = cues.flatMap(({ startsAt, endsAt, words, span }) => {
    const own = ofSpan(file, span);
    return sounds(own, startsAt, endsAt)
      ? [`${clock(offsetOf(own, startsAt))} --> ${clock(offsetOf(own, endsAt))}\n${cueText(words)}`]
      : [];
  });
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}
