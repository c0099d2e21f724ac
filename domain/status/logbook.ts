import type { Db } from '#db/database.ts';
import { countEvents } from '#domain/audit/audit.ts';
import { sealedDays } from '#domain/ledger/seals.ts';
import { countRecovered, fulfilmentDelay, SHOWN_DAYS } from '#domain/payments/payments.ts';
import type { Logbook } from './status.rules.ts';

/** With fewer than this a figure could identify a person. */
const FEWEST = 10;
const DAY_MS = 86_400_000;
/** A renewal that failed is tried again for this long. */
const GRACE_MS = 14 * DAY_MS;

/** Figures of the last thirty days that are computed from tables, never typed in. */
export async function getLogbook(db: Db, now: Date): Promise<Logbook> {
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const decided = { from: new Date(since.getTime() - GRACE_MS), to: new Date(now.getTime() - GRACE_MS) };
  const [corrections, { orders, p50Seconds, p95Seconds }, recovery, { days }] = await Promise.all([
    countEvents(db, 'articles.correct', since),
    fulfilmentDelay({ db, now }),
    countRecovered(db, decided),
    sealedDays(db, { before: null, limit: 1 }),
  ]);
  const isTold = orders >= FEWEST && p50Seconds !== null && p95Seconds !== null;
  const [seal] = days;
  return {
    corrections,
    opening: isTold ? { orders, p50Seconds, p95Seconds } : null,
    recovery: recovery.failed >= FEWEST ? recovery : null,
    seal: seal ? { dayHk: seal.dayHk, hash: seal.hash } : null,
  };
}
