import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { StoredSegment } from '#domain/media/media.ts';
import { isRendition, renditionsOf, type RenditionName } from '#domain/media/renditions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import type { createInits } from '#server/media/inits.ts';
import { OFF_AIR_MS, type LiveLists } from '#server/media/live/live-lists.ts';
import { adtsOf } from '#server/media/mp4/adts.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { PUBLIC_SOUND } from '#server/media/sound-headers.ts';
import type { SegmentIndex } from '#server/media/segment-index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply ends with its listener: its duration says nothing about the server. */
    isEndless?: true;
  }
}

// A channel as one endless reply, for players without HLS: an `<audio>` without scripts, a kitchen radio.

/** Segments sent at once, so that the player starts before the next one is there. */
const BURST = 3;
/** A listener whose connection falls further behind continues at the edge. */
const MAX_BEHIND = 8;
/** Listeners of a process. Each holds a connection for as long as it listens. */
const MAX_LISTENERS = 2_000;
/** Per address: a carrier's gateway has many behind it. */
const MAX_OF_ADDRESS = 200;
/** A player that nobody stops ends by itself. */
const MAX_STREAM_MS = 12 * 3_600_000;
const RETRY_AFTER_S = 30;
/** Converted segments in memory: the burst of all channels in both qualities, some times over. */
const MAX_CONVERTED = 48;

export interface PlainStreamDeps {
  index: SegmentIndex;
  live: LiveLists;
  objects: ObjectCache;
  initOf: ReturnType<typeof createInits>;
  now: () => Date;
}

export function registerPlainStream(
  app: FastifyInstance,
  { index, live, objects, initOf, now }: PlainStreamDeps,
): void {
  const converted = new LRUCache<string, Promise<Buffer | undefined>>({ max: MAX_CONVERTED });
  const listeners = new Map<string, number>();
  let all = 0;

  async function convert({ initId, storageKey }: StoredSegment): Promise<Buffer | undefined> {
    const init = await objects.get((await initOf(initId)).storageKey);
    const bytes = await objects.get(storageKey);
    return init && bytes && adtsOf(bytes, init);
  }
  /** Undefined: its bytes are gone. One conversion for all listeners. */
  function soundOf(segment: StoredSegment): Promise<Buffer | undefined> {
    const { storageKey } = segment;
    let sound = converted.get(storageKey);
    if (sound === undefined) {
      sound = convert(segment);
      converted.set(storageKey, sound);
      sound.catch(() => converted.delete(storageKey));
    }
    return sound;
  }

  async function* soundFrom(channelId: ChannelId, rendition: RenditionName): AsyncGenerator<Buffer> {
    const endsAt = now().getTime() + MAX_STREAM_MS;
    let next = -1;
    while (now().getTime() < endsAt) {
      const track = index.track(channelId, rendition);
      const last = track.segments.at(-1);
      if (last === undefined) return;
      const { segments } = live.playableOf(track);
      if (next < last.sequence - MAX_BEHIND) next = segments.at(-BURST)?.sequence ?? 0;
      for (const segment of segments.slice(segments.findLastIndex(({ sequence }) => sequence < next) + 1)) {
        const sound = await soundOf(segment);
        if (sound) yield sound;
        next = segment.sequence + 1;
      }
      // Removed sound is passed over.
      next = Math.max(next, last.sequence + 1);
      if (!(await index.waitFor(track, next, OFF_AIR_MS))) return;
    }
  }

  app.get<{ Params: { channel: string; rendition: string } }>(
    '/media/:channel/:rendition/live.aac',
    { schema: { hide: true }, exposeHeadRoute: false, config: { isEndless: true } },
    (request, reply) => {
      const { channel, rendition } = request.params;
      const channelId = /^\d{1,9}$/.test(channel) ? Number(channel) : 0;
      if (!isChannelId(channelId) || !isRendition(rendition) || !renditionsOf('audio').includes(rendition))
        throw new DomainError('dataNotFound', 'there is no such sound');
      void reply.headers(PUBLIC_SOUND);
      if (live.edgeOf(index.track(channelId, rendition)) <= now().getTime() - OFF_AIR_MS) {
        void reply.header('retry-after', RETRY_AFTER_S);
        throw new DomainError('dataNotFound', 'the channel is not on air');
      }
      const { ip } = request;
      const ofAddress = listeners.get(ip) ?? 0;
      if (all >= MAX_LISTENERS || ofAddress >= MAX_OF_ADDRESS) {
        void reply.header('retry-after', RETRY_AFTER_S);
        throw new DomainError('tooManyRequests', 'this stream has too many listeners; use the playlist');
      }
      all++;
      listeners.set(ip, ofAddress + 1);
      reply.raw.once('close', () => {
        all--;
        const left = listeners.get(ip)! - 1;
        if (left > 0) listeners.set(ip, left);
        else listeners.delete(ip);
      });
      return reply
        .headers({ 'content-type': 'audio/aac', 'cache-control': 'no-store', 'accept-ranges': 'none' })
        .send(Readable.from(soundFrom(channelId, rendition), { objectMode: false, highWaterMark: 65_536 }));
    },
  );
}
