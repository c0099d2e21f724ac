import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { demandGuest, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { textOf } from '#domain/forms/fields.rules.ts';
import { ok, refusals, wrapped } from '#shared/reply.ts';
import { secretCookie, secretOf, SESSION_COOKIES } from '#shared/session-cookie.ts';
import { checkMailDomain } from './mail-domains.ts';
import type { MemberServices } from './member-services.ts';
import { presentUserState } from './members.present.ts';
import {
  checkMxBodySchema,
  registerBodySchema,
  registerReplySchema,
  resendWelcomeEmailBodySchema,
  resetPasswordBodySchema,
  userStateReplySchema,
} from './members.schema.ts';
import { register, resendWelcomeEmail } from './registration.ts';
import { setPassword } from './set-password.ts';
import { userState } from './user-state.ts';

const tags = ['account'];
const REGISTRATION_SECONDS = 7 * 86_400;
const DONE = ok({});

/** Calls of who registers, and the small call that says who a page's visitor is (API 11). */
export async function membersApi(
  app: FastifyInstance,
  { services, clock }: { services: MemberServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

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
      const { randomSalt } = await register(services, request.body, visitorOf(request, clock()));
      void reply.header('set-cookie', secretCookie(SESSION_COOKIES.registration, randomSalt, REGISTRATION_SECONDS));
      return ok({ random_salt: randomSalt });
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
      const { purpose } = await setPassword(services, request.body, visitorOf(request, clock()));
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
      await checkMailDomain(services, request.body, visitorOf(request, clock()));
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
      const { random_salt: named } = request.body ?? {};
      const kept = secretOf(request.headers.cookie, SESSION_COOKIES.registration);
      const salt = named === undefined ? kept : textOf(named);
      await resendWelcomeEmail(services, salt, visitorOf(request, clock()));
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
    async (request) => ok(presentUserState(await userState(services, await request.actor(), clock()))),
  );
}
