import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { endLease, goOn, heardIn, listLeases, positionIn, recordPositions, type PlaybackServices } from './playback.ts';
import { presentLeases, presentPosition, presentRenewed } from './playback.present.ts';
import {
  acknowledgedReplySchema,
  leaseBodySchema,
  leaseParamsSchema,
  leasesReplySchema,
  positionQuerySchema,
  positionReplySchema,
  positionsBodySchema,
  renewedReplySchema,
} from './playback.schema.ts';

const deviceOf = ({ headers }: FastifyRequest, key: string) => ({ key, name: deviceName(headers['user-agent'] ?? '') });

/** Player calls during playback. Playback starts with `GET /api/programarchives/playback/{id}`. */
export async function playbackApi(
  app: FastifyInstance,
  { services, clock }: { services: PlaybackServices; clock: () => Date },
): Promise<void> {
  const { db, reports } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['playback'];

  async function playerOf(request: FastifyRequest): Promise<MemberActor> {
    const actor = await memberOf(request);
    const waitSeconds = await services.takeTurn(actor.memberId);
    if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
    return actor;
  }

  api.post(
    '/api/playback/lease',
    {
      schema: {
        tags,
        summary: 'Heartbeat of a playing device: reports its position and renews its grant',
        description:
          'Every ten seconds. 121003 with `playing` where the lease lapsed and no device slot is free, with `why` and `device_name` where it was lost to another device. Positions are stored in either case.',
        body: leaseBodySchema,
        response: {
          200: wrapped(renewedReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'needsPlan',
            'noRightToPlay',
            'dataNotFound',
            'tooManyDevices',
            'leaseLost',
            'conflict',
            'tooManyRequests',
          ),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await playerOf(request);
      const { lease_id: leaseId, epoch, is_paused: isPaused, is_remote: isRemote, ...report } = request.body;
      const said = {
        leaseId,
        epoch,
        isPaused,
        isRemote,
        device: deviceOf(request, report.device_key),
        events: report.places,
        sentAt: report.sent_ts,
        sessionToken: secretOf(request.headers.cookie, SESSION_COOKIES.session) ?? '',
      };
      return ok(presentRenewed(await goOn(services, actor, said, clock())));
    },
  );

  api.delete(
    '/api/playback/lease/:id',
    {
      schema: {
        tags,
        summary: 'Ends playback on one of the member’s devices',
        params: leaseParamsSchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound') },
      },
      ...membersOnly,
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      await endLease(db, { memberId, leaseId: request.params.id, why: 'closed', now: clock() });
      return ok({});
    },
  );

  api.get(
    '/api/playback/leases',
    {
      schema: {
        tags,
        summary: "What the member's devices play now, the longest playing first",
        response: { 200: wrapped(leasesReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId, sessionId } = await memberOf(request);
      const { maxDevices } = services;
      return ok(presentLeases(await listLeases(db, memberId, clock()), { sessionId, maxDevices }));
    },
  );

  api.post(
    '/api/playback/places',
    {
      schema: {
        tags,
        summary: 'Submits positions recorded offline or before a tab was closed',
        description:
          'All is kept or nothing. `conflict` where a number is taken by another event: the device numbers what it has from `sequence` on by `next_sequence` and sends it again.',
        body: positionsBodySchema,
        response: {
          200: wrapped(acknowledgedReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound', 'conflict', 'tooManyRequests'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { memberId } = await playerOf(request);
      const { device_key: key, places: events, sent_ts: sentAt } = request.body;
      return ok(await recordPositions(db, memberId, deviceOf(request, key), events, sentAt, clock(), reports));
    },
  );

  api.get(
    '/api/playback/place',
    {
      schema: {
        tags,
        summary: 'Playback position of a replay, and the parts that were heard',
        querystring: positionQuerySchema,
        response: { 200: wrapped(positionReplySchema), ...refusals('notAuthenticated', 'invalidParam') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      const { stream, from, to } = request.query;
      const [position, heard] = await Promise.all([
        positionIn(db, memberId, stream, from, to),
        heardIn(db, memberId, stream, from, to),
      ]);
      return ok(presentPosition(position, heard));
    },
  );
}
