import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { demandGuest, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { stringOrEmpty } from '#domain/forms/fields.rules.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { secretCookie, secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { register, resendWelcomeEmail } from './registration.ts';
import {
  registerBodySchema,
  registerReplySchema,
  resendWelcomeEmailBodySchema,
  resetPasswordBodySchema,
} from './registration.schema.ts';
import { setPassword } from './set-password.ts';

const tags = ['account'];
const REGISTRATION_SECONDS = 7 * 86_400;
const DONE = ok({});

/** Registration calls (API 11). */
export async function registrationApi(
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
        summary: 'Registers an address; the mail that follows links to the page that sets the password',
        description:
          'The answer is the same whether the address has an account or not. Faults are listed by field under the codes of registration.rules.',
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
    '/api/user/resendWelcomeEmail',
    {
      schema: {
        tags,
        summary: 'Resends the registration mail',
        body: resendWelcomeEmailBodySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'userNotFound', 'tooManyRequests') },
      },
    },
    async (request) => {
      const { random_salt: named } = request.body ?? {};
      const kept = secretOf(request.headers.cookie, SESSION_COOKIES.registration);
      const salt = named === undefined ? kept : stringOrEmpty(named);
      await resendWelcomeEmail(services, salt, visitorOf(request, clock()));
      return DONE;
    },
  );
}
