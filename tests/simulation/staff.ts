import { closeWork } from '#domain/payments/operations/work.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { ACCOUNTS, type BankName } from './accounts.ts';
import { heldBy } from './payers.ts';
import type { Town } from './town.ts';

// Staff process the list of work items as described in docs/operations/money.md.

/**
 * Staff's manual refunds in the banks' portals, for refunds with unknown outcome that did not happen. Returns the
 * attempts refunded.
 */
export async function payBackByHand(database: TestDatabase, town: Town, pressed: Set<string>): Promise<number[]> {
  const { rows } = await database.pool.query<{
    refund: string;
    attempt: number;
    cents: number;
    gateway: BankName;
    number: string;
    ref: string | null;
    txn: string;
    isChargedBack: boolean;
  }>(
    `select r.number as refund, a.id as attempt, r.cents, a.gateway, a.number, a.gateway_ref as ref, f.gateway_txn as txn,
         exists (select from payment_facts c where c.attempt_id = a.id and c.kind = 'chargeback') as "isChargedBack"
       from work_items w join refunds r on w.subject = 'refund:' || r.number
       join payment_attempts a on a.id = r.attempt_id join payment_facts f on f.id = r.paid_fact_id
      where w.kind = 'failed_refund' and w.closed_at is null`,
  );
  for (const { refund, cents, gateway, number, ref, txn, isChargedBack } of rows) {
    const held = await heldBy(town, gateway, number);
    if (held < cents) {
      // Its bank took the money first, or the amount is false: more than the bank holds.
      if (isChargedBack) await town.call('withdraw', { number: refund });
      continue;
    }
    // The reply may be lost and the refund takes the bank some time, so a second request would refund too much.
    if (gateway === 'paydollar') {
      if (pressed.has(refund)) continue;
      const { merchantId, loginId, password } = ACCOUNTS.paydollar;
      const amount = (cents / 100).toFixed(2);
      const asked = { merchantId, loginId, password, actionType: 'RequestRefund', payRef: txn, amount };
      const reply = await fetch(`${town.bank(gateway)}/merchant/api/orderApi.jsp`, {
        method: 'POST',
        body: new URLSearchParams(asked),
      })
        .then((answer) => answer.text())
        .catch(() => null);
      // A refused request is retried; one without a reply may have been accepted.
      if (reply === null || reply.includes('resultCode=0')) pressed.add(refund);
    } else await town.press(`${town.bank(gateway)}/_sim/deals/${gateway === 'jetco' ? number : ref}/refund`, {});
    if ((await heldBy(town, gateway, number)) === held - cents) await town.call('paid-back', { number: refund });
  }
  const others = [...(await payBackSurplus(database, town)), ...(await payBackUnclear(database, town))];
  return [...rows.map(({ attempt }) => attempt), ...others];
}

/** Surplus reported only by a file: refunded in the portal and reported by the next file. */
async function payBackSurplus(database: TestDatabase, town: Town): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number; attempt: number; gateway: BankName; number: string }>(
    `select w.id, a.id as attempt, a.gateway, a.number from work_items w join payment_attempts a on a.id = w.attempt_id
      where w.kind = 'settled_surplus' and w.closed_at is null`,
  );
  for (const { id, gateway, number } of rows) {
    if ((await heldBy(town, gateway, number)) > 0)
      await town.press(`${town.bank(gateway)}/_sim/deals/${number}/refund`, {});
    if ((await heldBy(town, gateway, number)) === 0) await closeItem(database, id);
  }
  return rows.map(({ attempt }) => attempt);
}

const closeItem = ({ db }: TestDatabase, id: number): Promise<void> =>
  db.transaction((tx) => closeWork(tx, { who: 'staff', why: 'given back in the portal' }, id, new Date()));

/**
 * A different amount that only a JETCO file reports is not booked: staff refund it in the portal, and that refund too
 * is only reported by a file.
 */
async function payBackUnclear(database: TestDatabase, town: Town): Promise<number[]> {
  const unclear = await findUnclear(database);
  for (const { gateway, number } of unclear)
    if ((await heldBy(town, gateway, number)) > 0)
      await town.press(`${town.bank(gateway)}/_sim/deals/${number}/refund`, {});
  return unclear.map(({ attempt }) => attempt);
}

const findUnclear = async ({ pool }: TestDatabase) =>
  (
    await pool.query<{ id: number; attempt: number; gateway: BankName; number: string }>(
      `select w.id, a.id as attempt, a.gateway, a.number from work_items w join payment_attempts a on a.id = w.attempt_id
        where w.kind = 'settlement_unclear' and w.closed_at is null and a.gateway = 'jetco'
          and w.detail->>'doubt' in ('another amount', 'nothing paid')`,
    )
  ).rows;

/** Closes items that staff settled in portals, once all files are read: reading a file again would reopen them. */
export async function closeSettled(database: TestDatabase, town: Town, inPortal: ReadonlySet<number>): Promise<void> {
  const { rows } = await database.pool.query<{ id: number; attempt: number }>(
    `select id, attempt_id as attempt from work_items where kind = 'unasked_refund' and closed_at is null`,
  );
  for (const { id, attempt } of rows) if (inPortal.has(attempt)) await closeItem(database, id);
  for (const { id, gateway, number } of await findUnclear(database))
    if ((await heldBy(town, gateway, number)) === 0) await closeItem(database, id);
}
