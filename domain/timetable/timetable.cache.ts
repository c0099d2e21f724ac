import type { Database, ReadDb } from '#db/database.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS, isChannelId, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';
import { timetableBetween, weeklyIntervals } from './timetable.rules.ts';
import type { Broadcast, VideoInterval } from './timetable.schema.ts';
import {
  findFillerProgramId,
  listBaseRows,
  listOverrides,
  listProgramNames,
  listRacingDays,
  listVideoRows,
  TIMETABLE_NOTIFICATION,
} from './timetable.store.ts';

/** Maximum age of the cache, for changes without a notification (a lost connection, a renamed programme). */
const MAX_AGE_MS = 30_000;
/** Maximum age of a stale timetable served while the database is unavailable. */
const MAX_STALE_MS = 15 * 60_000;
const DAYS_BACK = 8;
const DAYS_AHEAD = 15;

/** A computed time range of one channel. */
export interface Timeline {
  fromMs: number;
  toMs: number;
  loadedAtMs: number;
  broadcasts: Broadcast[];
  video: VideoInterval[];
  /** Whether the channel has a current or future video schedule. */
  hasVideo: boolean;
}

async function loadTimeline(db: ReadDb, channelId: ChannelId, from: Date, to: Date, now: Date): Promise<Timeline> {
  // Widened so that items at the edges are read in full.
  const range = { from: addDaysHk(dayHkOf(from), -4), to: addDaysHk(dayHkOf(to), 4) };
  const fillerProgramId = await findFillerProgramId(db, channelId);
  if (fillerProgramId === null) throw new DomainError('dataNotFound', `channel ${channelId} has no programmes`);
  const base = await listBaseRows(db, channelId, range);
  const overrides = await listOverrides(db, channelId, range);
  const racingDays = await listRacingDays(db, range);
  const videoRows = await listVideoRows(db, channelId);
  const items = timetableBetween({ base, overrides, racingDays, fillerProgramId }, from, to);
  const names = await listProgramNames(db, [...new Set(items.map((item) => item.programId))]);
  const today = dayHkOf(now);
  return {
    fromMs: from.getTime(),
    toMs: to.getTime(),
    loadedAtMs: now.getTime(),
    broadcasts: items.map((item) => {
      const program = names.get(item.programId);
      if (program === undefined) throw new Error(`programme ${item.programId} of channel ${channelId} is missing`);
      return {
        channelId,
        startsAtMs: item.startsAt.getTime(),
        endsAtMs: item.endsAt.getTime(),
        programId: item.programId,
        programName: item.title ?? program.title,
        programSlug: program.slug,
        hasPage: program.hasPage,
        tagline: program.tagline,
        keyart: program.keyart,
        hosts: program.hosts,
        source: item.source,
        overrideKind: item.kind,
      };
    }),
    video: weeklyIntervals(videoRows, from, to).map((slot) => ({
      startsAtMs: slot.startsAt.getTime(),
      endsAtMs: slot.endsAt.getTime(),
    })),
    hasVideo: videoRows.some((row) => row.validTo === null || row.validTo >= today),
  };
}

interface Entry {
  /** Incremented by every change, so that a load that started earlier is discarded. */
  generation: number;
  timeline: Timeline | null;
  loading: Promise<Timeline> | null;
}

/** Keyed by pool: a transaction is another object, so it reads its own writes and bypasses the cache. */
const entries = new WeakMap<ReadDb, Map<ChannelId, Entry>>();

function entryOf(db: ReadDb, channelId: ChannelId): Entry {
  let channels = entries.get(db);
  if (channels === undefined) entries.set(db, (channels = new Map()));
  let entry = channels.get(channelId);
  if (entry === undefined) channels.set(channelId, (entry = { generation: 0, timeline: null, loading: null }));
  return entry;
}

const holds = (timeline: Timeline, from: Date, to: Date): boolean =>
  timeline.fromMs <= from.getTime() && to.getTime() <= timeline.toMs;

const ageMs = (timeline: Timeline, now: Date): number => Math.abs(now.getTime() - timeline.loadedAtMs);

async function reload(db: ReadDb, channelId: ChannelId, entry: Entry, now: Date): Promise<Timeline> {
  const { generation } = entry;
  const today = dayHkOf(now);
  const loading = loadTimeline(
    db,
    channelId,
    instantHk(addDaysHk(today, -DAYS_BACK), 0),
    instantHk(addDaysHk(today, DAYS_AHEAD), 0),
    now,
  );
  entry.loading = loading;
  try {
    const timeline = await loading;
    if (entry.generation === generation) entry.timeline = timeline;
    return timeline;
  } finally {
    if (entry.loading === loading) entry.loading = null;
  }
}

/** The channel's timeline around `now`, from memory if fresh. Concurrent callers share one load. */
async function timelineAround(db: ReadDb, channelId: ChannelId, now: Date): Promise<Timeline> {
  const entry = entryOf(db, channelId);
  const kept = entry.timeline;
  if (kept !== null && ageMs(kept, now) < MAX_AGE_MS) return kept;
  try {
    return await (entry.loading ?? reload(db, channelId, entry, now));
  } catch (error) {
    if (kept !== null && ageMs(kept, now) < MAX_STALE_MS && !(error instanceof DomainError)) return kept;
    throw error;
  }
}

/** A timeline that covers [from, to]: from memory if near `now`, otherwise from the database. */
export async function timelineOf(
  { db, now }: { db: ReadDb; now: Date },
  channelId: ChannelId,
  from: Date,
  to: Date,
): Promise<Timeline> {
  const near = await timelineAround(db, channelId, now);
  return holds(near, from, to) ? near : loadTimeline(db, channelId, from, to, now);
}

/** Until when the channel's cached timeline is fresh. Null if it must be loaded. */
export function timelineFreshUntilMs(db: ReadDb, channelId: ChannelId): number | null {
  const timeline = entries.get(db)?.get(channelId)?.timeline;
  return timeline ? timeline.loadedAtMs + MAX_AGE_MS : null;
}

/** Invalidates the cached timetable of some channels, or of all. */
export function forgetTimetable(db: ReadDb, channelIds: readonly ChannelId[] = CHANNEL_IDS): void {
  for (const channelId of channelIds) {
    const entry = entryOf(db, channelId);
    entry.generation += 1;
    entry.timeline = null;
    entry.loading = null;
  }
}

/**
 * Invalidates the cache on changes by other processes. Reconnects automatically; while disconnected, the maximum age
 * bounds staleness.
 */
export async function watchTimetable(
  { db, readDb, pool }: Pick<Database, 'db' | 'readDb' | 'pool'>,
  /** Called after every change, wherever made, and whenever changes may have been missed. */
  onChange: () => void = () => {},
): Promise<Watch> {
  const forget = (channelIds?: readonly ChannelId[]) => {
    for (const each of new Set([db, readDb])) forgetTimetable(each, channelIds);
    onChange();
  };
  return watchNotifications(pool, TIMETABLE_NOTIFICATION, {
    onMessage: (payload) => {
      const channelId = Number(payload);
      forget(isChannelId(channelId) ? [channelId] : CHANNEL_IDS);
    },
    onListening: () => forget(),
  });
}
