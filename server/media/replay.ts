import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { touches } from '#domain/media/removals.rules.ts';
import { multivariantPlaylist } from '#domain/media/playlist.rules.ts';
import { renditionsOf, RENDITIONS } from '#domain/media/renditions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  assertCovers,
  audioIn,
  covered,
  isPublic,
  spanIn,
  streamIn,
  type ReadGrant,
} from '#server/media/grant-check.ts';
import { numberIn, typeOfInit, type createInits } from '#server/media/inits.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { sendObject } from '#server/media/object-reply.ts';
import { playlistBody, sendPlaylist } from '#server/media/playlist-body.ts';
import type { RemoteLeases } from '#server/media/remote-leases.ts';
import { sendProblem } from '#server/media/problems.ts';
import type { Removals } from '#server/media/removals.ts';
import type { ReplayGrant } from '#server/media/replay-gate.ts';
import { PAID_CACHE, PAID_SOUND, PUBLIC_SOUND } from '#server/media/sound-headers.ts';
import type { Replays } from '#server/media/replay-lists.ts';
import { createBuckets } from '#server/web/limits.ts';

/** Where Cast devices run what plays for others. */
const CAST_ORIGIN = 'https://www.gstatic.com';
/** What is free is looked at again this often, wherever it is kept: it may have been hidden, or sound taken out of it. */
const PUBLIC_S = 4;
const RETRY_AFTER_S = 5;
/** A grant without a cookie is for listening: three times as fast as it sounds, two minutes of it at once. */
const REMOTE_SEGMENTS_PER_SECOND = 0.75;
const REMOTE_SAVED_SECONDS = 40;

export interface ReplayDeps {
  readGrant: ReadGrant;
  remoteLeases: RemoteLeases;
  replays: Replays;
  removals: Removals;
  objects: ObjectCache;
  initOf: ReturnType<typeof createInits>;
  siteUrl: string;
  now: () => Date;
}

interface Params {
  grant: string;
  stream: string;
  rendition: string;
  file: string;
}
type Asked = FastifyRequest<{ Params: Pick<Params, 'grant'> }>;

function instantOf(value: unknown, name: string): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw new DomainError('invalidParam', `${name} is an instant in unix milliseconds`);
}

export function registerReplay(app: FastifyInstance, deps: ReplayDeps): void {
  const { readGrant, remoteLeases, replays, removals, objects, initOf, siteUrl, now } = deps;
  const takeRemote = createBuckets(REMOTE_SEGMENTS_PER_SECOND, () => now().getTime(), REMOTE_SAVED_SECONDS);

  const grantOf = ({ params, headers }: Asked): ReplayGrant => readGrant(params.grant, headers.cookie);

  /** Who may keep and read an answer: shared caches nothing but what is free, other sites neither. */
  function headersOf(request: Asked, reply: FastifyReply, grant: ReplayGrant): void {
    const free = isPublic(grant);
    const { origin } = request.headers;
    const ours = origin === siteUrl || (grant.remote && origin === CAST_ORIGIN);
    void reply.headers({
      ...(free ? PUBLIC_SOUND : PAID_SOUND),
      ...(grant.remote ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
      ...(!free && ours ? { 'access-control-allow-origin': origin } : {}),
      ...(!free && origin === siteUrl ? { 'access-control-allow-credentials': 'true' } : {}),
    });
  }
  const cacheOf = (grant: ReplayGrant, atMostS = PUBLIC_S): string =>
    isPublic(grant)
      ? `public, max-age=${Math.max(0, Math.floor(Math.min(atMostS, (grant.expiresAt - now().getTime()) / 1000)))}, must-revalidate`
      : PAID_CACHE;

  const nothingYet = (reply: FastifyReply, grant: ReplayGrant): DomainError => {
    if (grant.open || grant.to > now().getTime()) void reply.header('retry-after', RETRY_AFTER_S);
    return new DomainError('dataNotFound', 'no sound is kept of that span');
  };

  app.get<{ Params: Pick<Params, 'grant' | 'stream'>; Querystring: { from?: unknown; to?: unknown } }>(
    '/replay/:grant/:stream/audio.m3u8',
    { schema: { hide: true } },
    async (request, reply) => {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      const streamId = streamIn(request.params.stream, grant);
      const asked = { from: instantOf(request.query.from, 'from'), to: instantOf(request.query.to, 'to') };
      const span = { streamId, open: grant.open, ...covered(grant, asked) };
      const found = await Promise.all(
        renditionsOf('audio').map(async (rendition) => ({
          rendition,
          list: await replays.list({ ...span, rendition }),
        })),
      );
      const variants = await Promise.all(
        found
          .toSorted((a, b) => RENDITIONS[b.rendition].bandwidth - RENDITIONS[a.rendition].bandwidth)
          .flatMap(({ rendition, list }) => (list ? [{ rendition, list }] : []))
          .map(async ({ rendition, list }) => ({
            rendition,
            codecs: (await initOf(list.initId)).codecs,
            uri: `${rendition}/${asked.from}-${asked.to}.m3u8`,
          })),
      );
      if (variants.length === 0) throw nothingYet(reply, grant);
      return sendPlaylist(request, reply, playlistBody(multivariantPlaylist(variants)), cacheOf(grant));
    },
  );

  app.get<{ Params: Pick<Params, 'grant' | 'file'> }>(
    '/replay/:grant/init/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      const init = await initOf(numberIn(request.params.file, '.mp4'));
      const bytes = await objects.get(init.storageKey);
      if (bytes === undefined) throw new DomainError('fileNotFound');
      const contentType = typeOfInit(init);
      return sendObject(request, reply, bytes, {
        etag: `"init-${init.id}"`,
        contentType,
        cacheControl: cacheOf(grant),
      });
    },
  );

  async function sendSegment(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, grant: ReplayGrant) {
    const rendition = audioIn(request.params.rendition);
    const { streamId } = grant;
    const sequence = numberIn(request.params.file, '.m4s');
    const segment = await replays.segment(streamId, rendition, sequence);
    if (segment === undefined) throw new DomainError('fileNotFound');
    assertCovers(grant, segment);
    if (touches(removals.of(streamId), segment)) throw new DomainError('soundRemoved');
    const waitSeconds = grant.remote ? takeRemote(request.params.grant) : 0;
    if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
    if (grant.remote && grant.leaseId !== null) remoteLeases.asked(grant.leaseId);
    const bytes = await replays.bytes(streamId, rendition, segment);
    if (bytes === undefined) throw new DomainError('fileNotFound');
    const etag = `"${streamId}-${rendition}-${sequence}"`;
    return sendObject(request, reply, bytes, { etag, contentType: 'audio/mp4', cacheControl: cacheOf(grant) });
  }

  app.get<{ Params: Params }>(
    '/replay/:grant/:stream/:rendition/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      const streamId = streamIn(request.params.stream, grant);
      if (!request.params.file.endsWith('.m3u8')) return sendSegment(request, reply, grant);
      const rendition = audioIn(request.params.rendition);
      const span = covered(grant, spanIn(request.params.file));
      const list = await replays.list({ streamId, rendition, open: grant.open, ...span });
      if (list === undefined) throw nothingYet(reply, grant);
      const grows = grant.open || span.to > now().getTime();
      return sendPlaylist(request, reply, list.body, cacheOf(grant, grows ? 1 : PUBLIC_S));
    },
  );

  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof DomainError) || !['forbidden', 'soundRemoved'].includes(error.errorName)) throw error;
    return sendProblem(request, reply, error);
  });
}
