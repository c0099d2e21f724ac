import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { demoCode } from './authenticators.ts';
import { findStaffPasskeys } from './authenticators.store.ts';
import { staffCookie, staffVisitorOf } from './staff-calls.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import * as s from './staff.schema.ts';
import { findTotp } from './staff.store.ts';
import {
  accountOfCode,
  accountOfPasskey,
  activateAccount,
  addStaffPasskey,
  confirmTotp,
  endOtherStaffSessions,
  endStaffSession,
  getInvited,
  listStaffSessions,
  noteProof,
  openStaffSession,
  staffLogInOptions,
  staffPasskeyOptions,
  startTotp,
  type StaffAccount,
  type StaffServices,
} from './staff.ts';

const DONE = ok({});
const emptySchema = wrapped(z.object({}));

/** Entering the desk: log-in, proof, sessions, and the invitation by which an account is set up. */
export async function staffApi(
  app: FastifyInstance,
  {
    services,
    clock,
    demoAccounts,
  }: {
    services: StaffServices;
    clock: () => Date;
    /** Null outside the demo. */
    demoAccounts: readonly { id: number; name: string; email: string; role: string; totpSecret: string }[] | null;
  },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];

  async function enter(request: FastifyRequest, reply: FastifyReply, account: StaffAccount, how: string) {
    const visitor = staffVisitorOf(request, clock());
    const { token } = await services.db.transaction(async (tx) => {
      const hand = { who: account.name, why: how };
      await recordAudit(tx, hand, { action: 'staff.log-in', subject: ['staff', account.id] }, visitor.now);
      return openStaffSession(tx, account, visitor);
    });
    void reply.header('set-cookie', staffCookie(token));
    return DONE;
  }

  // LOG-IN

  if (demoAccounts)
    api.get(
      '/api/staff/login/demo',
      {
        schema: {
          tags,
          summary: 'Demo accounts with the code of their authenticator app now; only in the demo',
          response: { 200: wrapped(s.demoReplySchema) },
        },
      },
      async () => {
        const now = clock();
        return ok({
          items: await Promise.all(
            demoAccounts.map(async ({ id, name, email, role, totpSecret }) => ({
              name,
              email,
              role,
              code: await demoCode(services, { id, totpSecret }, now),
            })),
          ),
        });
      },
    );

  api.post(
    '/api/staff/login/options',
    {
      schema: {
        tags,
        summary: 'Options for a log-in by passkey',
        response: { 200: wrapped(s.credentialOptionsSchema) },
      },
    },
    async () => ok({ ...(await staffLogInOptions(services, clock())) }),
  );
  api.post(
    '/api/staff/login/passkey',
    {
      schema: {
        tags,
        summary: 'Logs in by passkey and sets the session cookie',
        body: s.passkeyLogInSchema,
        response: { 200: emptySchema, ...refusals('invalidParam', 'verifyCodeNotFound', 'passwordMismatch') },
      },
    },
    async (request, reply) =>
      enter(request, reply, await accountOfPasskey(services, request.body.credential, clock()), 'passkey'),
  );
  api.post(
    '/api/staff/login/code',
    {
      schema: {
        tags,
        summary: 'Logs in by a code of an authenticator app, or a recovery code, and sets the session cookie',
        body: s.codeLogInSchema,
        response: { 200: emptySchema, ...refusals('invalidParam', 'passwordMismatch', 'tooManyRequests') },
      },
    },
    async (request, reply) => enter(request, reply, await accountOfCode(services, request.body, clock()), 'code'),
  );
  api.post(
    '/api/staff/logout',
    {
      schema: { tags, summary: 'Ends the session', response: { 200: emptySchema, ...refusals('notAuthenticated') } },
      ...staffOnly(),
    },
    async (request, reply) => {
      await endStaffSession(services.db, await staffOf(request));
      void reply.header('set-cookie', staffCookie(null));
      return DONE;
    },
  );

  // THE SESSION

  api.get(
    '/api/staff/session',
    {
      schema: {
        tags,
        summary: 'The caller, with roles and permissions',
        response: { 200: wrapped(s.sessionReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { accountId, name, email, roles, provedAt } = await staffOf(request);
      return ok({
        account_id: accountId,
        name,
        email,
        roles: roles.map(({ role, scope }) => ({ role, scope })),
        permissions: [...new Set(roles.flatMap(({ permissions }) => permissions))].toSorted(),
        proved_ts: unixSeconds(provedAt),
      });
    },
  );
  api.post(
    '/api/staff/proof',
    {
      schema: {
        tags,
        summary: 'Proves the caller again, for actions that need a proof of the last five minutes',
        body: s.proofSchema,
        response: {
          200: emptySchema,
          ...refusals('notAuthenticated', 'invalidParam', 'verifyCodeNotFound', 'passwordMismatch', 'tooManyRequests'),
        },
      },
      ...staffOnly(),
    },
    async (request) => {
      const actor = await staffOf(request);
      const now = clock();
      const { body } = request;
      const account =
        'credential' in body
          ? await accountOfPasskey(services, body.credential, now)
          : await accountOfCode(services, { email: actor.email, code: body.code }, now);
      if (account.id !== actor.accountId) throw new DomainError('passwordMismatch');
      await noteProof(services.db, actor, now);
      return DONE;
    },
  );
  api.get(
    '/api/staff/sessions',
    {
      schema: {
        tags,
        summary: "The caller's sessions, newest first",
        response: { 200: wrapped(s.sessionsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { accountId, sessionId } = await staffOf(request);
      const sessions = await listStaffSessions(services.db, accountId, clock());
      return ok({
        items: sessions.map(({ id, userAgent, remoteIp, createdAt, seenAt, expiresAt }) => ({
          session_id: id,
          is_current: id === sessionId,
          user_agent: userAgent,
          remote_ip: remoteIp,
          created_ts: unixSeconds(createdAt),
          seen_ts: unixSeconds(seenAt),
          expires_ts: unixSeconds(expiresAt),
        })),
      });
    },
  );
  api.post(
    '/api/staff/sessions/end',
    {
      schema: {
        tags,
        summary: 'Ends one of the caller’s sessions',
        body: s.endSessionSchema,
        response: { 200: emptySchema, ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound') },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { accountId } = await staffOf(request);
      if (!(await endStaffSession(services.db, { accountId, sessionId: request.body.session_id })))
        throw new DomainError('dataNotFound');
      return DONE;
    },
  );

  api.post(
    '/api/staff/sessions/endOthers',
    {
      schema: {
        tags,
        summary: 'Ends all sessions of the caller but this one',
        response: { 200: wrapped(z.object({ ended: z.number().int() })), ...refusals('notAuthenticated') },
      },
      ...staffOnly(),
    },
    async (request) => ok({ ended: await endOtherStaffSessions(services.db, await staffOf(request)) }),
  );

  // THE INVITATION

  const invited = refusals('invalidParam', 'verifyCodeNotFound', 'conflict');
  api.post(
    '/api/staff/invitation',
    {
      schema: {
        tags,
        summary: 'Who an invitation link is for, and which authenticators are registered',
        body: s.invitationSchema,
        response: { 200: wrapped(s.invitedReplySchema), ...invited },
      },
    },
    async ({ body }) => {
      const { id, name, email } = await getInvited(services.db, body.secret, clock());
      const [passkeys, totp] = await Promise.all([findStaffPasskeys(services.db, id, 20), findTotp(services.db, id)]);
      return ok({
        name,
        email,
        passkeys: passkeys.map((passkey) => ({ name: passkey.name })),
        has_totp: totp?.confirmedAt != null,
      });
    },
  );
  api.post(
    '/api/staff/invitation/passkeyOptions',
    {
      schema: {
        tags,
        summary: 'Options for creating a passkey',
        body: s.invitationSchema,
        response: { 200: wrapped(s.credentialOptionsSchema), ...invited },
      },
    },
    async ({ body }) => {
      const now = clock();
      return ok({ ...(await staffPasskeyOptions(services, await getInvited(services.db, body.secret, now), now)) });
    },
  );
  api.post(
    '/api/staff/invitation/passkey',
    {
      schema: {
        tags,
        summary: 'Registers a passkey',
        body: s.invitedPasskeySchema,
        response: { 200: emptySchema, ...invited },
      },
    },
    async ({ body: { secret, name, credential } }) => {
      const now = clock();
      await addStaffPasskey(services, await getInvited(services.db, secret, now), { name, credential }, now);
      return DONE;
    },
  );
  api.post(
    '/api/staff/invitation/totp',
    {
      schema: {
        tags,
        summary: 'Starts to register an authenticator app',
        body: s.invitationSchema,
        response: { 200: wrapped(s.totpReplySchema), ...invited },
      },
    },
    async ({ body }) => ok(await startTotp(services, await getInvited(services.db, body.secret, clock()))),
  );
  api.post(
    '/api/staff/invitation/totp/confirm',
    {
      schema: {
        tags,
        summary: 'Confirms the authenticator app by its first code',
        body: s.invitedTotpSchema,
        response: { 200: emptySchema, ...invited, ...refusals('passwordMismatch', 'tooManyRequests') },
      },
    },
    async ({ body: { secret, code } }) => {
      const now = clock();
      await confirmTotp(services, await getInvited(services.db, secret, now), code, now);
      return DONE;
    },
  );
  api.post(
    '/api/staff/invitation/activate',
    {
      schema: {
        tags,
        summary: 'Activates the account and logs in',
        body: s.invitationSchema,
        response: { 200: wrapped(s.activatedReplySchema), ...invited },
      },
    },
    async (request, reply) => {
      const { account, recoveryCodes } = await activateAccount(services, request.body.secret, clock());
      await enter(request, reply, account, 'invitation');
      return ok({ recovery_codes: recoveryCodes });
    },
  );
}
