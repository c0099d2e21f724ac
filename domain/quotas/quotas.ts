import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
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
  type HoldRow,
  type Standing,
} from './quotas.store.ts';

// The door: things that run out. A quota counts what is sold and what is held, never more than there is; a hold keeps some of
// it for somebody until they have paid or their time is over. Whoever changes a count locks its quota first.

export { findTakenUnits } from './quotas.store.ts';

/** Who holds: an order by its id, or whoever has none by a name of its own, such as `invitation:7`. */
export type Holder = number | `${string}:${number}`;

const nameOf = (holder: Holder): string => (typeof holder === 'number' ? `order:${holder}` : holder);

const AT_ONCE = 500;
/** How long nobody need ask the database again where nothing was left. */
const EMPTY_FOR_MS = 2_000;

/** Opens a quota, in the transaction that makes what it is of. Answers its id. */
export async function openQuota(tx: Tx, { name, total }: { name: string; total: number }): Promise<number> {
  if (!Number.isInteger(total) || total < 0) throw new DomainError('invalidParam', 'a total is a whole number');
  return insertQuota(tx, { name, total });
}

export interface AskedHold {
  quotaId: number;
  orderId: Holder;
  quantity: number;
  /** Which ones, of things that are one of a kind: as many as the quantity says. */
  units?: readonly string[];
  until: Date;
}

type Taking = Pick<HoldRow, 'id' | 'quotaId' | 'quantity' | 'units'>;

/** `left`: for who asks for less. `may_free`: some of it is only held. */
const full = (quotaId: number, { left, mayFree }: { left: number; mayFree: boolean }): DomainError =>
  new DomainError('quotaFull', { quota_id: quotaId, left, may_free: mayFree });

async function count(tx: Tx, quotaId: number, counter: 'held' | 'sold', quantity: number): Promise<void> {
  if (await countUp(tx, quotaId, counter, quantity)) return;
  const [standing] = await findStandings(tx, [quotaId]);
  if (!standing) throw new DomainError('dataNotFound', `there is no quota ${quotaId}`);
  const { total, sold, held } = standing;
  throw full(quotaId, { left: total - sold - held, mayFree: held > 0 });
}

async function takeUnits(tx: Tx, one: Taking): Promise<void> {
  const taken = await insertUnits(tx, one, one.units);
  // Another of them may be free.
  if (taken.length < one.units.length) throw full(one.quotaId, { left: 1, mayFree: true });
}

async function letGo(tx: Tx, one: HoldRow): Promise<void> {
  if (one.state === 'released') return;
  await moveCount(tx, one, one.state, null);
  await deleteUnits(tx, one.id);
  await updateHold(tx, one.id, { state: 'released' });
}

/** What somebody holds, as it stands once nobody else can change it. */
async function lockHoldsOf(tx: Tx, holder: Holder): Promise<HoldRow[]> {
  const found = await findHoldsOf(tx, nameOf(holder));
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
 * Holds some of a quota; throws `quotaFull` where so much is not left. Asked again by the same holder it holds what is asked
 * for now, in place of what it held. Call it last in a transaction: whoever else counts the same quota waits for its end, and
 * of several quotas the one with the lowest id comes first.
 */
export async function hold(tx: Tx, asked: AskedHold): Promise<void> {
  const { quotaId, orderId, quantity, until: endsAt } = asked;
  const units = [...(asked.units ?? [])];
  if (!Number.isInteger(quantity) || quantity < 1) throw new DomainError('invalidParam', 'a whole number of them');
  if (units.length > 0 && (units.length !== quantity || new Set(units).size !== quantity))
    throw new DomainError('invalidParam', 'as many different units as the quantity says');
  const holder = nameOf(orderId);
  await lockQuotas(tx, [quotaId]);
  const before = await findHold(tx, quotaId, holder);
  if (before?.state === 'sold') throw new DomainError('conflict', 'it is sold to them already');
  if (before) await letGo(tx, before);
  await count(tx, quotaId, 'held', quantity);
  const kept = { state: 'held', quantity, units, endsAt } as const;
  const id = before?.id ?? (await insertHold(tx, { quotaId, holder, ...kept }));
  if (before) await updateHold(tx, id, kept);
  await takeUnits(tx, { id, quotaId, quantity, units });
}

/**
 * What an order holds is sold. One whose hold is over takes it again, and throws `quotaFull` where it is somebody else's by
 * now: the money goes back. Run again it changes nothing.
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

/** What an order holds, or was sold, is free again. Run again it changes nothing. */
export async function releaseHeld(tx: Tx, orderId: Holder): Promise<void> {
  for (const one of await lockHoldsOf(tx, orderId)) await letGo(tx, one);
}

/**
 * Somebody went to pay: what they hold waits for them; where it is over it is held again, or `quotaFull` is thrown. Answers how
 * many holds they have.
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

/** Ends holds whose time is over: they are sold again. Answers how many. */
export async function endHolds(tx: Tx, now: Date): Promise<number> {
  const due = await findOverdueHolds(tx, now, AT_ONCE);
  if (due.length === 0) return 0;
  await lockQuotas(tx, [...new Set(due.map(({ quotaId }) => quotaId))]);
  const ids = due.map(({ id }) => id);
  // Some were paid, or prolonged, while their quota was waited for.
  const over = (await findHoldsById(tx, ids)).filter(({ state, endsAt }) => state === 'held' && endsAt <= now);
  for (const one of over) await letGo(tx, one);
  return over.length;
}

/** How quotas stand, by id. */
export async function standingOf(db: Db, ids: readonly number[]): Promise<Map<number, Standing>> {
  return new Map((await findStandings(db, ids)).map((standing) => [standing.id, standing]));
}

/** Until when each quota of a database is known to be empty, by its id. */
const emptyUntil = new WeakMap<Db, Map<number, number>>();

/** How much is left; where nothing is, the database is not asked again for two seconds, however many ask. */
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
