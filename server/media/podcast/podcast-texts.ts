import type { PodcastFile } from '#server/media/podcast/podcast-files.ts';

type Parts = Pick<PodcastFile, 'parts'>;

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
export function chaptersIn(file: Parts, parts: readonly { title: string | null; startsAt: number }[]) {
  const ends = [...parts.slice(1).map(({ startsAt }) => startsAt), Infinity];
  return {
    version: '1.2.0',
    chapters: parts.flatMap(({ title, startsAt }, i) =>
      sounds(file, startsAt, ends[i]!)
        ? [{ startTime: Math.round(offsetOf(file, startsAt)) / 1000, ...(title === null ? {} : { title }) }]
        : [],
    ),
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
export function webVttIn(file: Parts, cues: readonly { startsAt: number; endsAt: number; words: string }[]): string {
  const blocks = cues.flatMap(({ startsAt, endsAt, words }) =>
    sounds(file, startsAt, endsAt)
      ? [`${clock(offsetOf(file, startsAt))} --> ${clock(offsetOf(file, endsAt))}\n${cueText(words)}`]
      : [],
  );
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}
