import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { recomputeByHand } from './audience.ts';

export const audienceActions = (): StaffAction[] => [
  staffAction({
    name: 'figures.recompute',
    permission: 'figures.see',
    needsReason: false,
    input: z.object({ day: dayHk() }),
    run: async (tx, { hand, now }, { day }) => {
      const { isEqual, parts } = await recomputeByHand(tx, hand, day, now);
      return {
        result: {
          is_equal: isEqual,
          parts: parts.map((part) => ({
            what: part.what,
            before: part.before,
            after: part.after,
            is_equal: part.isEqual,
          })),
        },
      };
    },
  }),
];
