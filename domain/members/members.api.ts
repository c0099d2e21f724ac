import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { checkMailDomain } from './email/mail-domains.ts';
import type { MemberServices } from './member-services.ts';
import { presentUserState } from './members.present.ts';
import { CONSENT_COOKIE, NO_PURPOSES, parseConsent } from '#shared/ads/consent.ts';
import { readCookie } from '#shared/http/cookie-header.ts';
import { checkMxBodySchema, userStateReplySchema } from './members.schema.ts';
import { userState } from './user-state.ts';

const tags = ['account'];

/** Calls of pages with forms and of every page: mail domain check and current visitor (API 11). */
export async function membersApi(
  app: FastifyInstance,
  { services, clock }: { services: MemberServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  api.post(
    '/api/user/checkMX',
    {
      schema: {
        tags,
        summary: 'Whether a domain accepts mail',
        body: checkMxBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests') },
      },
    },
    async (request) => {
      await checkMailDomain(services, request.body, visitorOf(request, clock()));
      return ok({});
    },
  );

  api.get(
    '/api/user/state',
    {
      schema: {
        tags,
        summary: 'State of the visitor, requested once after a page has loaded',
        response: { 200: wrapped(userStateReplySchema) },
      },
    },
    async (request) => {
      const now = clock();
      const state = await userState(services, await request.actor(), now);
      const ownName = request.headers['x-visitor'];
      const token = await services.trackingToken(
        {
          consent: parseConsent(readCookie(request.headers.cookie ?? '', CONSENT_COOKIE)) ?? NO_PURPOSES,
          memberId: state.user?.memberId ?? null,
          ownName: typeof ownName === 'string' ? ownName : null,
          remoteIp: request.ip,
        },
        now,
      );
      return ok(presentUserState(state, token));
    },
  );
}
