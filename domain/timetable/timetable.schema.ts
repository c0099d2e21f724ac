import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';

/** A broadcast of a programme, as serialisable data for pages. */
export interface Broadcast {
  channelId: ChannelId;
  /** Unix milliseconds. */
  startsAtMs: number;
  endsAtMs: number;
  programId: number;
  /** Title of the programme, or of the override that replaces it. */
  programName: string;
  programSlug: string;
  /** False for a disabled programme: it is on air but has no page. */
  hasPage: boolean;
  tagline: string;
  /** Name in the picture store. */
  keyart: string;
  hosts: { id: number; name: string; slug: string }[];
  source: 'base' | 'override' | 'filler';
  overrideKind: 'holiday' | 'racing' | 'special' | null;
}

/**
 * A station day of a channel: the broadcasts that start in it, uncut and in order, so that each belongs to exactly one
 * day.
 */
export interface DayTimetablePage {
  channelId: ChannelId;
  day: DayHk;
  items: Broadcast[];
}

export interface OnAir {
  current: Broadcast;
  next: Broadcast[];
}

/** When a channel streams live video, in Unix milliseconds. */
export interface VideoInterval {
  startsAtMs: number;
  endsAtMs: number;
}

/** An item of a channel's timetable on the wire. */
export const liveTimetableItemSchema = z
  .object({
    start_ts: z.number().int().describe('Start, Unix seconds'),
    end_ts: z.number().int().describe('End, Unix seconds'),
    start_datetime: z.string().describe('Start in Hong Kong, YYYY-MM-DD HH:mm:ss'),
    end_datetime: z.string().describe('End in Hong Kong, YYYY-MM-DD HH:mm:ss'),
    display_start_time: z.string().describe('Start in Hong Kong, HH:mm'),
    display_end_time: z.string().describe('End in Hong Kong, HH:mm'),
    program_id: z.number().int().describe('ID of the programme'),
    program_name: z.string().describe('Display name of the programme'),
    host_name: z.string().describe('Names of the hosts, joined; empty if none are named'),
    keyart_url: wireImageSchema.describe('Key art of the programme'),
  })
  .describe('A broadcast of a programme on a channel');
export type LiveTimetableItem = z.infer<typeof liveTimetableItemSchema>;
