import type { FastifyInstance } from 'fastify';
import { asFile } from '#server/web/security-headers.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

/** `GET /media/house/:file`: a creative of the station's own advertising. The content of an address never changes. */
export async function houseCreatives(app: FastifyInstance, files: FileStorage): Promise<void> {
  app.get<{ Params: { file: string } }>('/media/house/:file', { schema: { hide: true } }, async (request, reply) => {
    const [, sha256 = ''] = /^([0-9a-f]{64})\.webp$/.exec(request.params.file) ?? [];
    const stored = sha256 ? await files.stat(sha256) : undefined;
    if (stored === undefined) throw new DomainError('fileNotFound', 'there is no such creative');
    const etag = `"${sha256.slice(0, 22)}"`;
    void asFile(reply, 'image/webp').headers({ 'cache-control': 'public, max-age=31536000, immutable', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    void reply.headers({ 'content-type': 'image/webp', 'content-length': stored.bytes });
    return reply.send(await files.stream(sha256));
  });
}
