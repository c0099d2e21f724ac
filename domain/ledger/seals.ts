import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
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
  listTransfersOfDay,
  lockSeals,
  type DayTotal,
  type SealedTransfer,
} from './ledger.store.ts';

// Seals make a change to closed books visible. Each covers every column of the rows of its day, the totals that reports read,
// and the seal before it, under a key that is not in the database. The newest seal has none after it, so its hash and the
// number of seals are also kept elsewhere, as the ledger head: in a mail each day, in the log and in every backup.

/** A day is sealed this many minutes after midnight, when transactions that began before it are over. */
const SEALED_AFTER_MINUTES = 180;

export interface SealServices {
  db: Db;
  /** `LEDGER_KEY`. */
  ledgerKey: string;
}

type Seal = Awaited<ReturnType<typeof listSeals>>[number];

/** One line a row: all of its columns. */
function hashRows(rows: readonly SealedTransfer[]): Buffer {
  const hash = createHash('sha256');
  for (const { id, dayHk, debit, credit, cents, kind, orderId, factId, uniqueKey, createdAt } of rows)
    hash.update(
      `${JSON.stringify([id, dayHk, debit, credit, cents, kind, orderId, factId, uniqueKey, createdAt.toISOString()])}\n`,
    );
  return hash.digest();
}

/** The hash of seals that were made before seals had a key. */
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
 * Closes a day that is over: earns its income and seals it. Answers false if it is sealed already. Throws `conflict` for a day
 * that is not over, and for one whose day before is not sealed.
 */
export async function sealDay({ db, ledgerKey }: SealServices, dayHk: DayHk, now: Date): Promise<boolean> {
  if (dayHk >= dayHkOf(now)) throw new DomainError('conflict', `${dayHk} is not over`);
  return db.transaction(async (tx) => {
    await lockSeals(tx);
    const last = await findLastSeal(tx);
    if (last && dayHk <= last.dayHk) return false;
    if (last && dayHk !== addDaysHk(last.dayHk, 1))
      throw new DomainError('conflict', `the day after ${last.dayHk} is sealed first`);
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

/** Seals every day that ended three hours ago or earlier, the oldest first. Answers how many. */
export async function closeDays(services: SealServices, now: Date): Promise<number> {
  const today = dayHkOf(now);
  const end = minuteHkOf(now) >= SEALED_AFTER_MINUTES ? today : addDaysHk(today, -1);
  let sealed = 0;
  for (let day = await findFirstOpenDay(services.db); day !== null && day < end; day = addDaysHk(day, 1))
    if (await sealDay(services, day, now)) sealed += 1;
  return sealed;
}

/** What is to be kept outside the database; null while nothing is sealed. */
export async function ledgerHead(db: Db | Tx): Promise<LedgerHead | null> {
  const last = await findLastSeal(db);
  return last ? { dayHk: last.dayHk, seals: await countSeals(db, last.dayHk), hash: last.hash.toString('hex') } : null;
}

/** Mails the ledger head, once for each; answers it if this call wrote the mail. */
export function mailLedgerHead(db: Db, to: string): Promise<LedgerHead | null> {
  return db.transaction(async (tx) => {
    const head = await ledgerHead(tx);
    return head && (await queueMail(tx, ledgerHeadMail(head, to))) ? head : null;
  });
}

const sumOf = (totals: readonly DayTotal[], of: 'transfers' | 'cents'): number =>
  totals.reduce((sum, total) => sum + total[of], 0);

/** Whether the totals of each pair of accounts agree with the rows. */
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
 * Days that are not as they were sealed: their rows, their totals, or their place in the chain. `rowsFrom`: rows of earlier days
 * may have been deleted by law; such a day is held by its totals and, if it was sealed with a key, by the hash over them.
 * `head`: what was kept outside the database; its day is named if that seal is gone, was made again, or has lost one before it.
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
        : // No seal without a key follows one with a key.
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
