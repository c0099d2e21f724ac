import { randomInt } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createArrivals } from './arrivals.ts';
import { createLine } from './line.ts';
import { nextAskMs, PLACE_KEPT_MS, turnTimes } from './waiting-room.rules.ts';
import { findWaiting, insertQueue, lockQueue, setEntered, setTurns, updateQueue } from './waiting-room.store.ts';

export { findPlacesOfMember } from './waiting-room.store.ts';

/** Where a member stands, and when to ask again. */
export interface Waiting {
  number: number;
  /** How many are let in before. */
  ahead: number;
  turnAt: Date;
  /** Their turn has come. */
  isTurn: boolean;
  askAgainMs: number;
}

/** A process's part of all waiting rooms: who comes, and where they stand, from memory. */
export interface WaitingRoom {
  /** The place of a member: the one they have, or the last of all. */
  come(queueId: number, memberId: number, now: Date): Promise<Waiting>;
  /** Null: they have no place, or lost it. */
  look(queueId: number, memberId: number, now: Date): Promise<Waiting | null>;
}

const LOTS = 1_000;
/** 0 to 1. */
const drawLot = (): number => randomInt(LOTS) / LOTS;

export function createWaitingRoom(db: Db, random: () => number = drawLot): WaitingRoom {
  const arrivals = createArrivals(db);
  const line = createLine(db);
  const told = (place: { number: number; turnAt: Date; ahead: number }, isEntered: boolean, now: Date): Waiting => {
    const leftMs = place.turnAt.getTime() - now.getTime();
    return { ...place, isTurn: isEntered || leftMs <= 0, askAgainMs: nextAskMs(leftMs, random()) };
  };
  return {
    async come(queueId, memberId, now) {
      const { id, turnAt, state } = await arrivals.add(queueId, memberId, now);
      const isEntered = state === 'entered';
      const ahead = isEntered || turnAt <= now ? 0 : await line.aheadOf(queueId, turnAt, now);
      return told({ number: id, turnAt, ahead }, isEntered, now);
    },
    async look(queueId, memberId, now) {
      const standing = await line.look(queueId, memberId, now);
      if (standing === null) return null;
      const { number, turnAt, ahead, isEntered } = standing;
      return told({ number, turnAt, ahead }, isEntered, now);
    },
  };
}

/** Opens a queue, in the transaction that makes what it is before. */
export const openQueue = (
  tx: Tx,
  { name, perSecond, opensAt }: { name: string; perSecond: number; opensAt: Date },
): Promise<number> => insertQueue(tx, { name, perSecond, opensAt });

/** Another rate, or another opening: those who wait get new turns, in their order. */
export async function changeQueue(
  tx: Tx,
  queueId: number,
  change: { perSecond?: number; opensAt?: Date },
  now: Date,
): Promise<void> {
  const queue = await lockQueue(tx, queueId);
  if (queue === null) throw new DomainError('dataNotFound');
  const seenSince = new Date(now.getTime() - PLACE_KEPT_MS);
  const waiting = await findWaiting(tx, queueId, { seenSince, now });
  const { turns, nextTurnAt } = turnTimes({ ...queue, ...change, nextTurnAt: null }, waiting.length, now);
  await setTurns(
    tx,
    waiting.map(({ id }, i) => ({ id, turnAt: turns[i]! })),
  );
  await updateQueue(tx, queueId, { ...change, nextTurnAt });
}

/** Lets in, for good, those members whose turn has come. Others, and who lost their place, are not among the answer. */
export const enterAll = async (
  db: Db,
  queueId: number,
  asking: readonly { memberId: number; now: Date }[],
): Promise<ReadonlySet<number>> => new Set(await setEntered(db, queueId, asking, PLACE_KEPT_MS));

/** The same of one. */
export const enter = async (db: Db, queueId: number, memberId: number, now: Date): Promise<boolean> =>
  (await enterAll(db, queueId, [{ memberId, now }])).has(memberId);
