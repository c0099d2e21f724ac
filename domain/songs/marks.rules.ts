/** What sounded between two instants, as it travels with the sound. Read in browsers too. */
const MARK_KINDS = ['song', 'programme', 'bulletin', 'advertisement'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** The CLASS of a mark's date range. The programme of the timetable has another: it is what was planned. */
export const MARK_CLASSES: Readonly<Record<MarkKind, string>> = {
  song: 'com.airwave.song',
  programme: 'com.airwave.as-run',
  bulletin: 'com.airwave.bulletin',
  advertisement: 'com.airwave.advertisement',
};

/** Instants are Unix ms of the stream's own clock. */
export interface SoundMark {
  /** Our number of it. */
  id: number;
  kind: MarkKind;
  startsAtMs: number;
  /** Null: it still sounds, or nobody said when it ended. */
  endsAtMs: number | null;
  title: string;
  /** Of a song; empty otherwise. */
  artist: string;
}

const SECOND_MS = 1_000;
/** Longer than this none of a kind is believed to last that does not say when it ended. */
const OPEN_MS: Readonly<Record<MarkKind, number>> = {
  song: 600 * SECOND_MS,
  programme: 4 * 3_600 * SECOND_MS,
  bulletin: 600 * SECOND_MS,
  advertisement: 600 * SECOND_MS,
};
/** A song, bulletin or break that is said to last longer is a mistake. */
export const MOST_MARK_SECONDS = 3_600;
/** So long before an instant what sounds at it may have begun. */
export const MARK_REACH_MS: Readonly<Record<'programme' | 'other', number>> = {
  programme: 8 * 3_600 * SECOND_MS,
  other: MOST_MARK_SECONDS * SECOND_MS,
};

type Timed = Pick<SoundMark, 'kind' | 'startsAtMs' | 'endsAtMs'>;

/** Until when each is taken to sound, in the order given: the next of its kind ends one whose end nobody told. */
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

/** What is heard at an instant beside the programme: of two at once the one that began last, as it talks over the other. */
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

/** A mark as the attributes of a date range tell it, without the quotes; null where it is none of ours. */
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

/** The marks that the text of a playlist carries, for browsers that play HLS by themselves. */
export function marksOfPlaylist(text: string): SoundMark[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(RANGE)) return [];
    const pairs = [...line.slice(RANGE.length).trim().matchAll(ATTRIBUTE)];
    const mark = markOfRange(Object.fromEntries(pairs.map(([, name = '', quoted, plain]) => [name, quoted ?? plain])));
    return mark === null ? [] : [mark];
  });
}
