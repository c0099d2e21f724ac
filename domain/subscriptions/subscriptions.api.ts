import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { memberOf, privateCalls } from '#domain/auth/auth.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { listPlans } from './plans.ts';
import { presentHistory, presentPlans } from './subscriptions.present.ts';
import { memberHistoryReplySchema, plansReplySchema, subscribedReplySchema } from './subscriptions.schema.ts';
import { getMemberHistory } from './subscriptions.ts';

const bodyOf = (subscribed: boolean) => JSON.stringify(ok({ subscribed }));
/** Requested very often with two possible answers. As text, because Node sends it in one write with the headers. */
const SUBSCRIBED = { yes: bodyOf(true), no: bodyOf(false) };

/** API for a member's plan. */
export async function subscriptionsApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  app.get(
    '/api/user/subscribed',
    {
      schema: {
        tags: ['account'],
        summary: 'Whether the member has an active plan',
        response: { 200: wrapped(subscribedReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request, reply) => {
      const { isSubscriber } = await memberOf(request);
      void reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(isSubscriber ? SUBSCRIBED.yes : SUBSCRIBED.no);
    },
  );

  api.get(
    '/api/userinfo/memberHistory',
    {
      schema: {
        tags: ['member info'],
        summary: 'History of plans, payments and account changes',
        response: { 200: wrapped(memberHistoryReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentHistory(await getMemberHistory(db, memberId, clock())));
    },
  );
}

/** The catalogue, the same for everyone. */
export async function plansApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/subscription/plans',
    {
      schema: {
        tags: ['payment'],
        summary: 'Plans on sale, in display order',
        response: { 200: wrapped(plansReplySchema) },
      },
    },
    async (_request, reply) => {
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok(presentPlans(await listPlans({ db, now: clock() })));
    },
  );
}
