import type { Db, Tx } from '#db/database.ts';
import { batched } from '#db/batched.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ENTRY_KEPT_MS, turnTimes } from './waiting-room.rules.ts';
import {
  findEntries,
  insertEntries,
  leaveUnseen,
  lockQueue,
  updateQueue,
  type EntryRow,
} from './waiting-room.store.ts';

/** Batching interval under load. */
const EACH_MS = 50;
/** PostgreSQL accepts at most 65,535 parameters per statement. */
const MAX_AT_ONCE = 2_000;

interface Arrival {
  queueId: number;
  memberId: number;
  now: Date;
}

interface Arrivals {
  /** A member's queue entry: the existing one, or a new last one. */
  add(queueId: number, memberId: number, now: Date): Promise<EntryRow>;
}

/** Writes arrivals in order. Members with an entry keep it. */
async function admit(tx: Tx, queueId: number, coming: readonly Arrival[]): Promise<Map<number, EntryRow>> {
  const queue = await lockQueue(tx, queueId);
  if (queue === null) throw new DomainError('dataNotFound');
  // Time of the first of them; otherwise earlier arrivals would have to wait for the last.
  const { now } = coming[0]!;
  const memberIds = [...new Set(coming.map(({ memberId }) => memberId))];
  const since = new Date(now.getTime() - ENTRY_KEPT_MS);
  const standing = await findEntries(tx, queueId, memberIds);
  const lost = standing.filter(({ state, seenAt }) => state === 'waiting' && seenAt < since);
  if (lost.length > 0) await leaveUnseen(tx, { queueId, memberIds: lost.map(({ memberId }) => memberId), since, now });
  const entries = new Map(standing.filter((entry) => !lost.includes(entry)).map((entry) => [entry.memberId, entry]));
  const newcomers = memberIds.filter((memberId) => !entries.has(memberId));
  if (newcomers.length === 0) return entries;
  const { turns, nextTurnAt } = turnTimes(queue, newcomers.length, now);
  const added = await insertEntries(
    tx,
    newcomers.map((memberId, i) => ({ queueId, memberId, joinedAt: now, turnAt: turns[i]!, seenAt: now })),
  );
  await updateQueue(tx, queueId, { nextTurnAt });
  for (const entry of added) entries.set(entry.memberId, entry);
  return entries;
}

/** Batches arrivals while the previous batch is written. If a queue is gone, only its own arrivals fail. */
export function createArrivals(db: Db): Arrivals {
  const add = batched<Arrival, { entry?: EntryRow | undefined; error?: unknown }>({
    async run(coming) {
      const entries = new Map<number, Map<number, EntryRow> | { error: unknown }>();
      for (const [queueId, group] of Map.groupBy(coming, (arrival) => arrival.queueId))
        entries.set(queueId, await db.transaction((tx) => admit(tx, queueId, group)).catch((error) => ({ error })));
      return coming.map(({ queueId, memberId }) => {
        const of = entries.get(queueId)!;
        return 'error' in of ? of : { entry: of.get(memberId) };
      });
    },
    atMost: MAX_AT_ONCE,
    eachMs: EACH_MS,
  });
  return {
    async add(queueId, memberId, now) {
      const { entry, error } = await add({ queueId, memberId, now });
      if (!entry) throw error ?? new Error('no entry');
      return entry;
    },
  };
}
