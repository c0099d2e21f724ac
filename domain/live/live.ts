import type { ReadDb } from '#db/database.ts';
import { getOnAir, getVideoIntervals, getVideoState, programmesBetween } from '#domain/timetable/timetable.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { stationDaySpan } from '#shared/station-day.ts';
import type { LiveChannelPage, LiveMediaType, Toolbar, ToolbarChannel } from './live.schema.ts';

export type { LiveChannelPage, Toolbar, ToolbarChannel } from './live.schema.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

/** How far the player can rewind, and so how far back the page lists programmes. */
const REWIND_WINDOW_MS = 8 * 3_600_000;
const NEXT_ON_TOOLBAR = 3;

/** For the three channels: what is on air, what follows, and whether they stream video. */
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
  const onAir = await getOnAir(context, channelId);
  // Today is the calendar day: after midnight the list contains the coming station day, and the previous evening within
  // the rewind window.
  const today = stationDaySpan(dayHkOf(now));
  const from = new Date(Math.min(today.from.getTime(), now.getTime() - REWIND_WINDOW_MS));
  // At the end of the night the last show may be on air: what follows must still be listed.
  const to = new Date(Math.max(today.to.getTime(), onAir.next.at(-1)?.endsAtMs ?? 0));
  const timetableList = await programmesBetween(context, channelId, from, to);
  const video = await getVideoState(context, channelId);
  return {
    channelId,
    ...onAir,
    hasVideo: video.state === 'on',
    videoIntervals: await getVideoIntervals(context, { channelId, day: dayHkOf(now) }),
    timetableList,
  };
}

/**
 * URL of the live playlist. For video, `dataNotFound` on a channel that never streams it and `functionSuspended`
 * outside its hours.
 */
export async function getLiveSource(
  context: Context,
  channelId: ChannelId,
  type: LiveMediaType = 'audio',
): Promise<{ livePlaylistUrl: string }> {
  if (type === 'video') {
    const { state } = await getVideoState(context, channelId);
    if (state === 'none') throw new DomainError('dataNotFound', 'the channel has no video');
    if (state === 'off') throw new DomainError('functionSuspended', 'the channel has no video at the moment');
  }
  return { livePlaylistUrl: `/media/${channelId}/${type}.m3u8` };
}

export async function listVideoChannels(context: Context): Promise<ChannelId[]> {
  const on: ChannelId[] = [];
  for (const channelId of CHANNEL_IDS) {
    if ((await getVideoState(context, channelId)).state === 'on') on.push(channelId);
  }
  return on;
}
