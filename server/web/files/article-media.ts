import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { getMediaFileOf } from '#domain/articles/media-files.ts';
import { parseRange } from '#server/media/object-reply.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

/** Media types for players. Any other stored file is sent as a binary download. */
const PLAYABLE = /^(audio|video)\/[a-z0-9.+-]{1,40}$/;

const idOf = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);

/**
 * `GET /media/articles/:article/:file`: a recording, whole or by ranges. The content of an address never changes, but
 * is removed when its article is withdrawn: browsers may cache it for a day, shared caches not at all.
 */
export async function articleMedia(app: FastifyInstance, { db, files }: { db: Db; files: FileStorage }): Promise<void> {
  app.route<{ Params: { article: string; file: string } }>({
    // An explicit HEAD, so that the file is not read and discarded.
    method: ['GET', 'HEAD'],
    url: '/media/articles/:article/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { article, file: fileParam } = request.params;
      const file = await getMediaFileOf({ db }, { articleId: idOf(article), fileId: idOf(fileParam) });
      const stored = await files.stat(file.sha256);
      if (stored === undefined) throw new DomainError('fileNotFound', 'the content of this recording is missing');
      const etag = `"${file.sha256}"`;
      void reply.headers({
        'content-type': PLAYABLE.test(file.mimeType) ? file.mimeType : 'application/octet-stream',
        'cache-control': 'private, max-age=86400',
        'accept-ranges': 'bytes',
        // Companion apps and cast devices play recordings cross-origin, as they do live streams.
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'content-length, content-range, etag',
        'cross-origin-resource-policy': 'cross-origin',
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const ifRange = request.headers['if-range'];
      const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
      const range = parseRange(asked, stored.bytes);
      if (range === 'unsatisfiable') {
        return reply
          .code(416)
          .headers({ 'content-range': `bytes */${stored.bytes}`, 'cache-control': 'no-store' })
          .send(Buffer.alloc(0));
      }
      const part = range === 'whole' ? { start: 0, end: stored.bytes - 1 } : range;
      if (range !== 'whole') {
        void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${stored.bytes}`);
      }
      void reply.header('content-length', part.end - part.start + 1);
      if (request.method === 'HEAD') return reply.send();
      return reply.send(await files.stream(file.sha256, part));
    },
  });
}
