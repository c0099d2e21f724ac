import type { FastifyReply, FastifyRequest } from 'fastify';

type Range = { start: number; end: number } | 'whole' | 'unsatisfiable';

/** Parses a Range header, ends inclusive. Anything but a single byte range selects the whole. */
export function parseRange(header: string | undefined, size: number): Range {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Sends immutable bytes; `cacheControl` sets who may cache them, and for how long. */
export function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  { etag, contentType, cacheControl }: { etag: string; contentType: string; cacheControl: string },
): FastifyReply {
  void reply.headers({
    'content-type': contentType,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, bytes.length) : 'whole';
  if (range === 'whole') return reply.send(bytes);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${bytes.length}`, 'cache-control': 'no-store' })
      .send(Buffer.alloc(0));
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
    .send(bytes.subarray(range.start, range.end + 1));
}
