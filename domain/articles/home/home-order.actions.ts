import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { HOME_SHELF_NAMES, MAX_PINS } from './home-order.rules.ts';
import { orderHomeShelf } from './home-order.ts';

const id = z.number().int().min(1).max(MAX_ID);
const pin = z.object({
  article_id: id,
  until_ts: z
    .number()
    .int()
    .min(1)
    .max(4_102_444_800)
    .transform((seconds) => new Date(seconds * 1000))
    .nullable()
    .default(null)
    .describe('Unix seconds; null: until it is taken off'),
});

/** Staff actions with the order of the home page. */
export const homeOrderActions = (): StaffAction[] => [
  staffAction({
    name: 'home.order',
    permission: 'articles.publish',
    input: z.object({
      shelf: z.enum(HOME_SHELF_NAMES),
      pins: z.array(pin).max(MAX_PINS),
      seen: z.array(id).max(MAX_PINS).describe('Articles that the caller saw there; 409 if others are there by now'),
    }),
    needsReason: false,
    async run(tx, call, { shelf, pins: given, seen }) {
      const pins = given.map(({ article_id: articleId, until_ts: untilAt }) => ({ articleId, untilAt }));
      const former = await orderHomeShelf(tx, call, { shelf, pins, seen });
      const back = former.map(({ articleId, untilAt }) => ({
        article_id: articleId,
        until_ts: untilAt && Math.floor(unixSeconds(untilAt)),
      }));
      return {
        undo: {
          action: 'home.order',
          input: { shelf, pins: back, seen: pins.map(({ articleId }) => articleId) },
        },
      };
    },
  }),
];
