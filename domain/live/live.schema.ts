import type { Broadcast, OnAir, VideoInterval } from '#domain/timetable/timetable.schema.ts';
import { liveTimetableItemSchema } from '#domain/timetable/timetable.schema.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { z } from 'zod';

/** A channel in the toolbar, as data for pages. */
export interface ToolbarChannel extends OnAir {
  channelId: ChannelId;
  /** Whether it streams video now. */
  hasVideo: boolean;
}

export interface Toolbar {
  channels: ToolbarChannel[];
  /** The first instant at which this becomes outdated. */
  changesAtMs: number;
}

/** A channel on the live page. */
export interface LiveChannelPage extends OnAir {
  channelId: ChannelId;
  hasVideo: boolean;
  /** Today's video intervals, including upcoming ones. */
  videoIntervals: VideoInterval[];
  /** The rewind window, today and the small hours after it, in order. */
  timetableList: Broadcast[];
}

export const channelParamsSchema = z.object({
  channel: z
    .string()
    .regex(/^\d{1,20}$/, 'digits only')
    .transform(Number)
    .describe(`Channel: ${CHANNEL_IDS.join(', ')}`),
});

const LIVE_MEDIA_TYPES = ['audio', 'video'] as const;
export type LiveMediaType = (typeof LIVE_MEDIA_TYPES)[number];

export const liveSourceQuerySchema = z.object({
  type: z.enum(LIVE_MEDIA_TYPES).default('audio').describe('Media type: audio only, or video with audio'),
});

const currentTimestamp = z.number().describe('Server time, Unix seconds with fractional milliseconds');
const liveScheduleList = z
  .array(z.object({ channel_id: z.number().int().describe('Channel number') }))
  .describe('Channels that currently stream video');

export const liveChannelReplySchema = z.object({
  currentTimestamp,
  timetableList: z.array(liveTimetableItemSchema).describe('Broadcasts from eight hours ago until 05:00 tomorrow'),
});

export const toolbarReplySchema = z.object({
  currentTimestamp,
  channelTimetableList: z
    .array(
      z.object({
        channel_id: z.number().int().describe('Channel number'),
        timetableList: z.array(liveTimetableItemSchema).describe('Current broadcast, followed by the next ones'),
      }),
    )
    .describe('The three channels, in fixed order'),
  liveScheduleList,
});
export type ToolbarWire = z.infer<typeof toolbarReplySchema>;

/** @internal For tests: the reply is a script, not JSON. */
export const liveScheduleSchema = z.object({ liveScheduleList, currentTimestamp });

const RESERVED =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** A script callback: identifiers joined by dots. Anything else would allow script injection. */
export const callbackQuerySchema = z.object({
  callback: z
    .string()
    .min(1)
    .max(64)
    .refine(
      (name) => name.split('.').every((part) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(part) && !RESERVED.test(part)),
      'identifiers of letters, digits and underscores, joined by dots',
    )
    .describe('Name of the function called with the response'),
});

export const liveSourceReplySchema = z.object({
  livePlaylistUrl: z.string().describe('URL of the HLS playlist'),
});

export const verifyRecaptchaBodySchema = z.object({
  token: z.string().min(1).max(2048).describe('Token issued to the visitor by the bot check'),
});
