import type { Db, Tx } from '#db/database.ts';
import { batched } from '#db/batched.ts';
import { placesOfEach, type AskedPlace } from '#domain/playback/playback.ts';
import { enterAll } from '#domain/waiting-room/waiting-room.ts';
import type { Event } from './events.ts';
import { countTicketsOf, setTicketsEntered } from './tickets.store.ts';

/** Where many come in they are written together this often. */
const EACH_MS = 50;
const MOST_AT_ONCE = 500;

/** Whoever comes in to what is on air, and what they play there. */
export interface Entering extends Omit<AskedPlace, 'maxDevices' | 'streamId'> {
  event: Pick<Event, 'id' | 'queueId' | 'streamId'>;
}

export interface Entered {
  lease: { id: string; epoch: number };
  /** How many of the tickets are in use with it. */
  playing: number;
}

/**
 * Lets many in at once: ticket, turn, lease and list of devices in one transaction. Null for whom it is not plain, and of whom
 * nothing was changed but that their turn was taken: no ticket, no turn, no place, or somebody else holds their row. Written
 * alone, it says why.
 */
export interface Entrance {
  enter(who: Entering): Promise<Entered | null>;
  /** How many tickets a member has, asked for together with others who come. */
  ticketsOf(who: { eventId: number; memberId: number }): Promise<number>;
  /** Where a member was last in an event, likewise. */
  placeIn(who: Parameters<typeof placesOfEach>[1][number]): Promise<Awaited<ReturnType<typeof placesOfEach>>[number]>;
}

const membersOf = (coming: readonly { memberId: number }[]) => coming.map(({ memberId }) => memberId);

export function createEntrance({
  db,
  startLeases,
}: {
  db: Db;
  startLeases: (tx: Tx, asked: readonly AskedPlace[]) => Promise<ReadonlyMap<number, Entered>>;
}): Entrance {
  async function enterWithin(
    tx: Tx,
    event: Entering['event'],
    coming: readonly Entering[],
  ): Promise<ReadonlyMap<number, Entered>> {
    const { now } = coming[0]!;
    const tickets = await countTicketsOf(tx, event.id, membersOf(coming));
    const holders = coming.filter(({ memberId }) => tickets.has(memberId)).toSorted((a, b) => a.memberId - b.memberId);
    const entered = await enterAll(tx, event.queueId, holders);
    const begun = await startLeases(
      tx,
      coming
        .filter(({ memberId }) => entered.has(memberId))
        .map(({ event: { streamId }, ...one }) => ({ ...one, streamId, maxDevices: tickets.get(one.memberId) ?? 0 })),
    );
    const used = [...begun].map(([memberId, { playing }]) => ({ memberId, used: playing }));
    if (used.length > 0) await setTicketsEntered(tx, event.id, used, now);
    return begun;
  }

  return {
    enter: batched<Entering, Entered | null>({
      async run(coming) {
        const entered = new Map<Entering, Entered>();
        for (const group of Map.groupBy(coming, ({ event }) => event.id).values()) {
          // What fails together is written alone: one who cannot be let in keeps nobody out.
          const begun = await db
            .transaction((tx) => enterWithin(tx, group[0]!.event, group))
            .catch((): ReadonlyMap<number, Entered> => new Map());
          for (const one of group) {
            const found = begun.get(one.memberId);
            if (found) entered.set(one, found);
          }
        }
        return coming.map((one) => entered.get(one) ?? null);
      },
      atMost: MOST_AT_ONCE,
      eachMs: EACH_MS,
      keyOf: ({ memberId }) => memberId,
    }),
    placeIn: batched({ run: (asking) => placesOfEach(db, asking), atMost: MOST_AT_ONCE, eachMs: EACH_MS }),
    ticketsOf: batched<{ eventId: number; memberId: number }, number>({
      async run(asking) {
        const byEvent = new Map<number, ReadonlyMap<number, number>>();
        for (const [eventId, group] of Map.groupBy(asking, (one) => one.eventId))
          byEvent.set(eventId, await countTicketsOf(db, eventId, membersOf(group)));
        return asking.map(({ eventId, memberId }) => byEvent.get(eventId)?.get(memberId) ?? 0);
      },
      atMost: MOST_AT_ONCE,
      eachMs: EACH_MS,
    }),
  };
}
