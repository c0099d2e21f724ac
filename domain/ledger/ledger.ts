import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
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
  updateDeferral,
  type ReportLine,
} from './ledger.store.ts';

/** Cents that move from one account to another. */
export interface Transfer {
  debit: string;
  credit: string;
  cents: number;
  kind: string;
  orderId?: number | null;
  factId?: number | null;
  /** The same again is not written twice. */
  uniqueKey: string;
  /** The day that is open. */
  dayHk: DayHk;
}

/** Writes into the books what was not written before; nothing of nought. Answers how many rows that were. */
export const post = (tx: Tx, transfers: readonly Transfer[]): Promise<number> =>
  insertTransfers(
    tx,
    transfers.filter(({ cents }) => cents > 0),
  );

/**
 * Has a line earned by the day from `fromDay` on: the caller has posted it to `deferred:<kind>`. Days that are over already
 * are earned at once, on the day that is open.
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

/** Books as income what a day earns of all that is deferred: one row a kind, once however often it is called. */
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
 * Takes what goes back of a line out of what is still to be earned, up to `cents`, and answers how much that was; the rest is
 * earned over the days that are left.
 */
export async function stopDeferral(
  tx: Tx,
  { orderId, lineNo, cents, today }: { orderId: number; lineNo: number; cents: number; today: DayHk },
): Promise<number> {
  // The days before today are earned by the schedule as it was.
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

/** Earns at once what is left of a line whose time is given up. */
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

/** What of an order is not earned yet on a day: what a refund by time used gives back. */
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
  if (to < from) throw new DomainError('invalidParam', 'the last day is before the first');
  return sumAccounts(db, { from, to });
}

/** Debits less credits of every account, of all time: their sum is nought. */
export const balances = (db: Db) => sumBalances(db);

/** What an order moved. */
export const transfersOf = (db: Db, orderId: number) => listTransfersOfOrder(db, orderId);

// SETTLEMENT

interface ImportedLine {
  gatewayTxn: string;
  kind: string;
  cents: number;
  feeCents: number;
}

/** Takes over what a provider says that it settled on a day, with its fees. What was taken over before stays as it was. */
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

/** Says which fact a line is about. */
export const matchLine = (tx: Tx, lineId: number, factId: number): Promise<void> => setLineFact(tx, lineId, factId);
