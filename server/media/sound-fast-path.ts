import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeptSegment } from '#domain/media/kept-sound.ts';
import { isRendition } from '#domain/media/renditions.rules.ts';
import { touches } from '#domain/media/removals.rules.ts';
import { endOf } from '#domain/media/timeline.rules.ts';
import { isChannelId } from '#shared/enums.ts';
import {
  assertCovers,
  covered,
  isPublic,
  keptIn,
  spanIn,
  streamIn,
  type ReadGrant,
} from '#server/media/replay/grant-check.ts';
import { numberIn } from '#server/media/inits.ts';
import { EDGE_CACHE, publicCache, publicSince, type LiveLists } from '#server/media/live/live-lists.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { formFor, formOf, type PlaylistBody } from '#server/media/playlist-body.ts';
import { reloadIn } from '#server/media/reload.ts';
import type { Removals } from '#server/media/removals.ts';
import type { Replays } from '#server/media/replay/replay-lists.ts';
import type { SegmentIndex } from '#server/media/segment-index.ts';
import { PAID_CACHE, PAID_SOUND, PLAYLIST_TYPE, PUBLIC_SOUND, typeOfRendition } from '#server/media/sound-headers.ts';

/** Returns true if the request was or will be answered, false to leave it to the framework. */
export type FastPathHandler = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** Common response headers of the site, and metrics. */
export interface FastPathSite {
  headers: Readonly<Record<string, string>>;
  requestId: (request: IncomingMessage) => string;
  count: (route: string, seconds: number) => void;
  /** Called when a player requests a playlist of a channel, with a value that only distinguishes players. */
  playerSeen: (channelId: number, player: string) => void;
}

export interface SoundFastPathDeps {
  index: SegmentIndex;
  live: LiveLists;
  removals: Removals;
  objects: ObjectCache;
  /** Absent: no replays. */
  replay: { readGrant: ReadGrant; replays: Replays } | undefined;
  windowMs: number;
  now: () => Date;
}

/** A response, and its route in metrics, named as by the framework. */
type Ready = { route: string; cache: string } & (
  | { body: PlaylistBody }
  | { bytes: () => Promise<Buffer | undefined>; etag: string; type: string }
);

const ROUTES = {
  live: '/media/:channel/:rendition/live.m3u8',
  segment: '/media/:channel/:rendition/:file',
  replay: '/replay/:grant/:stream/:rendition/:file',
} as const;

/**
 * Answers frequent listener requests directly on the HTTP server if the response is in memory and permitted. These are
 * nearly all of a station's traffic, and the framework would cost several times as much. Everything else, including
 * every refusal, is left to the framework.
 */
export function createSoundFastPath(
  deps: SoundFastPathDeps,
  { headers, requestId, count, playerSeen }: FastPathSite,
): FastPathHandler {
  const { index, live, removals, objects, replay, windowMs, now } = deps;
  const linesOf = (own: Readonly<Record<string, string>>): string[] => Object.entries({ ...headers, ...own }).flat();
  const { vary, ...paid } = PAID_SOUND;
  const [publicLines, paidLines] = [linesOf(PUBLIC_SOUND), linesOf(paid)];

  function findLive([, , channel = '', rendition = '', file = '']: string[]): Ready | undefined {
    const channelId = Number(channel);
    if (!isChannelId(channelId) || channel !== String(channelId) || !isRendition(rendition)) return undefined;
    const track = index.track(channelId, rendition);
    if (file === 'live.m3u8') {
      const body = live.body(track, channelId);
      return body && { route: ROUTES.live, cache: EDGE_CACHE, body };
    }
    const sequence = numberIn(file, '.m4s');
    const segment = track.segments[sequence - (track.segments[0]?.sequence ?? 0)];
    const since = publicSince(now().getTime(), windowMs);
    if (segment === undefined || endOf(segment) <= since || touches(removals.of(channelId), segment)) return undefined;
    return {
      route: ROUTES.segment,
      cache: publicCache(segment, since),
      bytes: () => objects.get(segment.storageKey),
      etag: `"${channelId}-${rendition}-${sequence}"`,
      type: typeOfRendition(rendition),
    };
  }

  /** Replays for members in a browser on our own pages. */
  function findReplay(path: string[], request: IncomingMessage): Ready | undefined | Promise<Ready | undefined> {
    const [, , token = '', stream = '', name = '', asked = ''] = path;
    const [file = '', query = ''] = asked.split('?', 2);
    if (replay === undefined || request.headers.origin !== undefined) return undefined;
    const { readGrant, replays } = replay;
    const grant = readGrant(token, request.headers.cookie);
    if (isPublic(grant) || grant.remoteSerial !== null) return undefined;
    const streamId = streamIn(stream, grant);
    const rendition = keptIn(name);
    const common = { route: ROUTES.replay, cache: PAID_CACHE };
    if (file.endsWith('.m3u8')) {
      const span = { streamId, rendition, open: grant.open, ...covered(grant, spanIn(file)) };
      const { sequence, skip } = reloadIn(Object.fromEntries(new URLSearchParams(query)));
      const ready = (): Ready | undefined => {
        const list = replays.readyList(span, skip);
        return list && { ...common, body: list.body };
      };
      if (sequence === undefined) return ready();
      return replays.awaitSegment(span, sequence).then(() => {
        // The permission may have ended while waiting.
        readGrant(token, request.headers.cookie);
        return ready();
      });
    }
    const sequence = numberIn(file, '.m4s');
    const segment: KeptSegment | undefined = replays.readySegment(streamId, rendition, sequence);
    if (segment === undefined || touches(removals.of(streamId), segment)) return undefined;
    assertCovers(grant, segment);
    const bytes = () => objects.get(segment.storageKey, segment.range);
    const type = typeOfRendition(rendition);
    return { ...common, bytes, etag: `"${streamId}-${rendition}-${sequence}"`, type };
  }

  function find(request: IncomingMessage): Ready | undefined | Promise<Ready | undefined> {
    const { method, url = '', headers: asked } = request;
    if (method !== 'GET' || asked.range !== undefined || asked['content-type'] !== undefined) return undefined;
    const path = url.split('/');
    if (path.length === 5 && path[1] === 'media') return findLive(path);
    return path.length === 6 && path[1] === 'replay' ? findReplay(path, request) : undefined;
  }

  function answer(
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    ready: Ready | undefined,
    begunAt: number,
  ): boolean | Promise<boolean> {
    if (ready === undefined) return false;
    const { route, cache } = ready;
    const isPaid = route === ROUTES.replay;

    /** False on an ETag match, for which the framework sends the 304. */
    function send(bytes: Buffer, etag: string, own: readonly string[], text?: string): boolean {
      if (request.headers['if-none-match'] === etag) return false;
      response.writeHead(200, [
        ...(isPaid ? paidLines : publicLines),
        'cache-control',
        cache,
        'etag',
        etag,
        ...own,
        'content-length',
        String(bytes.length),
        'x-request-id',
        requestId(request),
      ]);
      response.end(text ?? bytes);
      count(route, (performance.now() - begunAt) / 1000);
      return true;
    }

    if ('body' in ready) {
      const { body } = ready;
      const encoding = formFor(request.headers['accept-encoding'], body);
      const { etag } = formOf(body, encoding);
      const varies = ['vary', isPaid ? `${vary}, accept-encoding` : 'accept-encoding'];
      const own = ['content-type', PLAYLIST_TYPE, ...varies];
      if (encoding === undefined) return send(body.bytes, etag, own, body.text);
      return formOf(body, encoding)
        .bytes()
        .then((bytes) => send(bytes, etag, [...own, 'content-encoding', encoding]));
    }
    const { bytes, etag, type } = ready;
    const own = ['content-type', type, 'accept-ranges', 'bytes', ...(isPaid ? ['vary', vary] : [])];
    return bytes().then(
      (found) => found !== undefined && send(found, etag, own),
      // The framework repeats the request and reports the error.
      () => false,
    );
  }

  /** Notes every playlist request of a channel, whoever answers it. */
  function look({ url = '', socket, headers: asked }: IncomingMessage): void {
    if (!url.startsWith('/media/') || !url.includes('.m3u8')) return;
    const channelId = Number(url.slice(7, url.indexOf('/', 7)));
    const via = asked['x-forwarded-for'] ?? '';
    if (isChannelId(channelId))
      playerSeen(
        channelId,
        `${socket.remoteAddress} ${String(via).slice(0, 100)} ${asked['user-agent']?.slice(0, 200)}`,
      );
  }

  return (request, response) => {
    const begunAt = performance.now();
    look(request);
    let ready: ReturnType<typeof find>;
    try {
      ready = find(request);
    } catch {
      // The framework encounters the same error and reports it.
      return false;
    }
    if (!(ready instanceof Promise)) return answer({ request, response }, ready, begunAt);
    return ready.then(
      // Time spent blocking for new content is excluded from the response time.
      (found) => answer({ request, response }, found, performance.now()),
      () => false,
    );
  };
}
