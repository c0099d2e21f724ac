import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { isFileOfFilm } from '#domain/film-making/film-making.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/file-storage.ts';

const TYPES = { vtt: 'text/vtt; charset=utf-8', jpg: 'image/jpeg' } as const;
const FILE = /^([0-9a-f]{64})\.(vtt|jpg)$/;

/**
 * `GET /media/film-files/:file`: captions, preview pictures and poster of a film, addressed by content hash. Public to
 * anyone who knows the hash, which is given to entitled viewers; files of no film are never served.
 */
export async function filmFiles(app: FastifyInstance, { db, files }: { db: Db; files: FileStorage }): Promise<void> {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/film-files/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const [, sha256 = '', ending = ''] = FILE.exec(request.params.file) ?? [];
      const kind = ending === 'vtt' || ending === 'jpg' ? ending : null;
      if (kind === null || !(await isFileOfFilm(db, sha256, kind))) throw new DomainError('fileNotFound');
      const stored = await files.stat(sha256);
      if (stored === undefined) throw new DomainError('fileNotFound', 'the bytes of this file are missing');
      const etag = `"${sha256}"`;
      void reply.headers({
        'content-type': TYPES[kind],
        // Content under its hash never changes.
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      void reply.header('content-length', stored.bytes);
      if (request.method === 'HEAD') return reply.send();
      return reply.send(await files.stream(sha256));
    },
  });
}
