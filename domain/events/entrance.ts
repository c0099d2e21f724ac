import type { Db, Tx } from '#db/database.ts';
import { batched } from '#db/batched.ts';
import { positionsOfEach, type LeaseRequest } from '#domain/playback/playback.ts';
import { enterAll } from '#domain/waiting-room/waiting-room.ts';
import type { Event } from './events.types.ts';
import { countTicketsOf, setTicketsEntered } from './tickets.store.ts';

/** Batching interval under load. */
const EACH_MS = 50;
const MAX_AT_ONCE = 500;

/** A member entering a live event, with their device. */
export interface Entering extends Omit<LeaseRequest, 'maxDevices' | 'streamId'> {
  event: Pick<Event, 'id' | 'queueId' | 'streamId'>;
}

export interface Entered {
  lease: { id: string; epoch: number };
  /** Tickets in use, including this one. */
  playing: number;
}

/**
 * Admits many at once: ticket, turn, lease and device list in one transaction. Null for members who cannot be admitted
 * this way, for whom nothing changed except their turn: no ticket, no turn, no device slot, or their row is locked by
 * others. Entering alone gives the reason.
 */
export interface Entrance {
  enter(who: Entering): Promise<Entered | null>;
  /** A member's number of tickets; batched. */
  ticketsOf(who: { eventId: number; memberId: number }): Promise<number>;
  /** A member's playback position in an event; batched. */
  positionIn(
    who: Parameters<typeof positionsOfEach>[1][number],
  ): Promise<Awaited<ReturnType<typeof positionsOfEach>>[number]>;
}

const membersOf = (coming: readonly { memberId: number }[]) => coming.map(({ memberId }) => memberId);

export function createEntrance({
  db,
  onFault,
  startLeases,
}: {
  db: Db;
  /** Called when a batch failed, before its members are admitted one by one. */
  onFault: (error: unknown) => void;
  startLeases: (tx: Tx, asked: readonly LeaseRequest[]) => Promise<ReadonlyMap<number, Entered>>;
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
          // A failed batch is retried one by one, so that one member cannot block the others.
          const begun = await db
            .transaction((tx) => enterWithin(tx, group[0]!.event, group))
            .catch((error: unknown): ReadonlyMap<number, Entered> => {
              onFault(error);
              return new Map();
            });
          for (const one of group) {
            const found = begun.get(one.memberId);
            if (found) entered.set(one, found);
          }
        }
        return coming.map((one) => entered.get(one) ?? null);
      },
      atMost: MAX_AT_ONCE,
      eachMs: EACH_MS,
      keyOf: ({ memberId }) => memberId,
    }),
    positionIn: batched({ run: (asking) => positionsOfEach(db, asking), atMost: MAX_AT_ONCE, eachMs: EACH_MS }),
    ticketsOf: batched<{ eventId: number; memberId: number }, number>({
      async run(asking) {
        const byEvent = new Map<number, ReadonlyMap<number, number>>();
        for (const [eventId, group] of Map.groupBy(asking, (one) => one.eventId))
          byEvent.set(eventId, await countTicketsOf(db, eventId, membersOf(group)));
        return asking.map(({ eventId, memberId }) => byEvent.get(eventId)?.get(memberId) ?? 0);
      },
      atMost: MAX_AT_ONCE,
      eachMs: EACH_MS,
    }),
  };
}
