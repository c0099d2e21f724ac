import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { END_ATTEMPTS, endAttempts } from './attempts/attempts.ts';
import { queryDueAttempts } from './attempts/queries.ts';
import { expireOrders, retryUnfulfilled } from './operations/clock.ts';
import { ACCESS_CHANGED, SEND_REFUNDS } from './refunds/reversals.ts';
import type { PaymentServices } from './payments.types.ts';
import { sendDueRefunds } from './refunds/refunds.ts';

const LOOK = 'payment-clock';
const payloadSchema = z.object({ memberId: z.number().int() });
const orderPayload = z.object({ orderId: z.number().int() });

/** Worker tasks of payments. */
export const paymentTasks = (services: PaymentServices): Record<string, Task> => ({
  [ACCESS_CHANGED]: (payload) => services.onAccessChanged(payloadSchema.parse(payload).memberId),
  [END_ATTEMPTS]: (payload) => endAttempts(services, orderPayload.parse(payload).orderId),
  [SEND_REFUNDS]: async () => void (await sendDueRefunds(services)),
  [LOOK]: async () => {
    const done = await Promise.allSettled([retryUnfulfilled(services), expireOrders(services)]);
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  },
});

export const paymentCron: CronItem[] = [
  { task: LOOK, match: '* * * * *', identifier: LOOK, options: { maxAttempts: 1 } },
];

/** Runs once what is due now; called by a timer of the worker each second. */
export async function lookAtProviders(services: PaymentServices): Promise<void> {
  // Independent of each other, including failures.
  const done = await Promise.allSettled([queryDueAttempts(services), sendDueRefunds(services)]);
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}
