import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf, minuteHkOf, type DayHk } from '#shared/hk-time.ts';
import { ledgerHeadMail } from './ledger.mail.ts';
import type { LedgerHead } from './ledger.rules.ts';
import { earnDay } from './ledger.ts';
import {
  countSeals,
  findFirstOpenDay,
  findLastSeal,
  insertDayTotals,
  insertSeal,
  listDayTotals,
  listSeals,
  listSealsBefore,
  listTransfersOfDay,
  lockSeals,
  type DayTotal,
  type SealedTransfer,
} from './ledger.store.ts';

// Seals make changes to closed books detectable. Each covers every column of its day's rows, the totals that reports
// read, and the previous seal, with a key that is not in the database. The newest seal has no successor, so its hash
// and the number of seals are also kept elsewhere as the ledger head: mailed daily, logged, and in every backup.

/** Minutes after midnight at which a day is sealed, when transactions that began before midnight have ended. */
const SEALED_AFTER_MINUTES = 180;

export interface SealServices {
  db: Db;
  /** `LEDGER_KEY`. */
  ledgerKey: string;
}

type Seal = Awaited<ReturnType<typeof listSeals>>[number];

/** One line per row, with all columns. */
function hashRows(rows: readonly SealedTransfer[]): Buffer {
  const hash = createHash('sha256');
  for (const { id, dayHk, debit, credit, cents, kind, orderId, factId, uniqueKey, createdAt } of rows)
    hash.update(
      `${JSON.stringify([id, dayHk, debit, credit, cents, kind, orderId, factId, uniqueKey, createdAt.toISOString()])}\n`,
    );
  return hash.digest();
}

/** The hash of seals made before seals had a key. */
function hashWithoutKey(previous: Buffer | null, rows: readonly SealedTransfer[]): Buffer {
  const hash = createHash('sha256');
  if (previous) hash.update(previous);
  for (const { id, debit, credit, cents, kind, orderId, factId, uniqueKey } of rows)
    hash.update(`${JSON.stringify([id, debit, credit, cents, kind, orderId, factId, uniqueKey])}\n`);
  return hash.digest();
}

function sign(
  ledgerKey: string,
  { dayHk, transfers, cents, previous, rowsHash, sealedAt }: Omit<Seal, 'hash'>,
  totals: readonly DayTotal[],
): Buffer {
  const lines = totals.map((total) => [total.debit, total.credit, total.transfers, total.cents]);
  const sealed = [dayHk, transfers, cents, previous?.toString('hex'), rowsHash?.toString('hex'), sealedAt, lines];
  return createHmac('sha256', ledgerKey).update(JSON.stringify(sealed)).digest();
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/**
 * Closes a past day: earns its income and seals it. Returns false if already sealed. Throws `conflict` if the day is
 * not over or the day before is not sealed.
 */
export async function sealDay({ db, ledgerKey }: SealServices, dayHk: DayHk, now: Date): Promise<boolean> {
  if (dayHk >= dayHkOf(now)) throw new DomainError('conflict', `${dayHk} has not ended yet`);
  return db.transaction(async (tx) => {
    await lockSeals(tx);
    const last = await findLastSeal(tx);
    if (last && dayHk <= last.dayHk) return false;
    if (last && dayHk !== addDaysHk(last.dayHk, 1))
      throw new DomainError('conflict', `the day after ${last.dayHk} must be sealed first`);
    await earnDay(tx, dayHk);
    const rows = await listTransfersOfDay(tx, dayHk);
    await insertDayTotals(tx, dayHk);
    const seal = {
      dayHk,
      transfers: rows.length,
      cents: rows.reduce((sum, { cents }) => sum + cents, 0),
      previous: last?.hash ?? null,
      rowsHash: hashRows(rows),
      sealedAt: now,
    };
    await insertSeal(tx, { ...seal, hash: sign(ledgerKey, seal, await listDayTotals(tx, dayHk)) });
    return true;
  });
}

/** Seals all days that ended at least three hours ago, oldest first. Returns how many. */
export async function closeDays(services: SealServices, now: Date): Promise<number> {
  const today = dayHkOf(now);
  const end = minuteHkOf(now) >= SEALED_AFTER_MINUTES ? today : addDaysHk(today, -1);
  let sealed = 0;
  for (let day = await findFirstOpenDay(services.db); day !== null && day < end; day = addDaysHk(day, 1))
    if (await sealDay(services, day, now)) sealed += 1;
  return sealed;
}

/** Same, by hand. */
export const closeDaysByHand = (tx: Tx, { ledgerKey }: Pick<SealServices, 'ledgerKey'>, hand: Hand, now: Date) =>
  tx.transaction(async (inner) => {
    const days = await closeDays({ db: inner, ledgerKey }, now);
    const subject = ['ledger-day', dayHkOf(now)] as const;
    await recordAudit(inner, hand, { action: 'ledger.close-days', subject, after: { days } }, now);
    return days;
  });

/** Sealed days before a day, newest first, and the first day that is still open; null while the books are empty. */
export async function sealedDays(db: Db, { before, limit }: { before: DayHk | null; limit: number }) {
  const seals = await listSealsBefore(db, before, limit);
  return {
    firstOpenDay: await findFirstOpenDay(db),
    days: seals.map(({ dayHk, transfers, cents, sealedAt, hash }) => ({
      dayHk,
      transfers,
      cents,
      sealedAt,
      hash: hash.toString('hex'),
    })),
  };
}

/** The ledger head to keep outside the database; null if nothing is sealed. */
export async function ledgerHead(db: Db | Tx): Promise<LedgerHead | null> {
  const last = await findLastSeal(db);
  return last ? { dayHk: last.dayHk, seals: await countSeals(db, last.dayHk), hash: last.hash.toString('hex') } : null;
}

/** Mails the ledger head, once each; returns it if this call queued the mail. */
export function mailLedgerHead(db: Db, to: string): Promise<LedgerHead | null> {
  return db.transaction(async (tx) => {
    const head = await ledgerHead(tx);
    return head && (await queueMail(tx, ledgerHeadMail(head, to))) ? head : null;
  });
}

const sumOf = (totals: readonly DayTotal[], of: 'transfers' | 'cents'): number =>
  totals.reduce((sum, total) => sum + total[of], 0);

/** Whether the totals of each pair of accounts match the rows. */
function isSumOf(totals: readonly DayTotal[], rows: readonly SealedTransfer[]): boolean {
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
 * Returns days that differ from their seal in rows, totals or place in the chain. `rowsFrom`: rows of earlier days may
 * have been deleted by law; such a day is verified by its totals and, if sealed with a key, the hash over them. `head`:
 * the head kept outside the database; its day is returned if that seal is missing, was made again, or lost a
 * predecessor.
 */
export async function checkSeals(
  { db, ledgerKey }: SealServices,
  { rowsFrom, head }: { rowsFrom?: DayHk; head?: LedgerHead | undefined } = {},
): Promise<DayHk[]> {
  const broken = new Set<DayHk>();
  const seals = await listSeals(db);
  let before: Seal | null = null;
  for (const seal of seals) {
    const { dayHk, transfers, cents, previous, rowsHash, hash } = seal;
    const rows = await listTransfersOfDay(db, dayHk);
    const totals = await listDayTotals(db, dayHk);
    const isForgotten = rows.length === 0 && rowsFrom !== undefined && dayHk < rowsFrom;
    const isSigned =
      rowsHash !== null
        ? isEqual(hash, sign(ledgerKey, seal, totals)) && (isForgotten || isEqual(rowsHash, hashRows(rows)))
        : // A seal without a key never follows one with a key.
          !before?.rowsHash && (isForgotten || isEqual(hash, hashWithoutKey(previous, rows)));
    const isNext =
      before === null
        ? previous === null
        : previous !== null && isEqual(previous, before.hash) && dayHk === addDaysHk(before.dayHk, 1);
    const isWhole =
      isNext &&
      isSigned &&
      (isForgotten || isSumOf(totals, rows)) &&
      sumOf(totals, 'transfers') === transfers &&
      sumOf(totals, 'cents') === cents;
    if (!isWhole) broken.add(dayHk);
    before = seal;
  }
  if (head) {
    const kept = seals.findIndex(({ dayHk }) => dayHk === head.dayHk);
    if (kept + 1 !== head.seals || seals[kept]?.hash.toString('hex') !== head.hash) broken.add(head.dayHk);
  }
  return [...broken].toSorted();
}
