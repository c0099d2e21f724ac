import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import {
  countUp,
  deleteUnits,
  findHold,
  findHoldsById,
  findHoldsOf,
  findOverdueHolds,
  findStandings,
  insertHold,
  insertQuota,
  insertUnits,
  lockQuotas,
  moveCount,
  updateHold,
  updateTotal,
  type HoldRow,
  type Standing,
} from './quotas.store.ts';

// The door: limited items. A quota counts sold and held items, never more than the total; a hold reserves some until
// payment or expiry. Lock a quota before changing its counts.

export { deleteQuota as closeQuota, findTakenUnits } from './quotas.store.ts';

/** The holder: an order id, or a name such as `invitation:7` for others. */
export type Holder = number | `${string}:${number}`;

const holderKey = (holder: Holder): string => (typeof holder === 'number' ? `order:${holder}` : holder);

const AT_ONCE = 500;
/** How long an empty result is cached. */
const EMPTY_FOR_MS = 2_000;

/** Creates a quota in the caller's transaction. Returns its id. */
export async function openQuota(tx: Tx, { name, total }: { name: string; total: number }): Promise<number> {
  if (!Number.isInteger(total) || total < 0)
    throw new DomainError('invalidParam', 'the total must be a whole number, 0 or more');
  return insertQuota(tx, { name, total });
}

/** Changes a total; `conflict` with what is sold or held, if that is more. Returns the former total. */
export async function resizeQuota(tx: Tx, quotaId: number, total: number): Promise<number> {
  await lockQuotas(tx, [quotaId]);
  const [standing] = await findStandings(tx, [quotaId]);
  if (!standing) throw new DomainError('dataNotFound', `quota ${quotaId} does not exist`);
  const taken = standing.sold + standing.held;
  if (total < taken) throw refused('stock', { taken });
  await updateTotal(tx, quotaId, total);
  return standing.total;
}

export interface AskedHold {
  quotaId: number;
  orderId: Holder;
  quantity: number;
  /** Which ones, of unique items; as many as `quantity`. */
  units?: readonly string[];
  until: Date;
}

type Taking = Pick<HoldRow, 'id' | 'quotaId' | 'quantity' | 'units'>;

/** `left`: for requests of fewer. `may_free`: some are only held. */
const full = (quotaId: number, { left, mayFree }: { left: number; mayFree: boolean }): DomainError =>
  new DomainError('quotaFull', { quota_id: quotaId, left, may_free: mayFree });

async function count(tx: Tx, quotaId: number, counter: 'held' | 'sold', quantity: number): Promise<void> {
  if (await countUp(tx, quotaId, counter, quantity)) return;
  const [standing] = await findStandings(tx, [quotaId]);
  if (!standing) throw new DomainError('dataNotFound', `quota ${quotaId} does not exist`);
  const { total, sold, held } = standing;
  throw full(quotaId, { left: total - sold - held, mayFree: held > 0 });
}

async function takeUnits(tx: Tx, one: Taking): Promise<void> {
  const taken = await insertUnits(tx, one, one.units);
  // Another unit may be free.
  if (taken.length < one.units.length) throw full(one.quotaId, { left: 1, mayFree: true });
}

async function letGo(tx: Tx, one: HoldRow): Promise<void> {
  if (one.state === 'released') return;
  await moveCount(tx, one, one.state, null);
  await deleteUnits(tx, one.id);
  await updateHold(tx, one.id, { state: 'released' });
}

/** A holder's holds, read after locking their quotas. */
async function lockHoldsOf(tx: Tx, holder: Holder): Promise<HoldRow[]> {
  const found = await findHoldsOf(tx, holderKey(holder));
  if (found.length === 0) return [];
  await lockQuotas(
    tx,
    found.map(({ quotaId }) => quotaId),
  );
  return findHoldsById(
    tx,
    found.map(({ id }) => id),
  );
}

/**
 * Holds part of a quota; throws `quotaFull` if not enough is left. A repeated call by the same holder replaces its
 * hold. Call it last in a transaction, because others that change the quota wait for its end; for several quotas,
 * lowest id first.
 */
export async function hold(tx: Tx, asked: AskedHold): Promise<void> {
  const { quotaId, orderId, quantity, until: endsAt } = asked;
  const units = [...(asked.units ?? [])];
  if (!Number.isInteger(quantity) || quantity < 1)
    throw new DomainError('invalidParam', 'the quantity must be a whole number, 1 or more');
  if (units.length > 0 && (units.length !== quantity || new Set(units).size !== quantity))
    throw new DomainError('invalidParam', 'the units must be distinct and match the quantity');
  const holder = holderKey(orderId);
  await lockQuotas(tx, [quotaId]);
  const before = await findHold(tx, quotaId, holder);
  if (before?.state === 'sold') throw new DomainError('conflict', 'already sold to this buyer');
  if (before) await letGo(tx, before);
  await count(tx, quotaId, 'held', quantity);
  const kept = { state: 'held', quantity, units, endsAt } as const;
  const id = before?.id ?? (await insertHold(tx, { quotaId, holder, ...kept }));
  if (before) await updateHold(tx, id, kept);
  await takeUnits(tx, { id, quotaId, quantity, units });
}

/**
 * Marks an order's holds as sold. An expired hold is taken again, and throws `quotaFull` if it is gone; the money is
 * refunded. Idempotent.
 */
export async function sellHeld(tx: Tx, orderId: Holder): Promise<void> {
  for (const one of await lockHoldsOf(tx, orderId)) {
    if (one.state === 'sold') continue;
    if (one.state === 'held') await moveCount(tx, one, 'held', 'sold');
    else {
      await count(tx, one.quotaId, 'sold', one.quantity);
      await takeUnits(tx, one);
    }
    await updateHold(tx, one.id, { state: 'sold' });
  }
}

/** Releases what an order holds or was sold. Idempotent. */
export async function releaseHeld(tx: Tx, orderId: Holder): Promise<void> {
  for (const one of await lockHoldsOf(tx, orderId)) await letGo(tx, one);
}

/**
 * Extends a holder's holds for a payment; an expired one is taken again, or `quotaFull` is thrown. Returns the number
 * of holds.
 */
export async function prolongHeld(tx: Tx, orderId: Holder, until: Date): Promise<number> {
  const holds = await lockHoldsOf(tx, orderId);
  for (const one of holds) {
    if (one.state === 'sold') continue;
    if (one.state === 'released') {
      await count(tx, one.quotaId, 'held', one.quantity);
      await takeUnits(tx, one);
    }
    await updateHold(tx, one.id, { state: 'held', endsAt: until > one.endsAt ? until : one.endsAt });
  }
  return holds.length;
}

/** Ends expired holds. Returns how many. */
export async function endHolds(tx: Tx, now: Date): Promise<number> {
  const due = await findOverdueHolds(tx, now, AT_ONCE);
  if (due.length === 0) return 0;
  await lockQuotas(tx, [...new Set(due.map(({ quotaId }) => quotaId))]);
  const ids = due.map(({ id }) => id);
  // Some were paid or extended while waiting for the lock.
  const over = (await findHoldsById(tx, ids)).filter(({ state, endsAt }) => state === 'held' && endsAt <= now);
  for (const one of over) await letGo(tx, one);
  return over.length;
}

/** Standings by quota id. */
export async function standingOf(db: Db, ids: readonly number[]): Promise<Map<number, Standing>> {
  return new Map((await findStandings(db, ids)).map((standing) => [standing.id, standing]));
}

/** Per database, until when each quota is known to be empty. */
const emptyUntil = new WeakMap<Db, Map<number, number>>();

/** How many are left; an empty result is cached for two seconds. */
export async function leftOf(db: Db, quotaId: number, now: Date): Promise<number> {
  const known = emptyUntil.get(db) ?? new Map<number, number>();
  emptyUntil.set(db, known);
  if ((known.get(quotaId) ?? 0) > now.getTime()) return 0;
  const standing = (await standingOf(db, [quotaId])).get(quotaId);
  const left = standing ? standing.total - standing.sold - standing.held : 0;
  if (left > 0) known.delete(quotaId);
  else known.set(quotaId, now.getTime() + EMPTY_FOR_MS);
  return left;
}
