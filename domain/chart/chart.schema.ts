import type { ChannelId } from '#shared/enums.ts';

/** A song's position in a week's chart. */
export interface ChartEntry {
  position: number;
  /** Position in the previous week. Null if it was not on the chart. */
  lastPosition: number | null;
  /** Weeks on the chart so far, including this one. */
  weeksOn: number;
  /** Best position so far. */
  peak: number;
  songId: number;
  title: string;
  artist: string;
  credits: string;
  /** Reference in the picture store; may be empty. */
  picture: string;
}

interface ChartWeek {
  channelId: ChannelId;
  /** The Hong Kong day on which it is announced. */
  weekHk: string;
}

export interface Chart extends ChartWeek {
  entries: ChartEntry[];
  /** Newest first, including this one. */
  weeks: ChartWeek[];
}
