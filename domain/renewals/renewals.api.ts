import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { ownCalls, privateCalls } from '#domain/auth/auth.ts';
import { stopRecurring } from './stopping.ts';

/** The call that stops a renewal. Calls that change it need providers and are in `buying`. */
export async function renewalsApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  privateCalls(app);
  ownCalls(
    app,
    [
      {
        path: 'stopRecurring',
        summary: 'Stops recurring payments; the current plan remains until it ends',
        body: null,
        refused: ['noRecurringProfile'],
        change: async (actor, _given, { now }) => void (await stopRecurring(db, actor.memberId, now)),
      },
    ],
    clock,
  );
}
