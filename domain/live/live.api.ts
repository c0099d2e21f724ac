import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { presentTimetableItem } from '#domain/timetable/timetable.ts';
import type { BotCheck } from '#shared/outside/bot-check.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { z } from 'zod';
import { presentScript } from './live.present.ts';
import {
  callbackQuerySchema,
  channelParamsSchema,
  liveChannelReplySchema,
  liveSourceQuerySchema,
  liveSourceReplySchema,
  toolbarReplySchema,
  verifyRecaptchaBodySchema,
} from './live.schema.ts';
import { getLiveChannel, getLiveSource, listVideoChannels } from './live.ts';
import { toolbarCache } from './toolbar-cache.ts';

const tags = ['live'];
/** A cached response would set the listener's clock wrong. */
const NO_STORE = 'no-store';

function knownChannel(channel: number): ChannelId {
  if (!isChannelId(channel)) throw new DomainError('dataNotFound', 'the channel does not exist');
  return channel;
}

/** Calls of the live page and the toolbar, and keep-alive. */
export async function liveApi(
  app: FastifyInstance,
  { db, clock, botCheck }: { db: ReadDb; clock: () => Date; botCheck: BotCheck },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const toolbar = toolbarCache(db);

  // Fastify prefers a static path to a parameter, so this takes precedence over /api/live/:channel.
  app.get(
    '/api/live/toolbar',
    {
      schema: {
        tags,
        summary: 'Current programmes of the three channels, and which of them stream video',
        response: { 200: wrapped(toolbarReplySchema), ...refusals('unavailable') },
      },
    },
    (_request, reply) => {
      void reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', NO_STORE);
      return toolbar.get(clock());
    },
  );

  api.get(
    '/api/live/:channel',
    {
      schema: {
        tags,
        summary: 'The timetable of a channel around now',
        params: channelParamsSchema,
        response: { 200: wrapped(liveChannelReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const now = clock();
      const { timetableList } = await getLiveChannel({ db, now }, knownChannel(params.channel));
      void reply.header('cache-control', NO_STORE);
      return ok({ currentTimestamp: unixSeconds(now), timetableList: timetableList.map(presentTimetableItem) });
    },
  );

  api.get(
    '/api/live/src/:channel',
    {
      schema: {
        tags,
        summary: 'URL of a live playlist',
        params: channelParamsSchema,
        querystring: liveSourceQuerySchema,
        response: {
          200: wrapped(liveSourceReplySchema),
          ...refusals('invalidParam', 'dataNotFound', 'functionSuspended'),
        },
      },
    },
    async ({ params, query }, reply) => {
      void reply.header('cache-control', NO_STORE);
      return ok(await getLiveSource({ db, now: clock() }, knownChannel(params.channel), query.type));
    },
  );

  api.get(
    '/live/schedule',
    {
      schema: {
        tags,
        summary: 'Channels that currently stream video, as JSONP',
        querystring: callbackQuerySchema,
        response: { 200: z.string().describe('JavaScript'), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const now = clock();
      const channels = await listVideoChannels({ db, now });
      const payload = {
        liveScheduleList: channels.map((channel_id) => ({ channel_id })),
        currentTimestamp: unixSeconds(now),
      };
      void reply
        .header('content-type', 'application/javascript; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', NO_STORE)
        // The default serializer would quote the script.
        .serializer(String);
      return presentScript(query.callback, payload);
    },
  );

  api.post(
    '/api/live/verifyrecaptcha',
    {
      bodyLimit: 16 * 1024,
      schema: {
        tags,
        summary: 'Verifies that the visitor is human',
        body: verifyRecaptchaBodySchema,
        response: { 200: wrapped(z.object({})), ...refusals('invalidParam', 'unsupportedMediaType', 'unavailable') },
      },
    },
    async ({ body, ip, log }) => {
      const result = await botCheck.verify(body.token, ip, 'live');
      if (result.verdict === 'refused') {
        log.info({ reasons: result.reasons }, 'bot check rejected a visitor');
        throw new DomainError('invalidParam', 'the bot check failed; request a new token');
      }
      if (result.verdict === 'unavailable') throw new DomainError('unavailable', 'the bot check is unavailable');
      return ok({});
    },
  );
}
