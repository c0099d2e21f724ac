import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { endHolds } from '#domain/quotas/quotas.ts';
import { deleteOldGuests } from './guests.store.ts';
import { LINK_GUEST, linkGuest } from './linking.ts';
import { deleteSilentEntries } from './sale-queue.store.ts';
import { ENTRY_KEPT_MS, ORDERLESS_KEPT_DAYS } from './sales.rules.ts';

const CLOCK = 'sales-clock';
const FORGET_GUESTS = 'sales-forget-guests';
const DAY_MS = 86_400_000;
/** Retention of guests never verified. */
const UNPROVED_KEPT_MS = DAY_MS;

const payloadSchema = z.object({ memberId: z.number().int() });

export const salesTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [LINK_GUEST]: (payload) => linkGuest(db, payloadSchema.parse(payload).memberId),
  [CLOCK]: async () => {
    const now = clock();
    // Also of orders nobody requests any more.
    await db.transaction((tx) => endHolds(tx, now));
    await deleteSilentEntries(db, new Date(now.getTime() - ENTRY_KEPT_MS));
  },
  [FORGET_GUESTS]: () => {
    const now = clock();
    const before = (ms: number) => new Date(now.getTime() - ms);
    return deleteOldGuests(db, {
      now,
      unprovedBefore: before(UNPROVED_KEPT_MS),
      orderlessBefore: before(ORDERLESS_KEPT_DAYS * DAY_MS),
    });
  },
});

export const salesCron: CronItem[] = [
  { task: CLOCK, match: '* * * * *', identifier: CLOCK, options: { maxAttempts: 1 } },
  { task: FORGET_GUESTS, match: '25 20 * * *', identifier: FORGET_GUESTS, options: { maxAttempts: 3 } },
];
