import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/reply.ts';
import { endedSessionCookie } from '#shared/session-cookie.ts';
import { membersOnly, privateCalls } from '#domain/auth/private-calls.ts';
import { demandAttempt } from '#domain/auth/attempts.ts';
import { listConsents } from './consents.ts';
import * as wire from './profile.schema.ts';
import { emptyReplySchema } from './members.schema.ts';
import { askDeletion, exportPersonalData, personalDataPage, takeBackDeletion } from '#domain/privacy/privacy.ts';
import {
  presentConsents,
  presentDevice,
  presentEvent,
  presentHistory,
  presentPersonalData,
  presentProfile,
  presentSessions,
} from './profile.present.ts';
import { endOneSession, endOtherSessions, getMemberHistory, getProfile } from './profile.ts';
import { memberOf } from '#domain/auth/request-member.ts';
import { listSecurityEvents } from '#domain/auth/security-events.ts';
import { listSessions } from '#domain/auth/sessions.ts';
import { visitorOf, type UserinfoApiOptions } from './userinfo.api.ts';

/** Exports of one member: each reads every table. */
const EXPORTS = { limit: 20, windowMs: 3_600_000 };

/** What the account pages show, and the calls about sessions, data and leaving. */
export async function ownAccountApi(app: FastifyInstance, { services, clock }: UserinfoApiOptions): Promise<void> {
  const { db } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['member info'];
  const own = refusals('notAuthenticated', 'invalidParam', 'oldPasswordMismatch', 'tooManyRequests');

  api.get(
    '/api/userinfo/profile',
    {
      schema: {
        tags,
        summary: 'Everything the account pages show of the member',
        response: { 200: wrapped(wire.profileReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentProfile(await getProfile(services, memberId, clock())));
    },
  );

  api.get(
    '/api/userinfo/memberHistory',
    {
      schema: {
        tags,
        summary: 'Plans, payments and changes of the account',
        response: { 200: wrapped(wire.memberHistoryReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentHistory(await getMemberHistory(services, memberId, clock())));
    },
  );

  api.get(
    '/api/userinfo/devices',
    {
      schema: {
        tags,
        summary: 'Devices on which paid content is played',
        response: { 200: wrapped(wire.devicesReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      const { devices, devicesChangeableAt: at } = await getProfile(services, memberId, clock());
      return ok({ devices: devices.map(presentDevice), changeable_ts: at === null ? null : unixSeconds(at) });
    },
  );

  api.get(
    '/api/userinfo/securityEvents',
    {
      schema: {
        tags,
        summary: "What happened to the account's safety, newest first, a hundred at most",
        response: { 200: wrapped(wire.securityEventsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok({ events: (await listSecurityEvents(db, memberId)).map(presentEvent) });
    },
  );

  api.get(
    '/api/userinfo/consents',
    {
      schema: {
        tags,
        summary: 'Every consent given or taken back, newest first',
        response: { 200: wrapped(wire.consentsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentConsents(await listConsents(db, memberId)));
    },
  );

  // SESSIONS
  api.get(
    '/api/userinfo/sessions',
    {
      schema: {
        tags,
        summary: 'Where the member is logged in, this browser first',
        response: { 200: wrapped(wire.sessionsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => ok(presentSessions(await listSessions(services, await memberOf(request), clock()))),
  );

  api.post(
    '/api/userinfo/endSession',
    {
      schema: {
        tags,
        summary: 'Logs out one browser; this one without a password',
        body: wire.endSessionBodySchema,
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
        summary: 'Logs out every browser but this one',
        body: wire.ownerProofBodySchema,
        response: { 200: wrapped(wire.endedReplySchema), ...own },
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

  // DATA AND LEAVING
  const exportFor = async (request: Parameters<typeof memberOf>[0]) => {
    const { memberId } = await memberOf(request);
    const now = clock();
    await demandAttempt(db, `export:${memberId}`, { ...EXPORTS, now });
    return exportPersonalData(services, { memberId, now });
  };
  const fileName = (ending: string) => `attachment; filename="cr-member-data-${dayHkOf(clock())}.${ending}"`;

  api.get(
    '/api/userinfo/personalData',
    {
      schema: {
        tags,
        summary: 'Everything we hold of the member, as JSON',
        response: {
          200: wrapped(wire.personalDataReplySchema),
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
    return personalDataPage(data);
  });

  api.post(
    '/api/userinfo/askDeletion',
    {
      schema: {
        tags,
        summary: 'Asks for the account to be erased in 30 days',
        body: wire.ownerProofBodySchema,
        response: { 200: wrapped(wire.deletionReplySchema), ...own },
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
        summary: 'Takes the wish to be erased back, within 30 days',
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
