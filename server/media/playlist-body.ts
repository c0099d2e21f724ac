import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLAYLIST_TYPE } from '#server/media/sound-headers.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Below this, compression does not save a packet. */
const MIN_COMPRESSED_BYTES = 1_400;

type Encoding = 'br' | 'gzip';

/** A playlist built once and sent many times. */
export interface PlaylistBody {
  bytes: Buffer;
  /** The text if short: written together with the header lines, which saves a second buffer. */
  text: string | undefined;
  etag: string;
  /** Compressed on first request; a promise, so that concurrent requests share it. */
  packed: Map<Encoding, Promise<Buffer>>;
}

export function playlistBody(text: string | Buffer): PlaylistBody {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const short = bytes.length < MIN_COMPRESSED_BYTES ? bytes.toString() : undefined;
  return { bytes, text: short, etag: `"${hash('sha1', bytes, 'base64url')}"`, packed: new Map() };
}

/** The best encoding for a playlist. Undefined: uncompressed. */
export function formFor(accepted: string | undefined, body: PlaylistBody): Encoding | undefined {
  if (accepted === undefined || body.bytes.length < MIN_COMPRESSED_BYTES) return undefined;
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

/** A playlist in an encoding. */
export const formOf = (
  body: PlaylistBody,
  encoding: Encoding | undefined,
): { etag: string; bytes: () => Promise<Buffer> } =>
  encoding === undefined
    ? { etag: body.etag, bytes: async () => body.bytes }
    : { etag: `${body.etag.slice(0, -1)}-${encoding}"`, bytes: () => pack(body, encoding) };

/** Sends a playlist; `cacheControl` sets who may cache it. */
export async function sendPlaylist(
  request: FastifyRequest,
  reply: FastifyReply,
  body: PlaylistBody,
  cacheControl: string,
): Promise<FastifyReply> {
  const encoding = formFor(request.headers['accept-encoding'], body);
  const { etag, bytes } = formOf(body, encoding);
  void reply.headers({
    'content-type': PLAYLIST_TYPE,
    'cache-control': cacheControl,
    etag,
    vary: [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '),
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.send(await bytes());
}
