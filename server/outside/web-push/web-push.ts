import { Agent, type Dispatcher } from 'undici';
import webPush from 'web-push';
import type { PushRequest, SendPush } from '#domain/push/push.ts';
import type { PushAnswer } from '#domain/push/push.rules.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { encryptPush } from './encrypt.ts';
import type { VapidKeys } from './vapid-keys.ts';
import { traced } from '#shared/outside/tracing.ts';

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
 * Sends messages over connections that are kept, by a client that does half the work of Node's own. The token of the
 * station (`web-push`) is the same for all browsers of a push service and signed once, which saves a third of the work
 * of a message.
 */
export function createPushSender(
  keys: VapidKeys,
  {
    subject,
    nowMs = Date.now,
    timeoutMs = OUTSIDE_LIMITS.pushTimeoutMs,
  }: { subject: string; nowMs?: () => number; timeoutMs?: number },
): SendPush {
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    maxResponseSize: OUTSIDE_LIMITS.replyBytes,
    connect: { timeout: timeoutMs },
    // Each message has a timer that covers its connection too.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
  });
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
      // Invalid keys.
      return null;
    }
  }

  const send: SendPush = (asked) =>
    new Promise((resolve) => {
      const { origin, pathname, search } = new URL(asked.endpoint);
      const body = bodyOf(asked);
      if (body === null) return resolve(refused);
      let controller: Dispatcher.DispatchController | null = null;
      let isEnded = false;
      const end = (answer: PushAnswer) => {
        isEnded = true;
        clearTimeout(timer);
        resolve(answer);
      };
      const silence = () => {
        if (isEnded) return;
        end('silent');
        controller?.abort(new Error('silent'));
      };
      // A process that was suspended first reads what has arrived: the answer may have been in time.
      const timer = setTimeout(() => setImmediate(silence), timeoutMs);
      agent.dispatch(
        {
          origin,
          path: pathname + search,
          method: 'POST',
          headers: {
            authorization: tokenFor(origin),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(asked.ttlSeconds),
            urgency: asked.isUrgent ? 'high' : 'normal',
            topic: asked.topic,
          },
          body,
        },
        {
          onRequestStart(started) {
            controller = started;
            // It waited for its connection too long.
            if (isEnded) started.abort(new Error('silent'));
          },
          onResponseStart(_, status, headers) {
            const after = headers['retry-after'];
            end({ status, retryAfterSeconds: readRetryAfter(typeof after === 'string' ? after : undefined, nowMs()) });
          },
          // Read to the end, or its connection could not be used again.
          onResponseData() {},
          onResponseEnd() {},
          onResponseError: () => end('silent'),
        },
      );
    });
  return (asked) => traced('provider', 'push', () => send(asked));
}
