import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf, minuteHkOf, type DayHk } from '#shared/hk-time.ts';
import { clearingOf, daysBetweenHk, earnedAfter } from './ledger.rules.ts';
import {
  findDeferralsOf,
  findFirstDay,
  findLastSeal,
  insertDeferral,
  insertSeal,
  insertSettlementLines,
  insertTransfers,
  listDayTotals,
  listSeals,
  listTransfersOfDay,
  listTransfersOfOrder,
  lockDeferral,
  lockSeals,
  setLineFact,
  sumAccounts,
  sumBalances,
  sumEarned,
  updateDeferral,
  type ReportLine,
} from './ledger.store.ts';

/** So long after midnight a day is sealed: whatever was begun before it is over. */
const SEALED_AFTER_MINUTES = 180;

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

/** First day that is not sealed; null while the books are empty. */
async function openFrom(db: Db): Promise<DayHk | null> {
  const last = await findLastSeal(db);
  return last ? addDaysHk(last.dayHk, 1) : findFirstDay(db);
}

async function earnThrough(tx: Tx, dayHk: DayHk): Promise<void> {
  const from = await openFrom(tx);
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

// SEALS

function hashOf(previous: Buffer | null, rows: Awaited<ReturnType<typeof listTransfersOfDay>>): Buffer {
  const hash = createHash('sha256');
  if (previous) hash.update(previous);
  for (const { id, debit, credit, cents, kind, orderId, factId, uniqueKey } of rows)
    hash.update(`${JSON.stringify([id, debit, credit, cents, kind, orderId, factId, uniqueKey])}\n`);
  return hash.digest();
}

/** Closes a day that is over: earns it, and seals its rows with the seal of the day before. False where it is sealed. */
export async function sealDay(db: Db, dayHk: DayHk, now: Date): Promise<boolean> {
  if (dayHk >= dayHkOf(now)) throw new DomainError('conflict', `${dayHk} is not over`);
  return db.transaction(async (tx) => {
    await lockSeals(tx);
    const last = await findLastSeal(tx);
    if (last && dayHk <= last.dayHk) return false;
    if (last && dayHk !== addDaysHk(last.dayHk, 1))
      throw new DomainError('conflict', `the day after ${last.dayHk} is sealed first`);
    await earnDay(tx, dayHk);
    const rows = await listTransfersOfDay(tx, dayHk);
    const previous = last?.hash ?? null;
    await insertSeal(tx, {
      dayHk,
      transfers: rows.length,
      cents: rows.reduce((sum, { cents }) => sum + cents, 0),
      previous,
      hash: hashOf(previous, rows),
      sealedAt: now,
    });
    return true;
  });
}

/** Clock: closes every day that is over for three hours, the oldest first. Answers how many. */
export async function closeDays(db: Db, now: Date): Promise<number> {
  const today = dayHkOf(now);
  const end = minuteHkOf(now) >= SEALED_AFTER_MINUTES ? today : addDaysHk(today, -1);
  let sealed = 0;
  for (let day = await openFrom(db); day !== null && day < end; day = addDaysHk(day, 1))
    if (await sealDay(db, day, now)) sealed += 1;
  return sealed;
}

interface DayTotal {
  debit: string;
  credit: string;
  transfers: number;
  cents: number;
}

const sumOf = (totals: readonly DayTotal[], of: 'transfers' | 'cents'): number =>
  totals.reduce((sum, total) => sum + total[of], 0);

/** Whether totals say of each two accounts what the rows do: reports read totals alone. */
function isSumOf(
  totals: readonly DayTotal[],
  rows: readonly { debit: string; credit: string; cents: number }[],
): boolean {
  const byAccounts = Map.groupBy(rows, ({ debit, credit }) => `${debit} ${credit}`);
  return (
    totals.length === byAccounts.size &&
    totals.every(({ debit, credit, transfers, cents }) => {
      const own = byAccounts.get(`${debit} ${credit}`) ?? [];
      return own.length === transfers && own.reduce((sum, row) => sum + row.cents, 0) === cents;
    })
  );
}

/**
 * Days whose rows, totals, or place in the chain are not as they were sealed. Before `rowsFrom` rows may be gone by law: such a
 * day is held by the sums of its totals.
 */
export async function checkSeals(db: Db, rowsFrom?: DayHk): Promise<DayHk[]> {
  const broken: DayHk[] = [];
  let previous: Buffer | null = null;
  for (const { dayHk, transfers, cents, ...seal } of await listSeals(db)) {
    const rows = await listTransfersOfDay(db, dayHk);
    const isForgotten = rows.length === 0 && rowsFrom !== undefined && dayHk < rowsFrom;
    const totals = await listDayTotals(db, dayHk);
    const isWhole =
      (previous === null ? seal.previous === null : (seal.previous?.equals(previous) ?? false)) &&
      (isForgotten || seal.hash.equals(hashOf(previous, rows))) &&
      (isForgotten || isSumOf(totals, rows)) &&
      sumOf(totals, 'transfers') === transfers &&
      sumOf(totals, 'cents') === cents;
    if (!isWhole) broken.push(dayHk);
    previous = seal.hash;
  }
  return broken;
}

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
