import type { Db, ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { mostViewed } from '#domain/audience/most-viewed.ts';
import { addDaysHk, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { ARCHIVE_TAG } from './archive-tags.rules.ts';
import { hasEnded, isOver as isOverNow } from './archive.rules.ts';
import { ProgramClass, type Broadcast, type Section } from './archive.schema.ts';
import {
  findAddresses,
  findBroadcastsByNumber,
  findBroadcastsOfParts,
  findEndedSince,
  findFirstInstant,
  findMostHeard,
  findNotice,
  findSectionsOf,
} from './archive.store.ts';
import { listBroadcasts } from './archive.ts';
import { replayMonths } from './replay-months.rules.ts';

interface Replay {
  broadcast: Broadcast;
  sections: Section[];
}

const TAGS = [ARCHIVE_TAG, 'programs'];
/** Maximum broadcasts of one channel and day. */
const BROADCASTS_A_DAY = 100;

/** A channel's broadcasts of a station day, in order. */
export async function listReplaysOfDay(db: ReadDb, { streamId, dayHk }: { streamId: number; dayHk: DayHk }) {
  return (await listBroadcasts(db, { streamId, dayHk, limit: BROADCASTS_A_DAY })).toReversed();
}

/** Classics, newest first. */
export const listClassics = (db: ReadDb, { limit }: { limit: number }): Promise<Replay[]> =>
  listBroadcasts(db, { programClass: ProgramClass.CLASSIC, limit });

/** Replays that became complete since, of programmes with a page, latest first. */
export async function listNewReplays(
  { db, now }: { db: Db; now: Date },
  { since, limit }: { since: Date; limit: number },
): Promise<Broadcast[]> {
  const ids = await findEndedSince(db, since, { now, limit });
  return (await findBroadcastsByNumber(db, ids)).filter(({ hasPage }) => hasPage);
}

/** A programme's replays, newest first, with its notice. */
export async function listProgramReplays(
  db: ReadDb,
  { programId, limit }: { programId: number; limit: number },
): Promise<{ replays: Replay[]; notice: string | null }> {
  const [replays, notice] = await Promise.all([
    listBroadcasts(db, { programId, limit }),
    cachedQuery(db, { key: `archive notice ${programId}`, tags: TAGS }, () => findNotice(db, programId)),
  ]);
  return { replays, notice };
}

/** The first station day with a replay; null if none. */
export function firstReplayDay(db: ReadDb, streamIds: readonly number[]): Promise<DayHk | null> {
  return cachedQuery(db, { key: `archive first day ${streamIds.join()}`, tags: TAGS }, async () => {
    const first = await findFirstInstant(db, streamIds);
    return first && stationDayOf(first);
  });
}

/** For crawlers: replays of a station month, `YYYY-MM`, or classics. Excludes unavailable ones. */
export function listReplayAddresses(
  { db, now }: { db: ReadDb; now: Date },
  which: { streamIds: readonly number[]; month: string } | 'classics',
  { limit }: { limit: number },
): Promise<{ id: number; endsAt: Date }[]> {
  if (which === 'classics') return findAddresses(db, { programClass: ProgramClass.CLASSIC }, { now, limit });
  const { streamIds, month } = which;
  const first = `${month}-01`;
  // Any day in the next month leads to its first.
  const next = `${addDaysHk(first, 31).slice(0, 7)}-01`;
  const span = { from: stationDaySpan(first).from, to: stationDaySpan(next).from };
  return findAddresses(db, { streamIds, ...span }, { now, limit });
}

/**
 * For crawlers: the most recent station months with available replays, `YYYY-MM`, newest first. A month has none until its first
 * broadcast is over.
 */
export async function listReplayMonths(
  { db, now }: { db: ReadDb; now: Date },
  streamIds: readonly number[],
): Promise<string[]> {
  const months = replayMonths(stationDayOf(now), await firstReplayDay(db, streamIds));
  const found = await Promise.all(
    months.map((month) => listReplayAddresses({ db, now }, { streamIds, month }, { limit: 1 })),
  );
  return months.filter((_, n) => found[n]!.length > 0);
}

/** Days considered for the most heard. */
const HEARD_DAYS = 7;

/** Parts requested from the figures per broadcast, which has several. */
const PARTS_OF_ONE = 10;

/**
 * Replays with the most listeners in the last seven days, from the figures: by each broadcast's most heard part, so
 * that nobody counts twice. Filled up with broadcasts of these days that most members heard; `isCounted` is false if
 * none was heard, and the newest are listed.
 */
export function listMostHeard(
  { db, now }: { db: ReadDb; now: Date },
  { streamIds, limit }: { streamIds: readonly number[]; limit: number },
): Promise<{ replays: Replay[]; isCounted: boolean }> {
  const sinceDay = addDaysHk(stationDayOf(now), 1 - HEARD_DAYS);
  return cachedQuery(
    db,
    { key: `archive most heard ${sinceDay} ${limit} ${streamIds.join()}`, tags: TAGS },
    async () => {
      const parts = await mostViewed({ db, now }, 'replay', limit * PARTS_OF_ONE);
      const viewed = parts.length === 0 ? [] : await findBroadcastsOfParts(db, parts, { streamIds, now, limit });
      const byMembers = viewed.length < limit ? await findMostHeard(db, { streamIds, sinceDay, now, limit }) : [];
      const ids = [...new Set([...viewed, ...byMembers])].slice(0, limit);
      const replays = await withSections(db, await findBroadcastsByNumber(db, ids));
      if (replays.length > 0) return { replays, isCounted: true };
      const newest = await Promise.all(streamIds.map((streamId) => listBroadcasts(db, { streamId, limit: limit + 1 })));
      const over = newest
        .flat()
        .filter(
          ({ broadcast, sections }) => !hasEnded(broadcast, now) && sections.every((part) => isOverNow(part, now)),
        )
        .toSorted((a, b) => b.broadcast.endsAt.getTime() - a.broadcast.endsAt.getTime());
      return { replays: over.slice(0, limit), isCounted: false };
    },
  );
}

async function withSections(db: ReadDb, broadcasts: readonly Broadcast[]): Promise<Replay[]> {
  const sections = await findSectionsOf(
    db,
    broadcasts.map(({ id }) => id),
  );
  const byBroadcast = Map.groupBy(sections, (section) => section.broadcast.id);
  return broadcasts.map((broadcast) => ({ broadcast, sections: byBroadcast.get(broadcast.id) ?? [] }));
}
