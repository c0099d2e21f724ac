import type { Db, Tx } from '#db/database.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { clearingOf, daysBetweenHk, earnedAfter } from './ledger.rules.ts';
import {
  findDeferralsOf,
  findFirstOpenDay,
  insertDeferral,
  insertSettlementLines,
  insertTransfers,
  listTransfersOfOrder,
  lockDeferral,
  setLineFact,
  sumAccounts,
  sumBalances,
  sumEarned,
  sumMovements,
  updateDeferral,
  type DayTotal,
  type ReportLine,
} from './ledger.store.ts';

/** An amount that moves from one account to another. */
export interface Transfer {
  debit: string;
  credit: string;
  cents: number;
  kind: string;
  orderId?: number | null;
  factId?: number | null;
  /** Idempotency key. */
  uniqueKey: string;
  /** The open day. */
  dayHk: DayHk;
}

/** Books transfers that are new and not zero. Returns how many rows were written. */
export const post = (tx: Tx, transfers: readonly Transfer[]): Promise<number> =>
  insertTransfers(
    tx,
    transfers.filter(({ cents }) => cents > 0),
  );

/**
 * Schedules a line to be earned daily from `fromDay`; the caller has posted it to `deferred:<kind>`. Past days are
 * earned at once, on the open day.
 */
export async function defer(
  tx: Tx,
  {
    orderId,
    lineNo,
    kind,
    cents,
    fromDay,
    days,
    today,
  }: { orderId: number; lineNo: number; kind: string; cents: number; fromDay: DayHk; days: number; today: DayHk },
): Promise<void> {
  const over = Math.min(Math.max(daysBetweenHk(fromDay, today), 0), days);
  const late = earnedAfter(cents, days, over);
  await post(tx, [
    {
      debit: `deferred:${kind}`,
      credit: `income:${kind}`,
      cents: late,
      kind: 'earn',
      orderId,
      uniqueKey: `earn-late:${orderId}:${lineNo}`,
      dayHk: today,
    },
  ]);
  if (cents > late)
    await insertDeferral(tx, {
      orderId,
      lineNo,
      kind,
      cents: cents - late,
      fromDay: over > 0 ? today : fromDay,
      days: days - over,
    });
}

/** Books a day's earnings of all deferrals as income: one row per kind. Idempotent. */
export async function earnDay(db: Db, dayHk: DayHk): Promise<void> {
  await db.transaction(async (tx) => {
    const earned = await sumEarned(tx, dayHk);
    await post(
      tx,
      earned.map(({ kind, cents }) => ({
        debit: `deferred:${kind}`,
        credit: `income:${kind}`,
        cents,
        kind: 'earn',
        uniqueKey: `earn:${kind}:${dayHk}`,
        dayHk,
      })),
    );
  });
}

async function earnThrough(tx: Tx, dayHk: DayHk): Promise<void> {
  const from = await findFirstOpenDay(tx);
  if (from === null) return;
  for (let day = from; day <= dayHk; day = addDaysHk(day, 1)) await earnDay(tx, day);
}

/**
 * Deducts up to `cents` of a refund from a line's unearned part and returns the amount; the rest is earned over the
 * remaining days.
 */
export async function stopDeferral(
  tx: Tx,
  { orderId, lineNo, cents, today }: { orderId: number; lineNo: number; cents: number; today: DayHk },
): Promise<number> {
  // Earlier days are earned by the schedule as it was.
  await earnThrough(tx, addDaysHk(today, -1));
  const row = await lockDeferral(tx, orderId, lineNo);
  if (!row || row.stoppedOn !== null) return 0;
  const over = Math.min(Math.max(daysBetweenHk(row.fromDay, today), 0), row.days);
  const left = row.cents - earnedAfter(row.cents, row.days, over);
  const taken = Math.min(left, cents);
  if (left === taken) await updateDeferral(tx, row.id, { stoppedOn: today });
  else if (taken > 0)
    await updateDeferral(tx, row.id, {
      cents: left - taken,
      fromDay: over > 0 ? today : row.fromDay,
      days: row.days - over,
    });
  return taken;
}

/** Earns the rest of a line at once when its time is given up. */
export async function endDeferral(
  tx: Tx,
  { orderId, lineNo, kind, today }: { orderId: number; lineNo: number; kind: string; today: DayHk },
): Promise<void> {
  const left = await stopDeferral(tx, { orderId, lineNo, cents: Number.MAX_SAFE_INTEGER, today });
  await post(tx, [
    {
      debit: `deferred:${kind}`,
      credit: `income:${kind}`,
      cents: left,
      kind: 'earn',
      orderId,
      uniqueKey: `earn-rest:${orderId}:${lineNo}`,
      dayHk: today,
    },
  ]);
}

/** The unearned part of an order on a day: what a refund of unused time returns. */
export async function unearnedOf(db: Db, orderId: number, today: DayHk): Promise<number> {
  const rows = await findDeferralsOf(db, orderId);
  return rows.reduce(
    (sum, { cents, days, fromDay }) => sum + cents - earnedAfter(cents, days, daysBetweenHk(fromDay, today)),
    0,
  );
}

// REPORTS

/** Debits and credits of every account, by day. */
export function report(db: Db, { from, to }: { from: DayHk; to: DayHk }): Promise<ReportLine[]> {
  if (to < from) throw impossible('days-out-of-order');
  return sumAccounts(db, { from, to });
}

/** Transfers between each two accounts on some days. */
export function movements(db: Db, { from, to }: { from: DayHk; to: DayHk }): Promise<DayTotal[]> {
  if (to < from) throw impossible('days-out-of-order');
  return sumMovements(db, { from, to });
}

/** Debits less credits of every account since the start; their sum is zero. */
export const balances = (db: Db) => sumBalances(db);

/** All transfers of an order. */
export const transfersOf = (db: Db, orderId: number) => listTransfersOfOrder(db, orderId);

/** What an account has of an order: credits less debits. */
export async function creditOfOrder(db: Db, orderId: number, account: string): Promise<number> {
  const moved = await listTransfersOfOrder(db, orderId);
  return moved.reduce(
    (sum, { debit, credit, cents }) => sum + (credit === account ? cents : 0) - (debit === account ? cents : 0),
    0,
  );
}

// SETTLEMENT

interface ImportedLine {
  gatewayTxn: string;
  kind: string;
  cents: number;
  feeCents: number;
}

/** Imports a provider's settlement of a day, with fees. Lines imported before are not changed. */
export async function importSettlement(
  tx: Tx,
  gateway: string,
  { dayHk, file, lines }: { dayHk: DayHk; file: string; lines: readonly ImportedLine[] },
  now: Date,
): Promise<number> {
  const written = await insertSettlementLines(
    tx,
    lines.map(({ gatewayTxn, kind, cents, feeCents }) => ({
      gateway,
      dayHk,
      file,
      gatewayTxn,
      kind,
      cents,
      feeCents,
      importedAt: now,
    })),
  );
  await post(
    tx,
    written.map(({ gatewayTxn, kind, feeCents }) => ({
      debit: `fees:${gateway}`,
      credit: clearingOf(gateway),
      cents: feeCents,
      kind: 'fee',
      uniqueKey: `fee:${gateway}:${kind}:${gatewayTxn}`,
      dayHk: dayHkOf(now),
    })),
  );
  return written.length;
}

export { findLineOfFact, findSettlementLine } from './ledger.store.ts';

/** Links a line to the fact it settles. */
export const matchLine = (tx: Tx, lineId: number, factId: number): Promise<void> => setLineFact(tx, lineId, factId);
