import type { Db, Tx } from '#db/database.ts';
import { batched } from '#db/batched.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PLACE_KEPT_MS, turnTimes } from './waiting-room.rules.ts';
import { findPlaces, insertPlaces, leaveUnseen, lockQueue, updateQueue, type PlaceRow } from './waiting-room.store.ts';

/** Batching interval under load. */
const EACH_MS = 50;
/** PostgreSQL accepts at most 65,535 parameters per statement. */
const MOST_AT_ONCE = 2_000;

interface Arrival {
  queueId: number;
  memberId: number;
  now: Date;
}

interface Arrivals {
  /** A member's queue entry: the existing one, or a new last one. */
  add(queueId: number, memberId: number, now: Date): Promise<PlaceRow>;
}

/** Writes arrivals in order. Members with an entry keep it. */
async function admit(tx: Tx, queueId: number, coming: readonly Arrival[]): Promise<Map<number, PlaceRow>> {
  const queue = await lockQueue(tx, queueId);
  if (queue === null) throw new DomainError('dataNotFound');
  // Time of the first of them; otherwise earlier arrivals would have to wait for the last.
  const { now } = coming[0]!;
  const memberIds = [...new Set(coming.map(({ memberId }) => memberId))];
  const since = new Date(now.getTime() - PLACE_KEPT_MS);
  const standing = await findPlaces(tx, queueId, memberIds);
  const lost = standing.filter(({ state, seenAt }) => state === 'waiting' && seenAt < since);
  if (lost.length > 0) await leaveUnseen(tx, { queueId, memberIds: lost.map(({ memberId }) => memberId), since, now });
  const places = new Map(standing.filter((place) => !lost.includes(place)).map((place) => [place.memberId, place]));
  const newcomers = memberIds.filter((memberId) => !places.has(memberId));
  if (newcomers.length === 0) return places;
  const { turns, nextTurnAt } = turnTimes(queue, newcomers.length, now);
  const added = await insertPlaces(
    tx,
    newcomers.map((memberId, i) => ({ queueId, memberId, joinedAt: now, turnAt: turns[i]!, seenAt: now })),
  );
  await updateQueue(tx, queueId, { nextTurnAt });
  for (const place of added) places.set(place.memberId, place);
  return places;
}

/** Batches arrivals while the previous batch is written. If a queue is gone, only its own arrivals fail. */
export function createArrivals(db: Db): Arrivals {
  const add = batched<Arrival, { place?: PlaceRow | undefined; error?: unknown }>({
    async run(coming) {
      const places = new Map<number, Map<number, PlaceRow> | { error: unknown }>();
      for (const [queueId, group] of Map.groupBy(coming, (arrival) => arrival.queueId))
        places.set(queueId, await db.transaction((tx) => admit(tx, queueId, group)).catch((error) => ({ error })));
      return coming.map(({ queueId, memberId }) => {
        const of = places.get(queueId)!;
        return 'error' in of ? of : { place: of.get(memberId) };
      });
    },
    atMost: MOST_AT_ONCE,
    eachMs: EACH_MS,
  });
  return {
    async add(queueId, memberId, now) {
      const { place, error } = await add({ queueId, memberId, now });
      if (!place) throw error ?? new Error('no place');
      return place;
    },
  };
}
