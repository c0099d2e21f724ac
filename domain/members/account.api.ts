import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/reply.ts';
import { endedSessionCookie, secretCookie, secretOf, SESSION_COOKIES, sessionCookie } from '#shared/session-cookie.ts';
import { privateCalls } from '#domain/auth/private-calls.ts';
import {
  checkMailDomain,
  forgetPassword,
  logIn,
  register,
  resendWelcomeEmail,
  setPassword,
  type MemberServices,
} from './accounts.ts';
import { can } from '#domain/auth/auth.policy.ts';
import { presentUserState } from './members.present.ts';
import {
  checkMxBodySchema,
  emptyReplySchema,
  forgetPasswordBodySchema,
  loginBodySchema,
  loginReplySchema,
  registerBodySchema,
  registerReplySchema,
  resendWelcomeEmailBodySchema,
  resetPasswordBodySchema,
  subscribedReplySchema,
  userStateReplySchema,
} from './members.schema.ts';
import { memberOf } from '#domain/auth/request-member.ts';
import { endSession } from '#domain/auth/sessions.ts';
import { userState } from './user-state.ts';

const tags = ['account'];
const REGISTRATION_SECONDS = 7 * 86_400;
const DONE = ok({});

const bodyOf = (subscribed: boolean) => JSON.stringify(ok({ subscribed }));
/** Asked all the time, and there are two answers. As text: Node sends it in one piece with the head. */
const SUBSCRIBED = { yes: bodyOf(true), no: bodyOf(false) };

/** Of browsers that tell no more than the page before: whether that was on this site. One that tells nothing may have been. */
const isFromHere = ({ headers: { referer } }: FastifyRequest, siteUrl: string): boolean =>
  referer === undefined || (URL.canParse(referer) && new URL(referer).origin === new URL(siteUrl).origin);

/** Calls of accounts (API 11), and the small call that says who a page's visitor is. */
export async function accountApi(
  app: FastifyInstance,
  { members, clock }: { members: MemberServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const visitorOf = (request: FastifyRequest) => ({
    now: clock(),
    remoteIp: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  });
  const cookie = (request: FastifyRequest, name: string) => secretOf(request.headers.cookie, name);

  privateCalls(app);

  async function demandGuest(request: FastifyRequest, action: 'logIn' | 'register'): Promise<void> {
    const refusal = can(await request.actor(), action);
    if (refusal !== null) throw new DomainError(refusal);
  }

  async function logOut(request: FastifyRequest, reply: FastifyReply) {
    const { memberId, sessionId } = await memberOf(request);
    await endSession(members, { memberId, sessionId });
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
      const visitor = { ...visitorOf(request), known: cookie(request, SESSION_COOKIES.known) };
      const { user, session, trustedDeviceCookie } = await logIn(members, request.body, visitor);
      void reply.header('set-cookie', [sessionCookie(session, visitor.now), trustedDeviceCookie]);
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
      // A link or picture on another site must not log anybody out; a browser says where a request comes from.
      const from = request.headers['sec-fetch-site'];
      if (!(from === undefined ? isFromHere(request, members.siteUrl) : from === 'same-origin' || from === 'none'))
        throw new DomainError('forbidden', 'this request comes from another site');
      return logOut(request, reply);
    },
  );

  api.post(
    '/api/user/register',
    {
      schema: {
        tags,
        summary: 'Takes a registration; the mail that follows leads to where the password is set',
        description:
          'The answer is the same whether the address has an account or not. Faults are listed by field under the codes of members.rules.',
        body: registerBodySchema,
        response: {
          200: wrapped(registerReplySchema),
          ...refusals('invalidParam', 'alreadyLoggedIn', 'registrationLimit', 'unavailable'),
        },
      },
    },
    async (request, reply) => {
      await demandGuest(request, 'register');
      const { randomSalt } = await register(members, request.body, visitorOf(request));
      void reply.header('set-cookie', secretCookie(SESSION_COOKIES.registration, randomSalt, REGISTRATION_SECONDS));
      return ok({ random_salt: randomSalt });
    },
  );

  api.post(
    '/api/user/forgetPassword',
    {
      schema: {
        tags,
        summary: 'Mails whoever owns one of four names a link that sets a new password',
        body: forgetPasswordBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests', 'unavailable') },
      },
    },
    async (request) => {
      await forgetPassword(members, request.body, visitorOf(request));
      return DONE;
    },
  );

  api.post(
    '/api/user/resetPassword',
    {
      schema: {
        tags,
        summary: 'Sets a password by the code of a mailed link',
        body: resetPasswordBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'duplicateUser', 'tooManyRequests') },
      },
    },
    async (request, reply) => {
      const { purpose } = await setPassword(members, request.body, visitorOf(request));
      if (purpose === 'welcome') void reply.header('set-cookie', secretCookie(SESSION_COOKIES.registration, '', 0));
      return DONE;
    },
  );

  api.post(
    '/api/user/checkMX',
    {
      schema: {
        tags,
        summary: 'Tells whether a domain takes mail',
        body: checkMxBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests') },
      },
    },
    async (request) => {
      await checkMailDomain(members, request.body, visitorOf(request));
      return DONE;
    },
  );

  api.post(
    '/api/user/resendWelcomeEmail',
    {
      schema: {
        tags,
        summary: 'Mails again to the address this browser registered with',
        body: resendWelcomeEmailBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'tooManyRequests') },
      },
    },
    async (request) => {
      const salt = request.body?.random_salt ?? cookie(request, SESSION_COOKIES.registration);
      await resendWelcomeEmail(members, salt, visitorOf(request));
      return DONE;
    },
  );

  app.get(
    '/api/user/subscribed',
    {
      schema: {
        tags,
        summary: 'Whether the member has a plan now',
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
    '/api/keepalive',
    {
      schema: {
        tags,
        summary: 'Keeps the session of a page in use alive',
        description: 'Counts as a use of the session, never beyond its longest time. A guest gets the same answer.',
        response: { 200: wrapped(emptyReplySchema) },
      },
    },
    async (request) => {
      await request.actor();
      return DONE;
    },
  );

  api.get(
    '/api/user/state',
    {
      schema: {
        tags,
        summary: 'Who the visitor of a page is, asked once after it has loaded',
        response: { 200: wrapped(userStateReplySchema) },
      },
    },
    async (request) => ok(presentUserState(await userState(members, await request.actor(), clock()))),
  );
}
