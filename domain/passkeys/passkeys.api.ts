import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { addressKey } from '#shared/http/address-key.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import {
  countedLogIn,
  demandGuest,
  logInCookies,
  memberOf,
  membersOnly,
  openLogIn,
  privateCalls,
  visitorOf,
  type AuthServices,
} from '#domain/auth/auth.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { emptyReplySchema, loginReplySchema } from '#domain/auth/auth.schema.ts';
import { PASSKEY_LIMITS } from '#shared/limits.ts';
import { credentialOptionsSchema } from '#domain/webauthn/webauthn.schema.ts';
import {
  addPasskeySchema,
  ownerProofSchema,
  passkeyLogInSchema,
  passkeyReplySchema,
  removePasskeySchema,
  renamePasskeySchema,
} from './passkeys.schema.ts';
import {
  addPasskey,
  listPasskeys,
  memberOfPasskey,
  passkeyAddOptions,
  passkeyLogInOptions,
  removePasskey,
  renamePasskey,
  type Passkey,
} from './passkeys.ts';

const present = ({ id, name, isBackedUp, createdAt, usedAt }: Passkey): z.input<typeof passkeyReplySchema> => ({
  passkey_id: id,
  name,
  is_backed_up: isBackedUp,
  created_ts: unixSeconds(createdAt),
  used_ts: usedAt === null ? null : unixSeconds(usedAt),
});

/** WebAuthn passkeys as an alternative to the password. */
export async function passkeysApi(
  app: FastifyInstance,
  { services, clock }: { services: AuthServices; clock: () => Date },
): Promise<void> {
  const { db } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['passkeys'];

  api.get(
    '/api/user/passkeys',
    {
      schema: {
        tags,
        summary: "The member's passkeys, oldest first",
        response: {
          200: wrapped(z.object({ passkeys: z.array(passkeyReplySchema) })),
          ...refusals('notAuthenticated'),
        },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok({ passkeys: (await listPasskeys(db, memberId)).map(present) });
    },
  );

  api.post(
    '/api/user/passkeys/addOptions',
    {
      schema: {
        tags,
        summary: 'Options for creating a passkey',
        description: 'Give `response` to `PublicKeyCredential.parseCreationOptionsFromJSON` within five minutes.',
        body: ownerProofSchema.nullish(),
        response: {
          200: wrapped(credentialOptionsSchema),
          ...refusals('notAuthenticated', 'invalidParam', 'oldPasswordMismatch', 'conflict', 'tooManyRequests'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await memberOf(request);
      const now = clock();
      return ok({ ...(await passkeyAddOptions(services, actor, { password: request.body?.password, now })) });
    },
  );

  api.post(
    '/api/user/passkeys/add',
    {
      schema: {
        tags,
        summary: 'Adds a created passkey',
        body: addPasskeySchema,
        response: {
          200: wrapped(passkeyReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'verifyCodeNotFound', 'conflict'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await memberOf(request);
      const { name, credential } = request.body;
      return ok(present(await addPasskey(services, actor, { name, credential, caller: visitorOf(request, clock()) })));
    },
  );

  api.post(
    '/api/user/passkeys/rename',
    {
      schema: {
        tags,
        summary: 'Renames a passkey',
        body: renamePasskeySchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound') },
      },
      ...membersOnly,
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      const { passkey_id: id, name } = request.body;
      await renamePasskey(db, { id, memberId, name });
      return ok({});
    },
  );

  api.post(
    '/api/user/passkeys/remove',
    {
      schema: {
        tags,
        summary: 'Removes a passkey',
        body: removePasskeySchema,
        response: {
          200: wrapped(emptyReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'oldPasswordMismatch', 'dataNotFound', 'tooManyRequests'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await memberOf(request);
      const caller = visitorOf(request, clock());
      const { passkey_id: id, password } = request.body;
      await removePasskey(services, actor, { id, password }, caller);
      return ok({});
    },
  );

  api.post(
    '/api/user/passkeys/logInOptions',
    {
      schema: {
        tags,
        summary: 'Options for logging in by passkey; they name no account',
        description: 'Give `response` to `PublicKeyCredential.parseRequestOptionsFromJSON` within five minutes.',
        response: { 200: wrapped(credentialOptionsSchema), ...refusals('tooManyRequests') },
      },
    },
    async (request) => {
      const now = clock();
      await demandAttempt(db, `passkey:options:${addressKey(request.ip)}`, {
        ...PASSKEY_LIMITS.challengesOfAddress,
        now,
      });
      return ok({ ...(await passkeyLogInOptions(services, now)) });
    },
  );

  api.post(
    '/api/user/passkeys/logIn',
    {
      schema: {
        tags,
        summary: 'Logs in by passkey and sets the session cookie',
        body: passkeyLogInSchema,
        response: {
          200: wrapped(loginReplySchema),
          ...refusals('invalidParam', 'passwordMismatch', 'userInactive', 'alreadyLoggedIn', 'tooManyRequests'),
        },
      },
    },
    async (request, reply) => {
      await demandGuest(request, 'logIn');
      const visitor = visitorOf(request, clock());
      const { now } = visitor;
      await demandAttempt(db, `passkey:logIn:${addressKey(request.ip)}`, { ...PASSKEY_LIMITS.logInsOfAddress, now });
      const { credential, rememberMe } = request.body;
      const loggedIn = await countedLogIn(
        services,
        'passkey',
        { remoteIp: visitor.remoteIp },
        memberOfPasskey(services, { credential, now }).then((account) =>
          openLogIn(services, account, rememberMe, visitor),
        ),
      );
      const { user } = loggedIn;
      void reply.header('set-cookie', logInCookies(loggedIn, now));
      return ok({ user_id: user.memberId, display_name: user.displayName });
    },
  );
}
