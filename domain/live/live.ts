import type { Db } from '#db/database.ts';
import {
  getOnAir,
  getVideoIntervals,
  getVideoState,
  programmesBetween,
  type Broadcast,
  type DayBroadcast,
} from '#domain/timetable/timetable.ts';
import { broadcastDayOf, BROADCAST_DAY_STARTS_MINUTE } from '#domain/timetable/timetable.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { dayHkOf, instantHk, MINUTES_A_DAY } from '#shared/hk-time.ts';
import type { LiveChannelPage, LiveMediaType, Toolbar, ToolbarChannel } from './live.schema.ts';

export type { LiveChannelPage, Toolbar, ToolbarChannel } from './live.schema.ts';

interface Context {
  db: Db;
  now: Date;
}

/** How far the player can rewind; the page shows what was on as far back as that. */
const REWIND_WINDOW_MS = 8 * 3_600_000;
const NEXT_ON_TOOLBAR = 3;

/** What the three channels have on air, what follows, and which of them stream video. */
export async function getToolbar(context: Context): Promise<Toolbar> {
  const channels: ToolbarChannel[] = [];
  let changesAtMs = Infinity;
  for (const channelId of CHANNEL_IDS) {
    const onAir = await getOnAir(context, channelId, NEXT_ON_TOOLBAR);
    const video = await getVideoState(context, channelId);
    changesAtMs = Math.min(changesAtMs, onAir.current.endsAtMs, video.changesAtMs ?? Infinity);
    channels.push({ channelId, ...onAir, hasVideo: video.state === 'on' });
  }
  return { channels, changesAtMs };
}

/** Everything the live page shows of a channel's timetable. */
export async function getLiveChannel(context: Context, channelId: ChannelId): Promise<LiveChannelPage> {
  const { now } = context;
  const dawn = instantHk(broadcastDayOf(now), BROADCAST_DAY_STARTS_MINUTE);
  const fromMs = Math.min(dawn.getTime(), now.getTime() - REWIND_WINDOW_MS);
  const onAir = await getOnAir(context, channelId);
  // Before dawn the day is nearly over: what follows it must still be there.
  const toMs = Math.max(dawn.getTime() + MINUTES_A_DAY * 60_000, onAir.next.at(-1)?.endsAtMs ?? 0);
  const broadcasts = await programmesBetween(context, channelId, new Date(fromMs), new Date(toMs));
  const video = await getVideoState(context, channelId);
  const whole = (item: Broadcast): DayBroadcast => ({
    ...item,
    visibleFromMs: item.startsAtMs,
    visibleToMs: item.endsAtMs,
  });
  return {
    channelId,
    ...onAir,
    hasVideo: video.state === 'on',
    videoIntervals: await getVideoIntervals(context, { channelId, day: dayHkOf(now) }),
    timetableList: broadcasts.map(whole),
  };
}

/**
 * Address of the live playlist. Video is `dataNotFound` on a channel that never streams it and `functionSuspended`
 * outside its hours.
 */
export async function getLiveSource(
  context: Context,
  channelId: ChannelId,
  type: LiveMediaType = 'audio',
): Promise<{ livePlaylistUrl: string }> {
  if (type === 'video') {
    const { state } = await getVideoState(context, channelId);
    if (state === 'none') throw new DomainError('dataNotFound', 'this channel has no video');
    if (state === 'off') throw new DomainError('functionSuspended', 'no video now');
  }
  return { livePlaylistUrl: `/media/${channelId}/${type}.m3u8` };
}

/** The channels that stream video now. */
export async function listVideoChannels(context: Context): Promise<ChannelId[]> {
  const on: ChannelId[] = [];
  for (const channelId of CHANNEL_IDS) {
    if ((await getVideoState(context, channelId)).state === 'on') on.push(channelId);
  }
  return on;
}
