import type { ReadDb } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { channelsOf, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, instantHk, isDayHk, MINUTES_A_DAY, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { timelineOf } from './timetable.cache.ts';
import type { Broadcast, DayTimetablePage, OnAir, VideoInterval } from './timetable.schema.ts';

export { timelineFreshUntilMs, watchTimetable } from './timetable.cache.ts';
export { listAired, recordAgain, recordAsRun } from './as-run.ts';
export { presentTimetableItem } from './timetable.present.ts';
export { TIMETABLE_NOTIFICATION } from './timetable.store.ts';
export type { Broadcast, DayTimetablePage, OnAir, VideoInterval } from './timetable.schema.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

/** How far ahead a programme page lists broadcasts. */
const UPCOMING_DAYS = 14;

/** The broadcasts that overlap [fromMs, toMs), of a sorted list. */
function touching(broadcasts: readonly Broadcast[], fromMs: number, toMs: number): Broadcast[] {
  let low = 0;
  let high = broadcasts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((broadcasts[middle]?.endsAtMs ?? Infinity) <= fromMs) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((broadcasts[end]?.startsAtMs ?? Infinity) < toMs) end += 1;
  return broadcasts.slice(low, end);
}

/** Broadcasts of a channel that overlap [from, to), in order, without gaps, with true edges. */
export async function programmesBetween(
  context: Context,
  channelId: ChannelId,
  from: Date,
  to: Date,
): Promise<Broadcast[]> {
  const timeline = await timelineOf(context, channelId, from, to);
  return touching(timeline.broadcasts, from.getTime(), to.getTime());
}

function checkDay(day: DayHk): void {
  if (!isDayHk(day)) throw new DomainError('invalidParam', 'day must have the form YYYY-MM-DD');
}

/** The timetable of a station day. */
export async function getDayTimetable(
  context: Context,
  { channelId, day }: { channelId: ChannelId; day: DayHk },
): Promise<DayTimetablePage> {
  checkDay(day);
  const { from, to } = stationDaySpan(day);
  const broadcasts = await programmesBetween(context, channelId, from, to);
  return {
    channelId,
    day,
    // An item that started before five belongs to the previous day.
    items: broadcasts.filter((item) => stationDayOf(new Date(item.startsAtMs)) === day),
  };
}

/** The current item and those that follow. */
export async function getOnAir(context: Context, channelId: ChannelId, nextCount = 3): Promise<OnAir> {
  const { now } = context;
  // Items last at most a day, so this many days always contain enough.
  const until = new Date(now.getTime() + (nextCount + 1) * MINUTES_A_DAY * 60_000);
  const [current, ...next] = await programmesBetween(context, channelId, now, until);
  if (current === undefined) throw new Error(`channel ${channelId} has nothing on air`);
  return { current, next: next.slice(0, nextCount) };
}

/** Upcoming broadcasts of a programme on the channels of its mask, soonest first, including the current one. */
export async function listBroadcasts(
  context: Context,
  { programId, channelBitwise, limit = 10 }: { programId: number; channelBitwise: number; limit?: number },
): Promise<Broadcast[]> {
  const { now } = context;
  const until = instantHk(addDaysHk(dayHkOf(now), UPCOMING_DAYS), 0);
  const found: Broadcast[] = [];
  for (const channelId of channelsOf(channelBitwise)) {
    const broadcasts = await programmesBetween(context, channelId, now, until);
    found.push(...broadcasts.filter((item) => item.programId === programId));
  }
  return found.sort((a, b) => a.startsAtMs - b.startsAtMs).slice(0, limit);
}

/** When the channel streams video on a Hong Kong day, cut to that day. */
export async function getVideoIntervals(
  context: Context,
  { channelId, day }: { channelId: ChannelId; day: DayHk },
): Promise<VideoInterval[]> {
  checkDay(day);
  const from = instantHk(day, 0);
  const to = instantHk(day, MINUTES_A_DAY);
  const timeline = await timelineOf(context, channelId, from, to);
  return timeline.video
    .filter((slot) => slot.endsAtMs > from.getTime() && slot.startsAtMs < to.getTime())
    .map((slot) => ({
      startsAtMs: Math.max(slot.startsAtMs, from.getTime()),
      endsAtMs: Math.min(slot.endsAtMs, to.getTime()),
    }));
}

export interface VideoState {
  /** `on` now, `off` now but scheduled, or `none` if the channel has no video. */
  state: 'on' | 'off' | 'none';
  /** When the state changes next. Null if not within the coming fortnight. */
  changesAtMs: number | null;
}

export async function getVideoState(context: Context, channelId: ChannelId): Promise<VideoState> {
  const nowMs = context.now.getTime();
  const timeline = await timelineOf(context, channelId, context.now, context.now);
  const slot = timeline.video.find((candidate) => candidate.endsAtMs > nowMs);
  if (slot !== undefined && slot.startsAtMs <= nowMs) return { state: 'on', changesAtMs: slot.endsAtMs };
  return { state: timeline.hasVideo ? 'off' : 'none', changesAtMs: slot?.startsAtMs ?? null };
}

export async function isVideoOn(context: Context, channelId: ChannelId): Promise<boolean> {
  return (await getVideoState(context, channelId)).state === 'on';
}
