import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Below this a compressed answer saves no packet. */
const MIN_COMPRESSED_BYTES = 1_400;

type Encoding = 'br' | 'gzip';

/** A playlist made once and sent many times. */
export interface PlaylistBody {
  bytes: Buffer;
  etag: string;
  /** Made when first asked for; a promise, so that a crowd waits for one. */
  packed: Map<Encoding, Promise<Buffer>>;
}

export function playlistBody(text: string): PlaylistBody {
  const bytes = Buffer.from(text);
  return { bytes, etag: `"${createHash('sha1').update(bytes).digest('base64url')}"`, packed: new Map() };
}

function encodingFor(request: FastifyRequest, body: PlaylistBody): Encoding | undefined {
  if (body.bytes.length < MIN_COMPRESSED_BYTES) return undefined;
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b(?!;q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : undefined;
}

function pack(body: PlaylistBody, encoding: Encoding): Promise<Buffer> {
  let packed = body.packed.get(encoding);
  if (packed === undefined) {
    packed =
      encoding === 'br'
        ? toBrotli(body.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        : toGzip(body.bytes, { level: 5 });
    body.packed.set(encoding, packed);
  }
  return packed;
}

/** Sends a playlist; `cacheControl` says who may keep it. */
export async function sendPlaylist(
  request: FastifyRequest,
  reply: FastifyReply,
  body: PlaylistBody,
  cacheControl: string,
): Promise<FastifyReply> {
  const encoding = encodingFor(request, body);
  const etag = encoding === undefined ? body.etag : `${body.etag.slice(0, -1)}-${encoding}"`;
  void reply.headers({
    'content-type': 'application/vnd.apple.mpegurl; charset=utf-8',
    'cache-control': cacheControl,
    etag,
    vary: [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '),
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding === undefined) return reply.send(body.bytes);
  return reply.header('content-encoding', encoding).send(await pack(body, encoding));
}
