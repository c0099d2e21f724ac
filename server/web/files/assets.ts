import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asFile } from '#server/web/security-headers.ts';
import type { ReleaseAsset, Releases } from './releases.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface Asset {
  type: string;
  cacheControl: string;
  etag: string;
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
}

/** Whether a browser accepts an encoding; weight 0 means refusal. */
const accepts = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name = '', weight = '1'] = part.split(/;\s*q=/i);
    return name.trim().toLowerCase() === encoding && Number(weight) > 0;
  });

/** Names under assets/ contain a content hash. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Answers for names of assets that this build does not have, by another release. */
function ofOtherReleases(releases: Releases, log: Pick<FastifyInstance['log'], 'warn'>) {
  return async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
    const name = request.params['*'];
    const type = TYPES[extname(name)];
    const isBrotli = accepts(request.headers['accept-encoding'] ?? '', 'br');
    let found: ReleaseAsset | undefined;
    try {
      if (type !== undefined) found = await releases.find(name, isBrotli);
    } catch (error) {
      log.warn({ err: error }, 'could not read an asset of another release');
      return reply.code(503).headers({ 'Cache-Control': 'no-store', 'Retry-After': '1' }).send();
    }
    if (type === undefined || found === undefined)
      return reply.code(404).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('');
    const { br, identity } = found.bodies;
    void asFile(reply, type).headers({ 'Cache-Control': FOR_EVER, Vary: 'Accept-Encoding' }).type(type);
    return br ? reply.header('Content-Encoding', 'br').send(br) : reply.send(identity);
  };
}

/**
 * Serves the client build from memory: it is small, and every page needs it. Assets of other builds come from
 * `releases`, if they are stored.
 */
export async function assets(app: FastifyInstance, clientDir: string, releases?: Releases): Promise<void> {
  const walk = (dir: string): string[] =>
    readdirSync(join(clientDir, dir)).flatMap((name) => {
      const path = join(dir, name);
      return statSync(join(clientDir, path)).isDirectory() ? walk(path) : [path];
    });
  for (const path of existsSync(clientDir) ? walk('') : []) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    const full = join(clientDir, path);
    const identity = readFileSync(full);
    const read = (suffix: string) => (existsSync(full + suffix) ? readFileSync(full + suffix) : undefined);
    const asset: Asset = {
      type,
      cacheControl: path.startsWith('assets') ? FOR_EVER : 'public, max-age=86400',
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      bodies: { identity, br: read('.br'), gzip: read('.gz') },
    };
    app.get(`/${path}`, (request, reply) => {
      void asFile(reply, type)
        .header('Cache-Control', asset.cacheControl)
        .header('ETag', asset.etag)
        .header('Vary', 'Accept-Encoding');
      if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
      void reply.type(asset.type);
      const accepted = request.headers['accept-encoding'] ?? '';
      for (const encoding of ['br', 'gzip'] as const) {
        const body = asset.bodies[encoding];
        if (body && accepts(accepted, encoding)) return reply.header('Content-Encoding', encoding).send(body);
      }
      return reply.send(asset.bodies.identity);
    });
  }
  // Otherwise such a name is answered as any other that does not exist.
  if (releases) app.get('/assets/*', ofOtherReleases(releases, app.log));
}
