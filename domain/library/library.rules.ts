// Limits of lists; that of bookmarks is `LIBRARY_BOOKMARKS` in `server/config.schema.ts`.

/** Maximum entries of a playlist or the queue. */
export const MAX_PLAYLIST = 50;
/** Far more than any station has programmes: the list is returned whole. */
export const MAX_FAVOURITES = 500;
/** The oldest are deleted beyond this; an export contains them all. */
export const MAX_HISTORY = 10_000;
/** Maximum neighbours added with a section. */
export const NEIGHBOURS_AT_ONCE = 10;
/** Favourite programmes per page (favPrograms, R-461). */
export const FAVOURITE_PROGRAMS_AT_ONCE = 8;
/** Maximum characters of a bookmark's note. */
export const NOTE_LETTERS = 500;
/**
 * Offsets for bookmarking what was just said: the member reacts a moment later, when the next sentence has started, or
 * in the pause before it.
 */
const JUST_SAID_MS = [1_500, 0, 5_000] as const;
/** Offsets for bookmarking a moment: the sentence there, else the one before. */
const SAID_MS = [0, 5_000] as const;

/** Instants at which to look for the bookmarked sentence, most likely first. */
export const saidAround = (at: Date, isJustSaid: boolean): Date[] =>
  (isJustSaid ? JUST_SAID_MS : SAID_MS).map((earlierMs) => new Date(at.getTime() - earlierMs));
/** Maximum characters of a history search, and words that must all match. */
export const KEYWORD_LETTERS = 50;
const MAX_WORDS = 8;
/** How long a removal can be undone. */
export const UNDO_MS = 3_600_000;

export const LIST_KINDS = ['queue', 'playlist', 'favourite', 'history', 'bookmark'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
/** The two ordered lists of sections to play. */
export type PlaylistKind = Extract<ListKind, 'queue' | 'playlist'>;

export const DIRECTIONS = ['forward', 'backward'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Lists with the newest first; a playlist plays from its start. */
export const isNewestFirst = (kind: ListKind): boolean => kind !== 'queue' && kind !== 'playlist';

export interface Wanted {
  sectionId: number;
  /** Added automatically as a neighbour of the chosen one. */
  isAuto: boolean;
}

export interface Fitting {
  fitting: Wanted[];
  alreadyThere: number;
  noRoom: number;
}

/** Selects the wanted sections to add to a list that contains `there` and has `room`; without duplicates. */
export function fitInto(there: ReadonlySet<number>, room: number, wanted: readonly Wanted[]): Fitting {
  const fitting = new Map<number, Wanted>();
  let alreadyThere = 0;
  let noRoom = 0;
  for (const one of wanted) {
    if (fitting.has(one.sectionId)) continue;
    if (there.has(one.sectionId)) alreadyThere += 1;
    else if (fitting.size >= room) noRoom += 1;
    else fitting.set(one.sectionId, one);
  }
  return { fitting: [...fitting.values()], alreadyThere, noRoom };
}

/**
 * Why nothing was added; null if something was. Full is reported only if something would have been added (120001,
 * 120004).
 */
export function refusalOf({
  fitting,
  alreadyThere,
  noRoom,
}: Fitting): 'playlistFull' | 'playlistHasItem' | 'dataNotFound' | null {
  if (fitting.length > 0) return null;
  if (noRoom > 0) return 'playlistFull';
  return alreadyThere > 0 ? 'playlistHasItem' : 'dataNotFound';
}

export interface Span {
  streamId: number;
  startsAt: Date;
  endsAt: Date;
}

/** The instant of the stream this many seconds into a section, at most its end. */
export const instantInto = ({ startsAt, endsAt }: Span, seconds: number): Date =>
  new Date(Math.min(startsAt.getTime() + Math.round(seconds * 1000), endsAt.getTime()));

/** Seconds into a section, to the millisecond. */
export const secondsInto = ({ startsAt }: Span, at: Date): number => (at.getTime() - startsAt.getTime()) / 1000;

export const liesIn = ({ streamId, startsAt, endsAt }: Span, moment: { streamId: number; at: Date }): boolean =>
  moment.streamId === streamId && moment.at >= startsAt && moment.at < endsAt;

/** Search words, folded like titles: compatibility forms normalised, lower case. */
export const searchWords = (keyword: string): string[] =>
  Array.from(keyword.toWellFormed().replaceAll(/\p{Cc}/gu, ' '))
    .slice(0, KEYWORD_LETTERS)
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
