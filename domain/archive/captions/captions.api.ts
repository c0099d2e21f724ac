import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { channelParamsSchema } from '#domain/live/live.schema.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { CAPTION_LIMITS } from '#shared/limits.ts';
import { captionedPath, captionSlicePath } from '#shared/paths/live-captions.ts';
import { createCaptionReplies } from './caption-replies.ts';
import { findCaptioner } from './captioners.ts';
import {
  captionedParamsSchema,
  captionedReplySchema,
  captionsBodySchema,
  captionsTakenSchema,
  sliceParamsSchema,
  sliceReplySchema,
  type SliceParams,
} from './captions.schema.ts';
import { takeCaptions } from './captions.ts';
import type { Captioner } from './captions.store.ts';

const JSON_SHORTLY = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=1',
};
const KNOWN_CAPTIONERS = 100;
const TOKEN_CHARS = 512;

/** Takes one of a key; the seconds to wait if none is left. */
type Take = (key: string) => number | Promise<number>;

export interface CaptionsDeps {
  db: Db;
  clock: () => Date;
  takePush: Take;
  takeToken: Take;
}

function channelOf({ channel }: { channel: number }): ChannelId {
  if (!isChannelId(channel)) throw new DomainError('dataNotFound', 'the channel does not exist');
  return channel;
}

async function takeTurn(take: Take, key: string, why: string): Promise<void> {
  const waitSeconds = await take(key);
  if (waitSeconds > 0)
    throw new DomainError('tooManyRequests', { message: why, retry_after_seconds: Math.ceil(waitSeconds) });
}

/**
 * Captions of what is on the air: pushed by captioners, those of channels read by listeners in slices of half a minute.
 * Those of events are paid for, and served by the media origin (`server/media/replay/event-cues.ts`).
 */
export async function captionsApi(
  app: FastifyInstance,
  { db, clock, takePush, takeToken }: CaptionsDeps,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['live'];
  const replies = createCaptionReplies({ db, clock });
  const pushers = new WeakMap<FastifyRequest, Captioner>();
  /** Tokens that were valid: others cost their address a try. */
  const known = new LRUCache<string, true>({ max: KNOWN_CAPTIONERS });

  async function authorise(request: FastifyRequest): Promise<void> {
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
    const isToken = /^bearer$/i.test(scheme) && token !== '' && token.length <= TOKEN_CHARS;
    if (isToken && !known.has(token)) await takeTurn(takeToken, addressKey(request.ip), 'too many wrong tokens');
    const captioner = isToken ? await findCaptioner(db, token) : undefined;
    if (captioner === undefined) {
      known.delete(token);
      throw new DomainError('notAuthenticated', 'the token of the captioner is missing or wrong');
    }
    known.set(token, true);
    const { channel } = request.params as { channel: string };
    if (channel !== String(captioner.streamId))
      throw new DomainError('forbidden', 'the token belongs to another stream');
    await takeTurn(takePush, String(captioner.id), 'too many pushes: send more cues in each');
    pushers.set(request, captioner);
  }

  api.post(
    '/api/live/:channel/captions',
    {
      // Before the body is read.
      onRequest: authorise,
      bodyLimit: CAPTION_LIMITS.bodyBytes,
      config: { webhook: 'captioner' },
      schema: {
        tags,
        summary: 'Takes captions of what is on the air from a captioner, by a bearer token',
        params: captionedParamsSchema,
        body: captionsBodySchema,
        response: {
          200: wrapped(captionsTakenSchema),
          ...refusals('invalidParam', 'notAuthenticated', 'forbidden', 'conflict', 'tooLarge', 'tooManyRequests'),
        },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const captioner = pushers.get(request)!;
      return ok(await db.transaction((tx) => takeCaptions(tx, { now: clock() }, captioner, request.body.cues)));
    },
  );

  app.get<{ Params: Pick<SliceParams, 'channel'> }>(
    captionedPath(':channel'),
    {
      schema: {
        tags,
        summary: 'From when to when a channel has captions, within the rewind window',
        params: channelParamsSchema,
        response: { 200: wrapped(captionedReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    ({ params }, reply) => {
      const channelId = channelOf(params);
      void reply.headers(JSON_SHORTLY);
      return replies.span(channelId);
    },
  );

  app.get<{ Params: SliceParams }>(
    captionSlicePath(captionedPath(':channel'), ':slice'),
    {
      schema: {
        tags,
        summary: 'Captions that begin within half a minute',
        params: sliceParamsSchema,
        response: { 200: wrapped(sliceReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    ({ params }, reply) => {
      const channelId = channelOf(params);
      void reply.headers(JSON_SHORTLY);
      return replies.slice(channelId, params.slice);
    },
  );
}
