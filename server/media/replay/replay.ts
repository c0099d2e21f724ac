import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptionReplies } from '#domain/archive/captions/caption-replies.ts';
import { touches } from '#domain/media/removals.rules.ts';
import { captionPlaylist, multivariantPlaylist } from '#domain/media/playlist.rules.ts';
import { isKept, RENDITIONS, TARGET_DURATION_MS, type RenditionName } from '#domain/media/renditions.rules.ts';
import type { MeasuredRate } from '#domain/media/streams.ts';
import { FIRST_STREAM } from '#domain/media/streams.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  assertCovers,
  covered,
  isPublic,
  keptIn,
  replaced,
  spanIn,
  streamIn,
  type ReadGrant,
} from '#server/media/replay/grant-check.ts';
import { registerEventCues } from '#server/media/replay/event-cues.ts';
import { etagOfCaptions, grantedCaptions } from '#server/media/replay/captions.ts';
import { numberIn, typeOfInit, type createInits } from '#server/media/inits.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { sendObject } from '#server/media/object-reply.ts';
import { playlistBody, sendPlaylist } from '#server/media/playlist-body.ts';
import type { RemoteLeases } from '#server/media/replay/remote-leases.ts';
import { sendProblem } from '#server/media/problems.ts';
import type { Removals } from '#server/media/removals.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import { PAID_CACHE, PAID_SOUND, PUBLIC_SOUND, typeOfRendition } from '#server/media/sound-headers.ts';
import { reloadIn } from '#server/media/reload.ts';
import type { Replays } from '#server/media/replay/replay-lists.ts';
import type { Streams } from '#server/media/streams.ts';
import type { Counter, Take } from '#server/counts/counter.ts';

/** Origin of the Cast receiver application. */
const CAST_ORIGIN = 'https://www.gstatic.com';
/** Revalidation interval of public replays: they may be hidden, or sound removed. */
const PUBLIC_S = 4;
const RETRY_AFTER_S = 5;
/**
 * Rate limit of grants without a cookie, which serve one listener or viewer: three times playback speed, with a burst
 * of two minutes.
 */
const REMOTE_SPEED = 3;
const REMOTE_SAVED_SECONDS = 40;
const WEBVTT = 'text/vtt; charset=utf-8';

export interface ReplayDeps {
  readGrant: ReadGrant;
  remoteLeases: RemoteLeases;
  replays: Replays;
  streams: Streams;
  removals: Removals;
  objects: ObjectCache;
  captionReplies: CaptionReplies;
  initOf: ReturnType<typeof createInits>;
  siteUrl: string;
  counter: Counter;
  now: () => Date;
}

interface Params {
  grant: string;
  stream: string;
  rendition: string;
  file: string;
}
type Asked = FastifyRequest<{ Params: Pick<Params, 'grant'> }>;
interface Opening {
  Params: Pick<Params, 'grant' | 'stream'>;
  Querystring: { from?: unknown; to?: unknown };
}

/** Bandwidth of a rendition. While live, at least the encoder's nominal rate, because later segments may be heavier. */
function measuredOf(
  rendition: RenditionName,
  { rates, isLive }: { rates: readonly MeasuredRate[]; isLive: boolean },
): Pick<MeasuredRate, 'bandwidth' | 'averageBandwidth'> | undefined {
  const rate = rates.find((one) => one.rendition === rendition);
  if (rate === undefined || !isLive) return rate;
  const asked = RENDITIONS[rendition];
  return {
    bandwidth: Math.max(rate.bandwidth, asked.bandwidth),
    averageBandwidth: Math.max(rate.averageBandwidth, asked.averageBandwidth),
  };
}

function instantOf(value: unknown, name: string): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw new DomainError('invalidParam', `${name} must be a time in Unix milliseconds`);
}

export function registerReplay(app: FastifyInstance, deps: ReplayDeps): void {
  const { readGrant, remoteLeases, replays, streams, removals, objects, initOf, siteUrl, counter, now } = deps;
  const { captionReplies } = deps;
  const remoteBuckets = new Map<number, Take>();
  /** Seconds that a remote device has to wait for its next segment. */
  async function takeRemote(leaseId: string, streamId: number): Promise<number> {
    const targetMs = (await streams.find(streamId))?.targetMs ?? TARGET_DURATION_MS;
    let take = remoteBuckets.get(targetMs);
    if (take === undefined) {
      take = counter.limit(
        `remote:${targetMs}`,
        { perSecond: (REMOTE_SPEED * 1_000) / targetMs, savedSeconds: REMOTE_SAVED_SECONDS },
        { isFrequent: true, nowMs: () => now().getTime() },
      );
      remoteBuckets.set(targetMs, take);
    }
    return take(leaseId);
  }

  /** For remote devices only the lease's latest grant is valid, and requests under it are rate-limited. */
  async function demandRemote({ leaseId, remoteSerial, streamId }: Grant): Promise<void> {
    if (leaseId === null || remoteSerial === null) return;
    if (!(await remoteLeases.goesOn(leaseId, remoteSerial))) throw replaced();
    const waitSeconds = await takeRemote(leaseId, streamId);
    if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
  }

  const grantOf = ({ params, headers }: Asked): Grant => readGrant(params.grant, headers.cookie);

  /** Cache and CORS headers: shared caches and other sites get public replays only. */
  function headersOf(request: Asked, reply: FastifyReply, grant: Grant): void {
    const free = isPublic(grant);
    const { origin } = request.headers;
    const ours = origin === siteUrl || (grant.remoteSerial !== null && origin === CAST_ORIGIN);
    void reply.headers({
      ...(free ? PUBLIC_SOUND : PAID_SOUND),
      ...(grant.remoteSerial !== null ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
      ...(!free && ours ? { 'access-control-allow-origin': origin } : {}),
      ...(!free && origin === siteUrl ? { 'access-control-allow-credentials': 'true' } : {}),
    });
  }
  const cacheOf = (grant: Grant, atMostS = PUBLIC_S): string =>
    isPublic(grant)
      ? `public, max-age=${Math.max(0, Math.floor(Math.min(atMostS, (grant.expiresAt - now().getTime()) / 1000)))}, must-revalidate`
      : PAID_CACHE;

  const nothingYet = (reply: FastifyReply, grant: Grant): DomainError => {
    if (grant.open || grant.to > now().getTime()) void reply.header('retry-after', RETRY_AFTER_S);
    return new DomainError('dataNotFound', 'the audio of this time span is not stored');
  };

  async function sendMultivariant(
    request: FastifyRequest<Opening>,
    reply: FastifyReply,
    plays: (rendition: RenditionName) => boolean,
  ): Promise<FastifyReply> {
    const grant = grantOf(request);
    headersOf(request, reply, grant);
    const streamId = streamIn(request.params.stream, grant);
    const asked = { from: instantOf(request.query.from, 'from'), to: instantOf(request.query.to, 'to') };
    const span = { streamId, open: grant.open, ...covered(grant, asked) };
    const ladder = (await streams.find(streamId))?.ladder.filter((name) => isKept(name) && plays(name)) ?? [];
    const found = await Promise.all(
      ladder.map(async (rendition) => ({ rendition, list: await replays.list({ ...span, rendition }) })),
    );
    const rates = streamId < FIRST_STREAM.film ? [] : await streams.ratesOf(streamId);
    const variants = await Promise.all(
      found
        .toSorted((a, b) => RENDITIONS[b.rendition].bandwidth - RENDITIONS[a.rendition].bandwidth)
        .flatMap(({ rendition, list }) => (list ? [{ rendition, list }] : []))
        .map(async ({ rendition, list }) => {
          const { codecs, width, height } = await initOf(list.initId);
          return {
            rendition,
            codecs,
            uri: `${rendition}/${asked.from}-${asked.to}.m3u8`,
            measured: measuredOf(rendition, { rates, isLive: grant.open }),
            resolution: width && height ? `${width}x${height}` : undefined,
          };
        }),
    );
    if (variants.length === 0) throw nothingYet(reply, grant);
    // Captions exist only for finished recordings.
    const captions = streamId < FIRST_STREAM.film || grant.open ? [] : await streams.captionsOf(streamId);
    const words = captions.map((caption) => ({ ...caption, uri: `captions/${caption.language}.m3u8` }));
    return sendPlaylist(request, reply, playlistBody(multivariantPlaylist(variants, words)), cacheOf(grant));
  }

  const isSound = (rendition: RenditionName): boolean => RENDITIONS[rendition].kind === 'audio';
  app.get<Opening>('/replay/:grant/:stream/audio.m3u8', { schema: { hide: true } }, (request, reply) =>
    sendMultivariant(request, reply, isSound),
  );
  // Pictures in each size, and sound only for slow connections.
  app.get<Opening>('/replay/:grant/:stream/video.m3u8', { schema: { hide: true } }, (request, reply) =>
    sendMultivariant(request, reply, () => true),
  );

  app.get<{ Params: Omit<Params, 'rendition'> }>(
    '/replay/:grant/:stream/captions/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      const streamId = streamIn(request.params.stream, grant);
      const [, language, ending] = /^([A-Za-z0-9-]{1,35})\.(m3u8|vtt)$/.exec(request.params.file) ?? [];
      await demandRemote(grant);
      const caption = (await streams.captionsOf(streamId)).find((one) => one.language === language);
      if (caption === undefined) throw new DomainError('fileNotFound');
      if (ending === 'm3u8') {
        const list = captionPlaylist({ durationMs: caption.durationMs, uri: `${caption.language}.vtt` });
        return sendPlaylist(request, reply, playlistBody(list), cacheOf(grant));
      }
      const stored = await objects.get(caption.storageKey);
      if (stored === undefined) throw new DomainError('fileNotFound');
      const bytes = grantedCaptions(stored, caption, grant, removals.of(streamId));
      const etag = etagOfCaptions(bytes);
      const cacheControl = cacheOf(grant);
      return sendObject(request, reply, bytes, { etag, contentType: WEBVTT, cacheControl });
    },
  );

  registerEventCues(app, {
    replies: captionReplies,
    async openBy(request, reply) {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      void reply.header('cache-control', cacheOf(grant));
      await demandRemote(grant);
      return grant;
    },
  });

  app.get<{ Params: Pick<Params, 'grant' | 'file'> }>(
    '/replay/:grant/init/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      const init = await initOf(numberIn(request.params.file, '.mp4'));
      streamIn(String(init.streamId), grant);
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

  async function sendSegment(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, grant: Grant) {
    const rendition = keptIn(request.params.rendition);
    const { streamId } = grant;
    const sequence = numberIn(request.params.file, '.m4s');
    const segment = await replays.segment(streamId, rendition, sequence);
    if (segment === undefined) throw new DomainError('fileNotFound');
    assertCovers(grant, segment);
    if (touches(removals.of(streamId), segment)) throw new DomainError('soundRemoved');
    await demandRemote(grant);
    const bytes = await replays.bytes(streamId, rendition, segment);
    if (bytes === undefined) throw new DomainError('fileNotFound');
    const etag = `"${streamId}-${rendition}-${sequence}"`;
    const contentType = typeOfRendition(rendition);
    return sendObject(request, reply, bytes, { etag, contentType, cacheControl: cacheOf(grant) });
  }

  app.get<{ Params: Params; Querystring: { _HLS_msn?: unknown; _HLS_skip?: unknown } }>(
    '/replay/:grant/:stream/:rendition/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const grant = grantOf(request);
      headersOf(request, reply, grant);
      const streamId = streamIn(request.params.stream, grant);
      if (!request.params.file.endsWith('.m3u8')) return sendSegment(request, reply, grant);
      const rendition = keptIn(request.params.rendition);
      const span = { streamId, rendition, open: grant.open, ...covered(grant, spanIn(request.params.file)) };
      const { sequence, skip } = reloadIn(request.query);
      if (sequence !== undefined) {
        await replays.awaitSegment(span, sequence);
        // The permission may have ended while waiting.
        grantOf(request);
      }
      const list = await replays.list(span, skip);
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
