import type { ChannelId } from '#shared/enums.ts';

/** A song's place in a week's chart. */
export interface ChartEntry {
  position: number;
  /** Its place the week before; null when it was not on the chart. */
  lastPosition: number | null;
  /** Weeks it has been on the chart so far, this one included. */
  weeksOn: number;
  /** The best place it has had so far. */
  peak: number;
  songId: number;
  title: string;
  artist: string;
  credits: string;
  /** Reference in the picture store; may be empty. */
  picture: string;
}

export interface ChartWeek {
  channelId: ChannelId;
  /** The Hong Kong day on which it is told. */
  weekHk: string;
}

export interface Chart extends ChartWeek {
  entries: ChartEntry[];
  /** The newest week first, this one among them. */
  weeks: ChartWeek[];
}

/** Weeks that can be looked back at. */
export const CHART_WEEKS = 12;
