import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { parseRange } from '#server/media/object-reply.ts';
import type { PodcastFile, PodcastFiles } from '#server/media/podcast-files.ts';
import { chaptersIn, webVttIn } from '#server/media/podcast-texts.ts';
import { sendProblem } from '#server/media/problems.ts';
import { createUse } from '#server/media/podcast-use.ts';
import { DomainError } from '#shared/domain-error.ts';

/** A broadcast that an address opens, as the archive has it now. */
export interface PodcastEpisode {
  /** Null: of nobody, and the same for everybody. */
  feedId: number | null;
  quality: 11 | 12;
  streamId: number;
  /** What may be heard, unix ms. */
  from: number;
  to: number;
  parts: readonly { title: string | null; startsAt: number }[];
  words: () => Promise<readonly { startsAt: number; endsAt: number; words: string }[]>;
}

/** Who may hear what: throws what refuses it. Asked for each file, and each two seconds while one is under way. */
export type OpenEpisode = (token: string | null, archiveId: number) => Promise<PodcastEpisode>;

/** Stands where a token does in addresses that open to everybody. */
const FREE = 'free';
/** The better first; where a broadcast has none of it, it has the other. */
const RENDITIONS: Record<PodcastEpisode['quality'], readonly RenditionName[]> = {
  11: ['a128', 'a64'],
  12: ['a64', 'a128'],
};
/** What is revoked stops within five seconds. */
const ASKED_AGAIN_MS = 2_000;
/** As public playlists: sound may have been taken out. */
const PUBLIC_S = 60;

async function* counted(bytes: AsyncGenerator<Buffer>, count: (bytes: number) => void) {
  for await (const some of bytes) {
    count(some.length);
    yield some;
  }
}

type Asked = FastifyRequest<{ Params: { token: string; file: string } }>;

/** `GET /podcasts/<token or free>/<broadcast>.m4a`, and its chapters (`.json`) and words (`.vtt`). */
export function registerPodcasts(
  app: FastifyInstance,
  { open, files, now }: { open: OpenEpisode; files: PodcastFiles; now: () => Date },
): void {
  const use = createUse(now);

  async function fileOf({ quality, streamId, from, to }: PodcastEpisode): Promise<PodcastFile> {
    for (const rendition of RENDITIONS[quality]) {
      const file = await files.find({ streamId, rendition, from, to });
      if (file !== undefined) return file;
    }
    throw new DomainError('fileNotFound', 'no sound is kept of this broadcast');
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
        : // Whoever found the address is not to find it again by a search.
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
    // By the clock and not by what is read: who reads slowly has much of it on the way.
    const watch = setInterval(() => {
      demandGoingOn().catch((error: unknown) => {
        // A database that is away ends nothing.
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
    // HEAD by itself, or a file would be read to be thrown away.
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

  // A program shows what a problem says of itself, if anything.
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof DomainError)) throw error;
    return sendProblem(request, reply, error);
  });
}
