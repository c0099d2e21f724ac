/** Entries a playlist holds, and so the queue. */
export const PLAYLIST_AT_MOST = 50;
/** Far beyond the programmes of any station: the list is told whole. */
export const FAVOURITES_AT_MOST = 500;
/** The oldest go when there are more: an export gives them all. */
export const HISTORY_AT_MOST = 10_000;
/** Neighbours that come with a section at once. */
export const NEIGHBOURS_AT_ONCE = 10;
/** Favourite programmes at once (favPrograms, R-461). */
export const FAVOURITE_PROGRAMS_AT_ONCE = 8;
/** Letters of the note of a bookmark. */
export const NOTE_LETTERS = 500;
/** Who marks what was just said presses a moment later: when the next sentence has begun, or in the pause before it. */
const JUST_SAID_MS = [1_500, 0, 5_000] as const;
/** Where to look for what somebody means who marks a moment: what is said there, else before it. */
const SAID_MS = [0, 5_000] as const;

/** The instants at which to look for the sentence that a mark is of, the likeliest first. */
export const saidAround = (at: Date, isJustSaid: boolean): Date[] =>
  (isJustSaid ? JUST_SAID_MS : SAID_MS).map((earlierMs) => new Date(at.getTime() - earlierMs));
/** Letters of what is looked for in the history, and words that all must be there: more find nothing better. */
export const KEYWORD_LETTERS = 50;
const WORDS_AT_MOST = 8;
/** How long what was taken off a list can be put back. */
export const UNDO_MS = 3_600_000;

export const LIST_KINDS = ['queue', 'playlist', 'favourite', 'history', 'bookmark'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
/** The two that hold sections to be heard, in their order. */
export type PlaylistKind = Extract<ListKind, 'queue' | 'playlist'>;

export const DIRECTIONS = ['forward', 'backward'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Lists that show what came last first; a playlist is heard from its beginning. */
export const isNewestFirst = (kind: ListKind): boolean => kind !== 'queue' && kind !== 'playlist';

export interface Wanted {
  sectionId: number;
  /** Came by itself, as the neighbour of what was chosen. */
  isAuto: boolean;
}

export interface Fitting {
  fitting: Wanted[];
  alreadyThere: number;
  noRoom: number;
}

/** Which of the wanted sections go into a list that holds `there` and has room for so many more; each once. */
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

/** Why nothing was added; null where something was. Full is said only where something would have been added (120001, 120004). */
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

/** The instant of a stream that lies so many seconds into a section; what lies beyond its end is its end. */
export const instantInto = ({ startsAt, endsAt }: Span, seconds: number): Date =>
  new Date(Math.min(startsAt.getTime() + Math.round(seconds * 1000), endsAt.getTime()));

/** Seconds into a section, to the millisecond. */
export const secondsInto = ({ startsAt }: Span, at: Date): number => (at.getTime() - startsAt.getTime()) / 1000;

export const liesIn = ({ streamId, startsAt, endsAt }: Span, moment: { streamId: number; at: Date }): boolean =>
  moment.streamId === streamId && moment.at >= startsAt && moment.at < endsAt;

/** What is looked for, as titles are folded for it: compatibility forms made one, lower case. */
export const searchWords = (keyword: string): string[] =>
  Array.from(keyword.toWellFormed().replaceAll(/\p{Cc}/gu, ' '))
    .slice(0, KEYWORD_LETTERS)
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_AT_MOST);
