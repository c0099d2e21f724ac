import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CREDIT_OUTAGE, creditOutage } from './by-hand.ts';

const instant = z.iso.datetime().transform((text) => new Date(text));
const outagePayload = z.object({
  name: z.string(),
  from: instant,
  to: instant,
  days: z.number().int(),
  said: z.string(),
  afterId: z.number().int().default(0),
});

/** Worker tasks. */
export const buyingTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [CREDIT_OUTAGE]: async (payload) => void (await creditOutage(db, outagePayload.parse(payload), clock())),
});
