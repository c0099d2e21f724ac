import { dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';

const DAY_MS = 86_400_000;

/** Where money lies that a provider holds for us; what is to come by cheque or deposit is owed to us. */
export const clearingOf = (gateway: string): string =>
  gateway === 'offline' ? 'receivable:offline' : `clearing:${gateway}`;

/** Money that is here and pays nothing yet, or goes back. */
export const UNAPPLIED = 'unapplied';
/** Value of plans that was given up for another, until a charge uses it. */
export const CREDIT = 'credit:members';
/** The HK$1.00 by which a card is proved: never ours. */
export const CARD_CHECK = 'card_check';

/** Where what is paid for a line goes to. A gift is owed until somebody redeems it. */
export function lineAccountOf(kind: string, isDeferred: boolean): string {
  if (kind === 'gift') return 'gifts';
  return isDeferred ? `deferred:${kind}` : `income:${kind}`;
}

export const daysBetweenHk = (from: DayHk, to: DayHk): number =>
  Math.round((instantHk(to, 0).getTime() - instantHk(from, 0).getTime()) / DAY_MS);

/** What is earned of `cents` once so many of `days` are over, rounded down: what a day rounds off, a later one earns. */
export const earnedAfter = (cents: number, days: number, over: number): number =>
  Math.floor((cents * Math.min(Math.max(over, 0), days)) / days);

/** The years for which the Inland Revenue Ordinance wants the books kept (section 51C). */
const KEPT_YEARS = 7;

/** What is of an earlier year may go: seven whole years have passed since the last of it. */
export const firstYearKept = (now: Date): number => Number(dayHkOf(now).slice(0, 4)) - KEPT_YEARS;

export const firstDayKept = (now: Date): DayHk => `${firstYearKept(now)}-01-01`;

/** The newest seal and the number of seals up to it: what is kept outside the database. */
export interface LedgerHead {
  dayHk: DayHk;
  seals: number;
  /** Hexadecimal. */
  hash: string;
}

/** As it is mailed, logged and typed: `2026-11-23/812/9f86…`. */
export const headText = ({ dayHk, seals, hash }: LedgerHead): string => `${dayHk}/${seals}/${hash}`;

/** Null if the text is no ledger head. */
export function parseHead(text: string): LedgerHead | null {
  const found = /^(\d{4}-\d{2}-\d{2})\/(\d{1,9})\/([0-9a-f]{64})$/.exec(text);
  return found ? { dayHk: found[1]!, seals: Number(found[2]), hash: found[3]! } : null;
}
