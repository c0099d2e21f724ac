import { dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';

const DAY_MS = 86_400_000;

/** The account of money a provider holds for us. Expected cheques and deposits are receivables. */
export const clearingOf = (gateway: string): string =>
  gateway === 'offline' ? 'receivable:offline' : `clearing:${gateway}`;

/** Money received that pays nothing yet, or is being refunded. */
export const UNAPPLIED = 'unapplied';
/** Value of plans given up for others, until a charge uses it. */
export const CREDIT = 'credit:members';
/** Held for gifts that were not redeemed. */
export const GIFTS = 'gifts';
/** The HK$1.00 of card checks: never ours. */
export const CARD_CHECK = 'card_check';

/** The account that a line's price is booked to. A gift is a liability until redeemed. */
export function lineAccountOf(kind: string, isDeferred: boolean): string {
  if (kind === 'gift') return GIFTS;
  return isDeferred ? `deferred:${kind}` : `income:${kind}`;
}

export const daysBetweenHk = (from: DayHk, to: DayHk): number =>
  Math.round((instantHk(to, 0).getTime() - instantHk(from, 0).getTime()) / DAY_MS);

/** The part of `cents` earned after `over` of `days`, rounded down; a later day earns the remainder. */
export const earnedAfter = (cents: number, days: number, over: number): number =>
  Math.floor((cents * Math.min(Math.max(over, 0), days)) / days);

/** Retention of the books under the Inland Revenue Ordinance, section 51C, in years. */
export const KEPT_YEARS = 7;

/** Earlier years can be deleted: seven whole years have passed since their end. */
export const firstYearKept = (now: Date): number => Number(dayHkOf(now).slice(0, 4)) - KEPT_YEARS;

export const firstDayKept = (now: Date): DayHk => `${firstYearKept(now)}-01-01`;

/** The newest seal and the number of seals up to it, kept outside the database. */
export interface LedgerHead {
  dayHk: DayHk;
  seals: number;
  /** Hexadecimal. */
  hash: string;
}

/** Text form for mail, log and command line: `2026-11-23/812/9f86…`. */
export const headText = ({ dayHk, seals, hash }: LedgerHead): string => `${dayHk}/${seals}/${hash}`;

/** Null if the text is no ledger head. */
export function parseHead(text: string): LedgerHead | null {
  const found = /^(\d{4}-\d{2}-\d{2})\/(\d{1,9})\/([0-9a-f]{64})$/.exec(text);
  return found ? { dayHk: found[1]!, seals: Number(found[2]), hash: found[3]! } : null;
}
