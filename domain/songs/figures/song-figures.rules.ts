import { CHANNEL_IDS, isChannelId, type ChannelId } from '#shared/enums.ts';

/** Plays that figures and lists of a song or singer are made of: the newest. A song on every day of 13 years has as many. */
export const COUNTED_PLAYS = 5_000;
/** Songs of a singer that are listed, and plays of each that are counted. */
export const SONGS_OF_SINGER = 200;
export const COUNTED_OF_EACH = 500;
/** Plays on a page. */
export const PLAYS_A_PAGE = 30;
export const LAST_PAGE_OF_PLAYS = Math.ceil(COUNTED_PLAYS / PLAYS_A_PAGE);

/** Plays of one channel, hour of the day and programme. */
export interface PlayCount {
  streamId: number;
  /** 0 to 23, Hong Kong time. */
  hour: number;
  /** Null: in no public broadcast. */
  programId: number | null;
  plays: number;
}

export interface PlayFigures {
  plays: number;
  /** There are more plays than were counted. */
  isMore: boolean;
  byChannel: { channelId: ChannelId; plays: number }[];
  /** Plays by hour of the day, from midnight. */
  byHour: number[];
  /** Most first. */
  byProgram: { programId: number; plays: number }[];
}

/** Sums of the counts, which together are at most `counted`. */
export function figuresOf(counts: readonly PlayCount[], counted: number): PlayFigures {
  const known = counts.filter(({ streamId }) => isChannelId(streamId));
  const sumOf = (some: readonly PlayCount[]) => some.reduce((sum, { plays }) => sum + plays, 0);
  const byProgram = Map.groupBy(
    known.filter(({ programId }) => programId !== null),
    ({ programId }) => programId!,
  );
  const plays = sumOf(known);
  return {
    plays,
    isMore: plays >= counted,
    byChannel: CHANNEL_IDS.map((channelId) => ({
      channelId,
      plays: sumOf(known.filter(({ streamId }) => streamId === channelId)),
    })),
    byHour: Array.from({ length: 24 }, (_, hour) => sumOf(known.filter((count) => count.hour === hour))),
    byProgram: [...byProgram]
      .map(([programId, some]) => ({ programId, plays: sumOf(some) }))
      .toSorted((a, b) => b.plays - a.plays || a.programId - b.programId),
  };
}
