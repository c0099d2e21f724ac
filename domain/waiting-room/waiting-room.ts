import { randomInt } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createArrivals } from './arrivals.ts';
import { createWaitingMembers } from './waiting-members.ts';
import { nextAskMs, ENTRY_KEPT_MS, turnTimes } from './waiting-room.rules.ts';
import {
  countEntries,
  findQueue,
  findWaiting,
  insertQueue,
  lockQueue,
  setEntered,
  setTurns,
  updateQueue,
} from './waiting-room.store.ts';

export { findEntriesOfMember } from './waiting-room.store.ts';

/** A member's standing, and when to poll again. */
export interface Waiting {
  number: number;
  /** How many are admitted first. */
  ahead: number;
  turnAt: Date;
  /** Whether their turn has come. */
  isTurn: boolean;
  askAgainMs: number;
}

/** A process's view of all waiting rooms: arrivals and standings, from memory. */
export interface WaitingRoom {
  /** A member's entry: the existing one, or a new last one. */
  come(queueId: number, memberId: number, now: Date): Promise<Waiting>;
  /** Null if they have no entry, or it expired. */
  look(queueId: number, memberId: number, now: Date): Promise<Waiting | null>;
}

const LOTS = 1_000;
/** From 0 to 1. */
const drawLot = (): number => randomInt(LOTS) / LOTS;

export function createWaitingRoom(db: Db, random: () => number = drawLot): WaitingRoom {
  const arrivals = createArrivals(db);
  const members = createWaitingMembers(db);
  const told = (entry: { number: number; turnAt: Date; ahead: number }, isEntered: boolean, now: Date): Waiting => {
    const leftMs = entry.turnAt.getTime() - now.getTime();
    return { ...entry, isTurn: isEntered || leftMs <= 0, askAgainMs: nextAskMs(leftMs, random()) };
  };
  return {
    async come(queueId, memberId, now) {
      const { id, turnAt, state } = await arrivals.add(queueId, memberId, now);
      const isEntered = state === 'entered';
      const ahead = isEntered || turnAt <= now ? 0 : await members.aheadOf(queueId, turnAt, now);
      return told({ number: id, turnAt, ahead }, isEntered, now);
    },
    async look(queueId, memberId, now) {
      const standing = await members.look(queueId, memberId, now);
      if (standing === null) return null;
      const { number, turnAt, ahead, isEntered } = standing;
      return told({ number, turnAt, ahead }, isEntered, now);
    },
  };
}

/** Creates a queue in the transaction of what it leads to. */
export const openQueue = (
  tx: Tx,
  { name, perSecond, opensAt }: { name: string; perSecond: number; opensAt: Date },
): Promise<number> => insertQueue(tx, { name, perSecond, opensAt });

/** Changes rate or opening; waiting members get new turns in order. Returns the former rate. */
export async function changeQueue(
  tx: Tx,
  queueId: number,
  change: { perSecond?: number; opensAt?: Date },
  now: Date,
): Promise<{ perSecond: number }> {
  const queue = await lockQueue(tx, queueId);
  if (queue === null) throw new DomainError('dataNotFound');
  const seenSince = new Date(now.getTime() - ENTRY_KEPT_MS);
  const waiting = await findWaiting(tx, queueId, { seenSince, now });
  const { turns, nextTurnAt } = turnTimes({ ...queue, ...change, nextTurnAt: null }, waiting.length, now);
  await setTurns(
    tx,
    waiting.map(({ id }, i) => ({ id, turnAt: turns[i]! })),
  );
  await updateQueue(tx, queueId, { ...change, nextTurnAt });
  return { perSecond: queue.perSecond };
}

/** A queue for its operator: its rate, and how many wait and were admitted. Expired entries do not count. */
export async function queueFigures(
  db: Db,
  queueId: number,
  now: Date,
): Promise<{ perSecond: number; waiting: number; entered: number }> {
  const queue = await findQueue(db, queueId);
  if (queue === null) throw new DomainError('dataNotFound');
  const counts = await countEntries(db, queueId, { seenSince: new Date(now.getTime() - ENTRY_KEPT_MS) });
  return { perSecond: queue.perSecond, ...counts };
}

/**
 * Permanently admits members whose turn has come. Others, and those with expired entries, are omitted from the result.
 */
export const enterAll = async (
  db: Db,
  queueId: number,
  asking: readonly { memberId: number; now: Date }[],
): Promise<ReadonlySet<number>> => new Set(await setEntered(db, queueId, asking, ENTRY_KEPT_MS));

/** Same, for one member. */
export const enter = async (db: Db, queueId: number, memberId: number, now: Date): Promise<boolean> =>
  (await enterAll(db, queueId, [{ memberId, now }])).has(memberId);
