import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { closeDaysByHand, type SealServices } from './seals.ts';

/** Staff actions with the books. */
export const ledgerActions = (services: Pick<SealServices, 'ledgerKey'>): StaffAction[] => [
  staffAction({
    name: 'ledger.close-days',
    permission: 'money.close-day',
    needsReason: false,
    input: z.object({}),
    run: async (tx, { hand, now }) => ({ result: { days: await closeDaysByHand(tx, services, hand, now) } }),
  }),
];
