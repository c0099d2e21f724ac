import { createECDH, randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { startHttpServer } from '#tests/factories/server/http-server.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import { createPushSender } from './web-push.ts';

const keys = vapidKeysOf('a secret of thirty-two letters...');
const browser = createECDH('prime256v1');
const receiver = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A push service, and a sender to it. */
async function service(answer: RequestListener, timeoutMs?: number) {
  const { url, close } = await startHttpServer(answer);
  closing.push(close);
  const send = createPushSender(keys, { subject: 'mailto:a@b.example', ...(timeoutMs && { timeoutMs }) });
  return (path: string) =>
    send({
      ...receiver,
      endpoint: `${url}${path}`,
      payload: '試',
      ttlSeconds: 60,
      isUrgent: true,
      topic: 'topic',
    });
}

it('says what the push service answered, and when it may be asked again', async () => {
  const send = await service((request, response) => {
    request.resume();
    const status = Number(request.url?.slice(1));
    response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {}).end('a reason');
  });
  expect(await send('/201')).toEqual({ status: 201, retryAfterSeconds: null });
  expect(await send('/410')).toEqual({ status: 410, retryAfterSeconds: null });
  expect(await send('/429')).toEqual({ status: 429, retryAfterSeconds: 120 });
});

it('follows no redirect', async () => {
  const asked: string[] = [];
  const send = await service((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    response.writeHead(307, { location: '/inside' }).end();
  });
  expect(await send('/outside')).toEqual({ status: 307, retryAfterSeconds: null });
  expect(asked).toEqual(['/outside']);
});

it('waits for no push service that says nothing, or closes the connection, and goes on with the next', async () => {
  const send = await service((request, response) => {
    request.resume();
    if (request.url === '/hang') return;
    if (request.url === '/close') request.socket.destroy();
    else response.writeHead(201).end();
  }, 200);
  expect(await Promise.all([send('/hang'), send('/close'), send('/fine')])).toEqual([
    'silent',
    'silent',
    { status: 201, retryAfterSeconds: null },
  ]);
});

it('reads no more of an answer than a limit', async () => {
  let written = 0;
  const gone = Promise.withResolvers<void>();
  const send = await service((request, response) => {
    request.resume();
    response.on('close', () => gone.resolve());
    response.writeHead(201);
    const more = () => {
      while (!response.destroyed) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
      }
    };
    more();
  });
  expect(await send('/endless')).toEqual({ status: 201, retryAfterSeconds: null });
  await gone.promise;
  expect(written).toBeGreaterThan(OUTSIDE_LIMITS.replyBytes);
});
