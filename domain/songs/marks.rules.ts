/** What sounded in a time span, as transmitted with the audio. Also used in browsers. */
const MARK_KINDS = ['song', 'programme', 'bulletin', 'advertisement'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** CLASS of the date range of each kind. Programmes of the timetable have another class, because they are planned. */
export const MARK_CLASSES: Readonly<Record<MarkKind, string>> = {
  song: 'com.airwave.song',
  programme: 'com.airwave.as-run',
  bulletin: 'com.airwave.bulletin',
  advertisement: 'com.airwave.advertisement',
};

/** Times are Unix ms of the stream's clock. */
export interface SoundMark {
  /** Our id. */
  id: number;
  kind: MarkKind;
  startsAtMs: number;
  /** Null: still sounding, or the end was not reported. */
  endsAtMs: number | null;
  title: string;
  /** Of a song; empty otherwise. */
  artist: string;
}

const SECOND_MS = 1_000;
/** Maximum assumed length of a mark without a reported end. */
const OPEN_MS: Readonly<Record<MarkKind, number>> = {
  song: 600 * SECOND_MS,
  programme: 4 * 3_600 * SECOND_MS,
  bulletin: 600 * SECOND_MS,
  advertisement: 600 * SECOND_MS,
};
/** A longer song, bulletin or break is rejected as an error. */
export const MAX_MARK_SECONDS = 3_600;
/** How far before an instant a mark that still sounds may have started. */
export const MARK_REACH_MS: Readonly<Record<'programme' | 'other', number>> = {
  programme: 8 * 3_600 * SECOND_MS,
  other: MAX_MARK_SECONDS * SECOND_MS,
};

type Timed = Pick<SoundMark, 'kind' | 'startsAtMs' | 'endsAtMs'>;

/** Assumed end of each mark, in input order: an unreported end is the start of the next mark of its kind. */
export function lastingUntil(marks: readonly Timed[]): number[] {
  const nextOfKind = new Map<MarkKind, number>();
  const until: number[] = [];
  const latestFirst = marks.map((mark, i) => ({ mark, i })).toSorted((a, b) => b.mark.startsAtMs - a.mark.startsAtMs);
  for (const { mark, i } of latestFirst) {
    const { kind, startsAtMs, endsAtMs } = mark;
    until[i] = endsAtMs ?? Math.min(startsAtMs + OPEN_MS[kind], nextOfKind.get(kind) ?? Infinity);
    nextOfKind.set(kind, startsAtMs);
  }
  return until;
}

/**
 * The mark that sounds at an instant, besides the programme. Of two, the one that started later, as it talks over the
 * other.
 */
export function markAt<T extends Timed>(marks: readonly T[], atMs: number): T | null {
  const until = lastingUntil(marks);
  let found: T | null = null;
  for (const [i, mark] of marks.entries()) {
    if (mark.kind === 'programme' || mark.startsAtMs > atMs || until[i]! <= atMs) continue;
    if (found === null || mark.startsAtMs >= found.startsAtMs) found = mark;
  }
  return found;
}

const KIND_OF_CLASS = new Map(MARK_KINDS.map((kind) => [MARK_CLASSES[kind], kind] as const));
const NAME = /^mark-(\d{1,10})-\d{1,10}$/;

/** Parses a mark from the attributes of a date range, given without quotes. Null if it is not one of ours. */
export function markOfRange(attributes: Readonly<Record<string, string | undefined>>): SoundMark | null {
  const kind = KIND_OF_CLASS.get(attributes['CLASS'] ?? '');
  const id = NAME.exec(attributes['ID'] ?? '')?.[1];
  const startsAtMs = Date.parse(attributes['START-DATE'] ?? '');
  if (kind === undefined || id === undefined || Number.isNaN(startsAtMs)) return null;
  const seconds = Number.parseFloat(attributes['DURATION'] ?? '');
  return {
    id: Number(id),
    kind,
    startsAtMs,
    endsAtMs: Number.isNaN(seconds) ? null : startsAtMs + Math.round(seconds * SECOND_MS),
    title: attributes['X-TITLE'] ?? '',
    artist: attributes['X-ARTIST'] ?? '',
  };
}

const RANGE = '#EXT-X-DATERANGE:';
const ATTRIBUTE = /([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g;

/** Parses the marks of a playlist, for browsers with native HLS playback. */
export function marksOfPlaylist(text: string): SoundMark[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(RANGE)) return [];
    const pairs = [...line.slice(RANGE.length).trim().matchAll(ATTRIBUTE)];
    const mark = markOfRange(Object.fromEntries(pairs.map(([, name = '', quoted, plain]) => [name, quoted ?? plain])));
    return mark === null ? [] : [mark];
  });
}
