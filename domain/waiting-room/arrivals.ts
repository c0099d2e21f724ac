import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PLACE_KEPT_MS, turnTimes } from './waiting-room.rules.ts';
import { findPlaces, insertPlaces, leaveUnseen, lockQueue, updateQueue, type PlaceRow } from './waiting-room.store.ts';

/** PostgreSQL takes 65,535 values with a statement. */
const MOST_AT_ONCE = 2_000;

interface Arrival {
  queueId: number;
  memberId: number;
  now: Date;
  tell: (place: PlaceRow) => void;
  fail: (error: unknown) => void;
}

interface Arrivals {
  /** The place of a member in a queue: the one they have, or the last. */
  add(queueId: number, memberId: number, now: Date): Promise<PlaceRow>;
}

/** Writes down who came, in the order in which they came. Who stands in it already keeps their place. */
async function admit(tx: Tx, queueId: number, coming: readonly Arrival[]): Promise<Map<number, PlaceRow>> {
  const queue = await lockQueue(tx, queueId);
  if (queue === null) throw new DomainError('dataNotFound');
  // Of the first of them: else whoever came a moment before the last would be told to wait for that moment.
  const { now } = coming[0]!;
  const memberIds = [...new Set(coming.map(({ memberId }) => memberId))];
  await leaveUnseen(tx, { queueId, memberIds, since: new Date(now.getTime() - PLACE_KEPT_MS), now });
  const places = new Map((await findPlaces(tx, queueId, memberIds)).map((place) => [place.memberId, place]));
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

/** Gathers those who come while the group before them is written: thousands at once would else wait for one another's commits. */
export function createArrivals(db: Db): Arrivals {
  let waiting: Arrival[] = [];
  let isWriting = false;

  async function writeGroup(queueId: number, coming: readonly Arrival[]): Promise<void> {
    try {
      const places = await db.transaction((tx) => admit(tx, queueId, coming));
      for (const { memberId, tell } of coming) tell(places.get(memberId)!);
    } catch (error) {
      for (const { fail } of coming) fail(error);
    }
  }

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const taken = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      for (const [queueId, coming] of Map.groupBy(taken, (arrival) => arrival.queueId))
        await writeGroup(queueId, coming);
    }
    isWriting = false;
  }

  return {
    add: (queueId, memberId, now) =>
      new Promise((tell, fail) => {
        waiting.push({ queueId, memberId, now, tell, fail });
        // What comes in the same turn of the loop goes together.
        if (!isWriting) {
          isWriting = true;
          setImmediate(() => void write());
        }
      }),
  };
}
