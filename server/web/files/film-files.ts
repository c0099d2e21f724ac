import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { isPictureOfFilm } from '#domain/film-making/film-making.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

const PICTURE = /^([0-9a-f]{64})\.jpg$/;

/**
 * `GET /media/film-files/:file`: the stills and the poster of a film, by the hash of their bytes. They are available to
 * anyone who knows the name, which is sent to entitled viewers (decision 041). The bytes of an address never change,
 * but are removed with the film: browsers may cache them for a day, shared caches not at all.
 */
export async function filmFiles(app: FastifyInstance, { db, files }: { db: Db; files: FileStorage }): Promise<void> {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/film-files/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const [, sha256] = PICTURE.exec(request.params.file) ?? [];
      if (sha256 === undefined || !(await isPictureOfFilm(db, sha256))) throw new DomainError('fileNotFound');
      const stored = await files.stat(sha256);
      if (stored === undefined) throw new DomainError('fileNotFound', 'the content of this file is missing');
      const etag = `"${sha256}"`;
      void reply.headers({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=86400',
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
