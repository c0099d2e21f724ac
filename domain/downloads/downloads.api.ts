import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import {
  removeDownload,
  resumeDownload,
  startDownload,
  verifyDownloads,
  type DownloadAddress,
  type DownloadServices,
} from './downloads.ts';
import * as s from './downloads.schema.ts';

const presentAddress = ({ path, grantExpiresAt }: DownloadAddress, now: Date) => ({
  path,
  grant_expires_ts: unixSeconds(grantExpiresAt),
  server_ts: unixSeconds(now),
});
const tokenOf = ({ headers }: FastifyRequest): string => secretOf(headers.cookie, SESSION_COOKIES.session) ?? '';

/** Calls about replays that a browser stores for playback without network. */
export async function downloadsApi(
  app: FastifyInstance,
  { services, clock }: { services: DownloadServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['downloads'];

  api.post(
    '/api/downloads',
    {
      ...membersOnly,
      schema: {
        tags,
        summary: 'Stores a replay in a browser for seven days, or stores it again',
        description: 'Needs a plan. 120001 where the browser has ten; 9 where the sound is not complete yet.',
        body: s.startBodySchema,
        response: {
          200: wrapped(s.downloadReplySchema),
          ...refusals(
            'invalidParam',
            'notAuthenticated',
            'needsPlan',
            'noRightToPlay',
            'dataNotFound',
            'fileNotFound',
            'functionSuspended',
            'playlistFull',
            'tooManyKnownDevices',
            'tooManyRequests',
          ),
        },
      },
    },
    async (request) => {
      const { item_id: sectionId, device_key: key, quality } = request.body;
      const device = { key, name: deviceName(request.headers['user-agent'] ?? '') };
      const now = clock();
      const asked = { sectionId, quality, device, sessionToken: tokenOf(request) };
      const started = await startDownload(services, await memberOf(request), asked, now);
      const { section } = started;
      const { broadcast } = section;
      return ok({
        ...presentAddress(started, now),
        id: started.id,
        item_id: section.id,
        program_archive_id: broadcast.id,
        program_id: broadcast.programId,
        program_name: broadcast.title ?? broadcast.programTitle,
        section_no: section.sectionNo,
        title: section.title,
        broadcast_day: broadcast.dayHk,
        channel_bitwise: broadcast.channelBitwise,
        keyart_url: wireImage(broadcast.keyart),
        stream_id: started.streamId,
        start_ts: unixSeconds(started.startsAt),
        end_ts: unixSeconds(started.endsAt),
        expires_ts: unixSeconds(started.expiresAt),
        bytes: started.bytes,
      });
    },
  );

  api.post(
    '/api/downloads/:id/address',
    {
      ...membersOnly,
      schema: {
        tags,
        summary: 'New addresses of a download, to resume it',
        params: s.downloadParamsSchema,
        response: {
          200: wrapped(s.addressReplySchema),
          ...refusals(
            'invalidParam',
            'notAuthenticated',
            'needsPlan',
            'noRightToPlay',
            'dataNotFound',
            'fileNotFound',
            'functionSuspended',
            'tooManyRequests',
          ),
        },
      },
    },
    async (request) => {
      const now = clock();
      const asked = { id: request.params.id, sessionToken: tokenOf(request) };
      return ok(presentAddress(await resumeDownload(services, await memberOf(request), asked, now), now));
    },
  );

  api.get(
    '/api/downloads',
    {
      ...membersOnly,
      schema: {
        tags,
        summary: 'What a browser stored in this session, and whether it may still be played',
        querystring: s.deviceQuerySchema,
        response: { 200: wrapped(s.verifiedReplySchema), ...refusals('invalidParam', 'notAuthenticated') },
      },
    },
    async (request) => {
      const now = clock();
      const verified = await verifyDownloads(services, await memberOf(request), request.query.device_key, now);
      const items = verified.map(({ id, sectionId, expiresAt, state, why }) => ({
        id,
        item_id: sectionId,
        expires_ts: unixSeconds(expiresAt),
        state,
        why,
      }));
      return ok({ server_ts: unixSeconds(now), items });
    },
  );

  api.delete(
    '/api/downloads/:id',
    {
      ...membersOnly,
      schema: {
        tags,
        summary: 'Removes a download',
        params: s.downloadParamsSchema,
        response: { 200: wrapped(emptyReplySchema), ...refusals('invalidParam', 'notAuthenticated') },
      },
    },
    async (request) => {
      await removeDownload(services.db, await memberOf(request), request.params.id);
      return ok({});
    },
  );
}
