import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import type { PushRequest, SendPush } from '#domain/push/push.ts';
import type { PushAnswer } from '#domain/push/push.rules.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { encryptPush } from './encrypt.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** Push services accept a token for at most a day. */
const TOKEN_SECONDS = 12 * 3_600;
/** A token is renewed this long before its end. */
const RENEWED_SECONDS = 3_600;
/** Open connections to one push service. */
const CONNECTIONS = 128;

const refused: PushAnswer = { status: 400, retryAfterSeconds: null };

/** Seconds, or a date. */
function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const seconds = /^\d{1,7}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - nowMs) / 1_000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/**
 * Sends messages over connections that are kept. The token of the station (`web-push`) is the same for all browsers of a
 * push service and signed once, which saves a third of the work of a message.
 */
export function createPushSender(
  keys: VapidKeys,
  { subject, nowMs = Date.now }: { subject: string; nowMs?: () => number },
): SendPush {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
  };
  const tokens = new Map<string, { header: string; untilSeconds: number }>();

  function tokenFor(origin: string): string {
    const nowSeconds = Math.floor(nowMs() / 1_000);
    const kept = tokens.get(origin);
    if (kept && kept.untilSeconds - RENEWED_SECONDS > nowSeconds) return kept.header;
    const untilSeconds = nowSeconds + TOKEN_SECONDS;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
      untilSeconds,
    );
    tokens.set(origin, { header, untilSeconds });
    return header;
  }

  function bodyOf({ payload, ...receiver }: PushRequest): Buffer | null {
    try {
      return encryptPush(payload, receiver);
    } catch {
      // Keys that are none.
      return null;
    }
  }

  return (asked) =>
    new Promise((resolve) => {
      const url = new URL(asked.endpoint);
      const body = bodyOf(asked);
      if (body === null) return resolve(refused);
      const isTls = url.protocol === 'https:';
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: agents[isTls ? 'https:' : 'http:'],
        headers: {
          authorization: tokenFor(url.origin),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': body.length,
          ttl: asked.ttlSeconds,
          urgency: asked.isUrgent ? 'high' : 'normal',
          topic: asked.topic,
        },
      });
      const end = (answer: PushAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        request.destroy();
        end('silent');
      }, OUTSIDE_LIMITS.pushTimeoutMs);
      request.on('error', () => end('silent'));
      request.on('response', (response) => {
        let bytes = 0;
        // Read to the end, or its connection could not be used again.
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > OUTSIDE_LIMITS.replyBytes) response.destroy();
        });
        response.on('error', () => {});
        const retryAfterSeconds = readRetryAfter(response.headers['retry-after'], nowMs());
        end({ status: response.statusCode ?? 500, retryAfterSeconds });
      });
      request.end(body);
    });
}
