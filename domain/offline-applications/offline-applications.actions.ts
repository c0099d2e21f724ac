import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import type { Tx } from '#db/database.ts';
import { staffAction, type ActionCall, type StaffAction } from '#domain/actions/actions.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { dayHkOf, instantHk } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { approveOffline, refuseOffline } from './deciding.ts';
import type { OfflineServices } from './offline-services.ts';

const application = z.number().int().min(1).max(MAX_ID);
const MAX_CENTS = 1_000_000_00;
const MAX_SAID = 500;

/** Staff decisions on applications by cheque or deposit. */
export function offlineActions(services: Pick<OfflineServices, 'payments' | 'siteUrl'>): StaffAction[] {
  // No provider is called while the transaction is open. An application is paid by hand; if its buyer also began an
  // online payment, a later capture of the closed order is refunded automatically.
  const within = (tx: Tx, { now }: ActionCall) => ({
    db: tx,
    siteUrl: services.siteUrl,
    payments: { ...services.payments, db: tx, clock: () => now, gateways: {} },
  });
  return [
    staffAction({
      name: 'offline-applications.approve',
      permission: 'money.decide-offline',
      input: z.object({
        application,
        cents: z.number().int().min(1).max(MAX_CENTS).describe('What was received'),
        received_on: dayHk().describe('Hong Kong day'),
      }),
      needsProof: true,
      async run(tx, call, { application: id, cents, received_on: day }) {
        const { now } = call;
        if (day > dayHkOf(now)) throw impossible('day-in-future', { day });
        await approveOffline(within(tx, call), call.hand, { id, cents, receivedAt: instantHk(day, 0) }, now);
      },
    }),
    staffAction({
      name: 'offline-applications.refuse',
      permission: 'money.decide-offline',
      input: z.object({
        application,
        said: z.string().trim().min(1).max(MAX_SAID).describe('Mailed to the member'),
      }),
      run: (tx, call, { application: id, said }) => refuseOffline(within(tx, call), call.hand, { id, said }, call.now),
    }),
  ];
}
