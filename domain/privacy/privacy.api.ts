import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { memberOf, membersOnly, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { emptyReplySchema, ownerProofBodySchema } from '#domain/auth/auth.schema.ts';
import { dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { personalDataPage } from './export-page.ts';
import { presentPersonalData } from './privacy.present.ts';
import { deletionReplySchema, personalDataReplySchema } from './privacy.schema.ts';
import type { PrivacyServices } from './privacy-services.ts';
import { askDeletion, exportPersonalData, takeBackDeletion } from './privacy.ts';

/** Calls about a member's personal data and the deletion of the account. */
export async function privacyApi(
  app: FastifyInstance,
  { services, clock }: { services: PrivacyServices; clock: () => Date },
): Promise<void> {
  const { db } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['member info'];
  const own = refusals('notAuthenticated', 'invalidParam', 'oldPasswordMismatch', 'tooManyRequests');

  const exportFor = async (request: Parameters<typeof memberOf>[0]) => {
    const { memberId } = await memberOf(request);
    const now = clock();
    await demandAttempt(db, `export:${memberId}`, { ...MEMBER_RATE_LIMITS.exports, now });
    return exportPersonalData(services, { memberId, now });
  };
  const fileName = (ending: string) => `attachment; filename="cr-member-data-${dayHkOf(clock())}.${ending}"`;

  api.get(
    '/api/userinfo/personalData',
    {
      schema: {
        tags,
        summary: 'Export of all personal data of the member, as JSON',
        response: {
          200: wrapped(personalDataReplySchema),
          ...refusals('notAuthenticated', 'tooManyRequests'),
        },
      },
    },
    async (request, reply) => {
      const data = await exportFor(request);
      void reply.header('content-disposition', fileName('json'));
      return ok(presentPersonalData(data));
    },
  );

  app.get('/api/userinfo/personalData.html', { schema: { hide: true } }, async (request, reply) => {
    const data = await exportFor(request);
    void reply.header('content-disposition', fileName('html')).type('text/html; charset=utf-8');
    return personalDataPage(services.tables, data);
  });

  api.post(
    '/api/userinfo/askDeletion',
    {
      schema: {
        tags,
        summary: 'Requests erasure of the account after 30 days',
        body: ownerProofBodySchema,
        response: { 200: wrapped(deletionReplySchema), ...own },
      },
      ...membersOnly,
    },
    async (request, reply) => {
      const actor = await memberOf(request);
      const proof = { password: request.body?.password };
      const { eraseAt, trustedDeviceCookie } = await askDeletion(services, actor, proof, visitorOf(request, clock()));
      if (trustedDeviceCookie) void reply.header('set-cookie', trustedDeviceCookie);
      return ok({ erase_ts: unixSeconds(eraseAt) });
    },
  );

  api.post(
    '/api/userinfo/takeBackDeletion',
    {
      schema: {
        tags,
        summary: 'Cancels a pending erasure of the account, within 30 days',
        response: { 200: wrapped(emptyReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      await takeBackDeletion(services, { memberId, visitor: visitorOf(request, clock()) });
      return ok({});
    },
  );
}
