import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { endedSessionCookie, sessionCookie } from '#shared/http/session-cookie.ts';
import { presentEvent, listSecurityEvents } from '#domain/security-events/security-events.ts';
import { presentSessions } from './auth.present.ts';
import {
  emptyReplySchema,
  endedReplySchema,
  endSessionBodySchema,
  ownerProofBodySchema,
  sessionsReplySchema,
  updatePasswordBodySchema,
} from './auth.schema.ts';
import { securityEventsReplySchema } from '#domain/security-events/security-events.schema.ts';
import type { AuthServices } from './auth-services.ts';
import { endOneSession, endOtherSessions, updatePassword } from './own-access.ts';
import { memberOf, membersOnly, ownCalls, privateCalls, visitorOf, type OwnCall } from './own-calls.ts';
import { listSessions } from './sessions.ts';

const passwordCall = (services: AuthServices): OwnCall => ({
  path: 'updatePassword',
  summary: 'Changes the password, ends all other sessions and renews the token of this one',
  body: updatePasswordBodySchema,
  refused: ['oldPasswordMismatch', 'passwordMismatch', 'invalidPassword', 'tooManyRequests'],
  change: async (actor, given, visitor) => {
    const { session, trustedDeviceCookie = [] } = await updatePassword(services, actor, given, visitor);
    return [sessionCookie(session, visitor.now)].concat(trustedDeviceCookie);
  },
});

/** Calls by which a member views and changes who has access to the account. */
export async function ownAccessApi(
  app: FastifyInstance,
  { services, clock }: { services: AuthServices; clock: () => Date },
): Promise<void> {
  const { db } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['member info'];
  const own = refusals('notAuthenticated', 'invalidParam', 'oldPasswordMismatch', 'tooManyRequests');

  ownCalls(app, [passwordCall(services)], clock);

  api.get(
    '/api/userinfo/securityEvents',
    {
      schema: {
        tags,
        summary: "What happened to the account's safety, newest first, a hundred at most",
        response: { 200: wrapped(securityEventsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok({ events: (await listSecurityEvents(db, memberId)).map(presentEvent) });
    },
  );

  api.get(
    '/api/userinfo/sessions',
    {
      schema: {
        tags,
        summary: 'Sessions of the member, the current one first',
        response: { 200: wrapped(sessionsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => ok(presentSessions(await listSessions(services, await memberOf(request), clock()))),
  );

  api.post(
    '/api/userinfo/endSession',
    {
      schema: {
        tags,
        summary: 'Ends a session; the password is required for those of other browsers',
        body: endSessionBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...own, ...refusals('dataNotFound') },
      },
      ...membersOnly,
    },
    async (request, reply) => {
      const actor = await memberOf(request);
      const { session_id: sessionId, password } = request.body;
      const visitor = visitorOf(request, clock());
      const isThisOne = sessionId === actor.sessionId;
      const { trustedDeviceCookie } = await endOneSession(services, actor, { sessionId, password }, visitor);
      if (isThisOne) void reply.header('set-cookie', endedSessionCookie());
      if (trustedDeviceCookie) void reply.header('set-cookie', trustedDeviceCookie);
      return ok({});
    },
  );

  api.post(
    '/api/userinfo/endOtherSessions',
    {
      schema: {
        tags,
        summary: 'Ends all other sessions',
        body: ownerProofBodySchema,
        response: { 200: wrapped(endedReplySchema), ...own },
      },
      ...membersOnly,
    },
    async (request, reply) => {
      const actor = await memberOf(request);
      const proof = { password: request.body?.password };
      const { ended, trustedDeviceCookie } = await endOtherSessions(
        services,
        actor,
        proof,
        visitorOf(request, clock()),
      );
      if (trustedDeviceCookie) void reply.header('set-cookie', trustedDeviceCookie);
      return ok({ ended });
    },
  );
}
