import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

/** Fifteen seconds with sound, drawn once by `scripts/ads/make-video.ts`. */
const FILE = 'sandbox/ads/harbour-tea.mp4';
let kept: Buffer | undefined;
const video = (): Buffer => (kept ??= readFileSync(FILE));

const CLOCK = /^bytes=(\d{1,9})-(\d{0,9})$/;

/** The video, whole or a range of it, as players ask. */
export function sendVideo(reply: FastifyReply, range: string | undefined): FastifyReply {
  const bytes = video();
  void reply.headers({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
  });
  const [, from = '0', until = ''] = CLOCK.exec(range ?? '') ?? [];
  if (range === undefined || !CLOCK.test(range)) return reply.send(bytes);
  const first = Number(from);
  const last = Math.min(until === '' ? bytes.length - 1 : Number(until), bytes.length - 1);
  if (first > last) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1));
}

/** A third of it, and then nothing more, on a line that stays open. */
export function sendPart(reply: FastifyReply): void {
  const bytes = video();
  void reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'video/mp4',
    'content-length': bytes.length,
    'access-control-allow-origin': '*',
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 3)));
}
