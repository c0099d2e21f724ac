import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { getsMorningMail, setMorningMail } from './morning-mail.ts';

const isOnSchema = z.object({ is_on: z.boolean() });

/** Whether the caller gets the mail of a morning. */
export async function morningMailStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];
  api.get(
    '/api/staff/morning-mail',
    {
      schema: {
        tags,
        summary: 'Whether the caller gets the mail of a morning',
        response: { 200: wrapped(isOnSchema), ...refusals('notAuthenticated') },
      },
      ...staffOnly(),
    },
    async (request) => ok({ is_on: await getsMorningMail(db, (await staffOf(request)).accountId) }),
  );
  api.post(
    '/api/staff/morning-mail',
    {
      schema: {
        tags,
        summary: 'Switches the mail of a morning on or off for the caller',
        body: isOnSchema,
        response: { 200: wrapped(isOnSchema), ...refusals('notAuthenticated', 'invalidParam') },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { is_on: isOn } = request.body;
      await setMorningMail(db, (await staffOf(request)).accountId, { isOn, now: clock() });
      return ok({ is_on: isOn });
    },
  );
}
