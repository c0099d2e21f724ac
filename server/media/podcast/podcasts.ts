import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { parseRange } from '#server/media/object-reply.ts';
import type { PodcastFile, PodcastFiles, SoundSpan } from '#server/media/podcast/podcast-files.ts';
import { chaptersIn, webVttIn } from '#server/media/podcast/podcast-texts.ts';
import { sendProblem } from '#server/media/problems.ts';
import { createUse } from '#server/media/podcast/podcast-use.ts';
import { DomainError } from '#shared/domain-error.ts';

/** A broadcast behind an address, in the current state of the archive. */
export interface PodcastEpisode {
  /** Null: public, the same for everybody. */
  feedId: number | null;
  quality: 11 | 12;
  /** Permitted sound, joined in this order. */
  spans: readonly SoundSpan[];
  /** `span`: the index of the span that contains it; the first if omitted. */
  parts: readonly { title: string | null; startsAt: number; span?: number }[];
  words: () => Promise<readonly { startsAt: number; endsAt: number; words: string; span?: number }[]>;
}

/**
 * Access check; throws to refuse. Called for each file, and every two seconds during a transfer. `id` is that of a
 * broadcast, or of a bulletin.
 */
export type OpenEpisode = (token: string | null, id: number) => Promise<PodcastEpisode>;

/** Replaces the token in public addresses. */
const FREE = 'free';
/** Preferred rendition first, then the fallback. */
const RENDITIONS: Record<PodcastEpisode['quality'], readonly RenditionName[]> = {
  11: ['a128', 'a64'],
  12: ['a64', 'a128'],
};
/** Revocation takes effect within five seconds. */
const ASKED_AGAIN_MS = 2_000;
/** As for public playlists, because sound may be removed. */
const PUBLIC_S = 60;

async function* counted(bytes: AsyncGenerator<Buffer>, count: (bytes: number) => void) {
  for await (const some of bytes) {
    count(some.length);
    yield some;
  }
}

type Asked = FastifyRequest<{ Params: { token: string; file: string } }>;

/** `GET /podcasts/<token, free or bulletin>/<id>.m4a`, and its chapters (`.json`) and transcript (`.vtt`). */
export function registerPodcasts(
  app: FastifyInstance,
  { open, files, now }: { open: OpenEpisode; files: PodcastFiles; now: () => Date },
): void {
  const use = createUse(now);

  async function fileOf({ quality, spans }: PodcastEpisode): Promise<PodcastFile> {
    for (const rendition of RENDITIONS[quality]) {
      const file = await files.find({ rendition, spans });
      if (file !== undefined) return file;
    }
    throw new DomainError('fileNotFound', 'the audio of this broadcast is not stored');
  }

  function headersOf(reply: FastifyReply, { feedId }: PodcastEpisode): void {
    void reply.headers(
      feedId === null
        ? {
            'cache-control': `public, max-age=${PUBLIC_S}`,
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'content-length, content-range, etag',
            'cross-origin-resource-policy': 'cross-origin',
          }
        : // A private address must not be found by a search engine.
          { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
    );
  }

  function sendFile(
    request: Asked,
    reply: FastifyReply,
    file: PodcastFile,
    openNow: () => Promise<PodcastEpisode>,
    feedId: number | null,
  ) {
    const { etag, bytes } = file;
    void reply.headers({ 'content-type': 'audio/mp4', 'accept-ranges': 'bytes', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const ifRange = request.headers['if-range'];
    const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, bytes) : 'whole';
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' })
        .send(Buffer.alloc(0));
    const { start, end } = range === 'whole' ? { start: 0, end: bytes - 1 } : range;
    if (range !== 'whole') void reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
    void reply.header('content-length', end - start + 1);
    if (request.method === 'HEAD') return reply.send();
    const { count, done } = feedId === null ? { count: () => {}, done: () => {} } : use.begin(feedId);
    const stream = Readable.from(counted(files.read(file, { start, end: end + 1 }), count), { objectMode: false });
    const demandGoingOn = async () => {
      await openNow();
      files.demandWhole(file);
    };
    // Timed instead of tied to reads: a slow reader has much data buffered.
    const watch = setInterval(() => {
      demandGoingOn().catch((error: unknown) => {
        // A database outage does not end a transfer.
        if (!(error instanceof DomainError)) return;
        stream.destroy();
        request.raw.socket.resetAndDestroy();
      });
    }, ASKED_AGAIN_MS);
    stream.once('close', () => {
      clearInterval(watch);
      done();
    });
    return reply.send(stream);
  }

  app.route<{ Params: { token: string; file: string } }>({
    // HEAD is handled explicitly; otherwise the file would be generated and discarded.
    method: ['GET', 'HEAD'],
    url: '/podcasts/:token/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { token, file: name } = request.params;
      const [, id, ending] = /^([1-9]\d{0,9})\.(m4a|json|vtt)$/.exec(name) ?? [];
      if (id === undefined) throw new DomainError('dataNotFound');
      const openNow = () => open(token === FREE ? null : token, Number(id));
      const episode = await openNow();
      const file = await fileOf(episode);
      headersOf(reply, episode);
      if (ending === 'm4a') return sendFile(request, reply, file, openNow, episode.feedId);
      if (ending === 'json') {
        void reply.type('application/json+chapters; charset=utf-8').serializer(JSON.stringify);
        return reply.send(chaptersIn(file, episode.parts));
      }
      return reply.type('text/vtt; charset=utf-8').send(webVttIn(file, await episode.words()));
    },
  });

  // Podcast apps may display the problem document.
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof DomainError)) throw error;
    return sendProblem(request, reply, error);
  });
}
