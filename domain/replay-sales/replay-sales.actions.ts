import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { REPLAY_CENTS } from './replay-sales.rules.ts';
import { setReplayPrice } from './rights.ts';

export const replaySalesActions = (): StaffAction[] => [
  staffAction({
    name: 'replays.price',
    permission: 'prices.edit',
    input: z.object({
      program_id: z.number().int().min(1).max(MAX_ID),
      price_cents: z
        .number()
        .int()
        .min(REPLAY_CENTS.min)
        .max(REPLAY_CENTS.max)
        .nullable()
        .describe('Null: replays of the programme are not sold individually'),
    }),
    secondPerson: { permission: 'money.approve', isNeeded: () => true },
    run: (tx, { hand, now }, { program_id: programId, price_cents: priceCents }) =>
      setReplayPrice(tx, { now }, hand, { programId, priceCents }),
  }),
];
