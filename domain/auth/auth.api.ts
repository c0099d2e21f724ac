import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { endedSessionCookie } from '#shared/http/session-cookie.ts';
import { emptyReplySchema, forgetPasswordBodySchema, loginBodySchema, loginReplySchema } from './auth.schema.ts';
import type { AuthServices } from './auth-services.ts';
import { forgetPassword } from './forgotten-password.ts';
import { logIn, logInCookies } from './log-in.ts';
import { demandGuest, memberOf, privateCalls, visitorOf } from './own-calls.ts';
import { endSession } from './sessions.ts';

const tags = ['account'];
const DONE = ok({});

/** For browsers that send only a referrer: whether it is on this site. Without a referrer the request is accepted. */
const isFromHere = ({ headers: { referer } }: FastifyRequest, siteUrl: string): boolean =>
  referer === undefined || (URL.canParse(referer) && new URL(referer).origin === new URL(siteUrl).origin);

/** Log-in and log-out calls (API 11). */
export async function authApi(
  app: FastifyInstance,
  { services, clock }: { services: AuthServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  async function logOut(request: FastifyRequest, reply: FastifyReply) {
    const { memberId, sessionId } = await memberOf(request);
    await endSession(services, { memberId, sessionId });
    void reply.header('set-cookie', endedSessionCookie());
    return DONE;
  }

  api.post(
    '/api/user/login',
    {
      schema: {
        tags,
        summary: 'Logs in by password and sets the session cookie',
        description:
          '10006 for a name nobody has as for a wrong password. After too many tries 429 with `retry_after_seconds`.',
        body: loginBodySchema,
        response: {
          200: wrapped(loginReplySchema),
          ...refusals('invalidParam', 'userInactive', 'alreadyLoggedIn', 'tooManyRequests', 'unavailable'),
        },
      },
    },
    async (request, reply) => {
      await demandGuest(request, 'logIn');
      const visitor = visitorOf(request, clock());
      const loggedIn = await logIn(services, request.body, visitor);
      const { user } = loggedIn;
      void reply.header('set-cookie', logInCookies(loggedIn, visitor.now));
      return ok({ user_id: user.memberId, display_name: user.displayName });
    },
  );

  const loggedOut = { 200: wrapped(emptyReplySchema), ...refusals('notAuthenticated') };
  api.post(
    '/api/user/logout',
    { schema: { tags, summary: 'Ends the session of this browser', response: loggedOut } },
    logOut,
  );
  api.get(
    '/api/user/logout',
    {
      schema: {
        tags,
        summary: 'The same by GET, for menus (R-348)',
        response: { ...loggedOut, ...refusals('forbidden') },
      },
    },
    async (request, reply) => {
      // A link or picture on another site must not log a visitor out, so the origin the browser reports is checked.
      const from = request.headers['sec-fetch-site'];
      if (!(from === undefined ? isFromHere(request, services.siteUrl) : from === 'same-origin' || from === 'none'))
        throw new DomainError('forbidden', 'cross-site requests are not allowed');
      return logOut(request, reply);
    },
  );

  api.post(
    '/api/user/forgetPassword',
    {
      schema: {
        tags,
        summary: 'Mails a password reset link; the account can be named in four ways (R-357)',
        body: forgetPasswordBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests', 'unavailable') },
      },
    },
    async (request) => {
      await forgetPassword(services, request.body, visitorOf(request, clock()));
      return DONE;
    },
  );

  api.get(
    '/api/keepalive',
    {
      schema: {
        tags,
        summary: 'Extends the session of a page in use',
        description: 'Counts as a use of the session, never beyond its longest time. A guest gets the same answer.',
        response: { 200: wrapped(emptyReplySchema) },
      },
    },
    async (request) => {
      await request.actor();
      return DONE;
    },
  );
}
