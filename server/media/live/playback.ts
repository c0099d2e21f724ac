import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { eventPlaylist, multivariantPlaylist, type ProgrammeSpan } from '#domain/media/playlist.rules.ts';
import {
  isRendition,
  renditionsOf,
  RENDITIONS,
  TARGET_DURATION_MS,
  type MediaKindName,
  type RenditionName,
} from '#domain/media/renditions.rules.ts';
import { touches } from '#domain/media/removals.rules.ts';
import { endOf, firstEndingAfter, keptSpans } from '#domain/media/timeline.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { EDGE_CACHE, OFF_AIR_MS, publicCache, publicSince, type LiveLists } from '#server/media/live/live-lists.ts';
import { numberIn, typeOfInit, type createInits } from '#server/media/inits.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { sendObject } from '#server/media/object-reply.ts';
import { playlistBody, sendPlaylist, type PlaylistBody } from '#server/media/playlist-body.ts';
import { PUBLIC_SOUND, typeOfRendition } from '#server/media/sound-headers.ts';
import type { Marks } from '#server/media/live/marks.ts';
import { reloadIn } from '#server/media/reload.ts';
import type { Removals } from '#server/media/removals.ts';
import { EVENT_ADDRESSES, type SegmentIndex, type Track } from '#server/media/segment-index.ts';

/** A rendition counts as on air this long after its last sound ended: an encoder may miss a few segments. */
export const FRESH_MS = TARGET_DURATION_MS * 5;
/** Init segments reveal nothing about content and are addressed by it. */
const INIT_CACHE = 'public, max-age=31536000, immutable';
const RETRY_AFTER_S = 5;
/** A blocking reload is answered with the current state after three target durations (RFC 8216bis). */
const BLOCK_MS = TARGET_DURATION_MS * 3;
/** Segments further ahead than this are not waited for. */
const MAX_BLOCK_AHEAD = 2;
/** Minimum interval between computations of the available spans. */
const KEPT_FOR_S = 5;
const MAX_EVENT_CACHE_BYTES = 67_108_864;

export interface PlaybackDeps {
  index: SegmentIndex;
  removals: Removals;
  marks: Marks;
  live: LiveLists;
  objects: ObjectCache;
  initOf: ReturnType<typeof createInits>;
  windowMs: number;
  now: () => Date;
  /** Whether sound is offered at its lowest rate alone. */
  isLowBitrateOnly: () => boolean;
  programmesOf: (channelId: ChannelId) => readonly ProgrammeSpan[];
}

const channelOf = (text: string): ChannelId => {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (!isChannelId(id)) throw new DomainError('dataNotFound', 'the channel does not exist');
  return id;
};

const renditionOf = (text: string): RenditionName => {
  if (!isRendition(text)) throw new DomainError('dataNotFound', 'the rendition does not exist');
  return text;
};

interface FileParams {
  channel: string;
  rendition: string;
  file: string;
}

export function registerPlayback(app: FastifyInstance, deps: PlaybackDeps): void {
  const { index, removals, marks, live, objects, initOf, windowMs, now, isLowBitrateOnly, programmesOf } = deps;
  const { playableOf, edgeOf } = live;
  const horizon = (): number => publicSince(now().getTime(), windowMs);
  const events = new LRUCache<string, PlaylistBody>({
    maxSize: MAX_EVENT_CACHE_BYTES,
    // Compressed variants are added later, a tenth of the size each.
    sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * 1.3),
  });

  // Sound may be played by any page: apps, partners and casting devices load it with CORS.
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(PUBLIC_SOUND);
  });

  const offAir = (reply: FastifyReply): DomainError => {
    void reply.header('retry-after', RETRY_AFTER_S);
    return new DomainError('dataNotFound', 'the channel is not on air');
  };

  async function sendMultivariant(
    request: FastifyRequest<{ Params: { channel: string }; Querystring: { from?: unknown } }>,
    reply: FastifyReply,
    kind: MediaKindName,
  ): Promise<FastifyReply> {
    const channelId = channelOf(request.params.channel);
    const { from } = request.query;
    if (from !== undefined && !(typeof from === 'string' && /^\d{1,15}$/.test(from))) {
      throw new DomainError('invalidParam', 'from must be a time in Unix milliseconds');
    }
    const at = now().getTime();
    const tracks = renditionsOf(kind)
      .map((rendition) => index.track(channelId, rendition))
      // Past sound can be played while nothing arrives; the edge cannot.
      .filter(
        (track) => edgeOf(track) > at - (from === undefined ? (kind === 'video' ? FRESH_MS : OFF_AIR_MS) : windowMs),
      )
      .toSorted((a, b) => RENDITIONS[b.rendition].bandwidth - RENDITIONS[a.rendition].bandwidth);
    if (tracks.length === 0) throw offAir(reply);
    if (kind === 'audio' && isLowBitrateOnly()) tracks.splice(0, tracks.length - 1);
    const start = from === undefined ? undefined : Math.min(Math.max(Number(from), at - windowMs), at);
    const variants = await Promise.all(
      tracks.map(async (track) => ({
        rendition: track.rendition,
        codecs: (await initOf(playableOf(track).segments.at(-1)!.initId)).codecs,
        uri: `${track.rendition}/${start === undefined ? 'live' : `from/${start}`}.m3u8`,
      })),
    );
    return sendPlaylist(request, reply, playlistBody(multivariantPlaylist(variants)), EDGE_CACHE);
  }

  app.get<{ Params: { channel: string }; Querystring: { from?: unknown } }>(
    '/media/:channel/audio.m3u8',
    { schema: { hide: true } },
    (request, reply) => sendMultivariant(request, reply, 'audio'),
  );
  app.get<{ Params: { channel: string }; Querystring: { from?: unknown } }>(
    '/media/:channel/video.m3u8',
    { schema: { hide: true } },
    (request, reply) => sendMultivariant(request, reply, 'video'),
  );

  // The spans available for rewinding. Separate from pages, which are cached for everyone while this changes with every
  // segment.
  const kept = new LRUCache<string, { at: number; spans: [number, number][] }>({ max: 20 });
  for (const kind of ['audio', 'video'] as const) {
    app.get<{ Params: { channel: string } }>(
      `/media/:channel/${kind}.json`,
      { schema: { hide: true } },
      (request, reply) => {
        const channelId = channelOf(request.params.channel);
        const key = `${channelId}/${kind}/${removals.version}`;
        const at = now().getTime();
        let answer = kept.get(key);
        if (answer === undefined || Math.abs(at - answer.at) >= KEPT_FOR_S * 1000) {
          const tracks = renditionsOf(kind).map((rendition) => playableOf(index.track(channelId, rendition)).segments);
          answer = { at, spans: keptSpans(tracks, at - windowMs).map(({ from, to }) => [from, to]) };
          kept.set(key, answer);
        }
        return reply.header('cache-control', `public, max-age=${KEPT_FOR_S}`).send(answer);
      },
    );
  }

  app.get<{ Params: Omit<FileParams, 'file'> }>(
    '/media/:channel/:rendition/live.m3u8',
    { schema: { hide: true } },
    (request, reply) => {
      const channelId = channelOf(request.params.channel);
      const track = index.track(channelId, renditionOf(request.params.rendition));
      const body = live.body(track, channelId);
      if (body === undefined) throw offAir(reply);
      return sendPlaylist(request, reply, body, EDGE_CACHE);
    },
  );

  function eventBody(track: Track, channelId: ChannelId, from: number, skip: boolean): PlaylistBody | undefined {
    const { segments, lines } = playableOf(track);
    const oldest = horizon();
    // Nothing from there on yet: the newest segment is the nearest.
    const first = Math.min(firstEndingAfter(segments, Math.max(from, oldest)), segments.length - 1);
    const start = segments[first];
    if (start === undefined) return undefined;
    // A list that began before the retained window loses its head.
    const grows = from >= oldest;
    const { sequence: last } = segments.at(-1)!;
    const versions = [removals.version, marks.versionOf(channelId)];
    const key = [channelId, track.rendition, from, start.sequence, last, ...versions, grows, skip].join('/');
    let body = events.get(key);
    if (body === undefined) {
      const shown = segments.slice(first);
      body = playlistBody(
        eventPlaylist({
          segments: shown,
          lines: lines.slice(first),
          programmes: programmesOf(channelId),
          marks: marks.linesOf(channelId, shown),
          at: EVENT_ADDRESSES,
          from,
          grows,
          skip,
        }),
      );
      events.set(key, body);
    }
    return body;
  }

  app.get<{ Params: FileParams; Querystring: { _HLS_skip?: unknown; _HLS_msn?: unknown } }>(
    '/media/:channel/:rendition/from/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { channel, rendition, file } = request.params;
      const channelId = channelOf(channel);
      const track = index.track(channelId, renditionOf(rendition));
      const from = numberIn(file, '.m3u8');
      const { sequence, skip } = reloadIn(request.query);
      const last = track.segments.at(-1);
      if (last === undefined || edgeOf(track) <= now().getTime() - windowMs) throw offAir(reply);
      if (sequence !== undefined) {
        if (sequence > last.sequence + MAX_BLOCK_AHEAD)
          throw new DomainError('invalidParam', '_HLS_msn is too far ahead');
        await index.waitFor(track, sequence, BLOCK_MS);
      }
      const body = eventBody(track, channelId, from, skip);
      if (body === undefined) throw offAir(reply);
      return sendPlaylist(request, reply, body, EDGE_CACHE);
    },
  );

  app.get<{ Params: { file: string } }>('/media/init/:file', { schema: { hide: true } }, async (request, reply) => {
    const init = await initOf(numberIn(request.params.file, '.mp4'));
    // Inits of films and events are protected by grants, like everything of them.
    if (!isChannelId(init.streamId)) throw new DomainError('fileNotFound');
    const bytes = await objects.get(init.storageKey);
    if (bytes === undefined) throw new DomainError('fileNotFound');
    const contentType = typeOfInit(init);
    return sendObject(request, reply, bytes, { etag: `"init-${init.id}"`, contentType, cacheControl: INIT_CACHE });
  });

  app.get<{ Params: FileParams }>(
    '/media/:channel/:rendition/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { channel, file } = request.params;
      const channelId = channelOf(channel);
      const rendition = renditionOf(request.params.rendition);
      const sequence = numberIn(file, '.m4s');
      const { segments } = index.track(channelId, rendition);
      const segment = segments[sequence - (segments[0]?.sequence ?? 0)];
      if (segment === undefined || endOf(segment) <= horizon()) throw new DomainError('fileNotFound');
      if (touches(removals.of(channelId), segment)) throw new DomainError('soundRemoved');
      const bytes = await objects.get(segment.storageKey);
      if (bytes === undefined) throw new DomainError('fileNotFound');
      const cacheControl = publicCache(segment, horizon());
      const contentType = typeOfRendition(rendition);
      return sendObject(request, reply, bytes, {
        etag: `"${channelId}-${rendition}-${sequence}"`,
        contentType,
        cacheControl,
      });
    },
  );
}
