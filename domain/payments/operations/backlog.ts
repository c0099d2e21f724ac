import type { Db } from '#db/database.ts';
import { countRefunds } from '#domain/payments/facts/facts.store.ts';
import { countAttempts, countUnfulfilled, countUnknown } from '#domain/payments/payments.store.ts';
import { fulfilmentDelaySince } from '#domain/payments/orders/fulfilment-delay.ts';
import { countOpenWork } from './work.store.ts';

const HOUR_MS = 3_600_000;

/** Payment backlog for metrics. */
export async function paymentBacklog({ db, now }: { db: Db; now: Date }) {
  const ageOf = (at: Date | null) => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : 0);
  const [attempts, unknown, unfulfilled, refunds, work, opening] = await Promise.all([
    countAttempts(db, new Date(now.getTime() - HOUR_MS)),
    countUnknown(db),
    countUnfulfilled(db),
    countRefunds(db),
    countOpenWork(db),
    fulfilmentDelaySince(db, new Date(now.getTime() - HOUR_MS)),
  ]);
  return {
    attempts,
    unknown: unknown.map(({ gateway, attempts: count, oldestAt }) => ({
      gateway,
      attempts: count,
      oldestSeconds: ageOf(oldestAt),
    })),
    unfulfilled: { orders: unfulfilled.orders, oldestSeconds: ageOf(unfulfilled.oldestAt) },
    refunds,
    work: work.map(({ kind, items, oldestAt }) => ({ kind, items, oldestSeconds: ageOf(oldestAt) })),
    opening,
  };
}
