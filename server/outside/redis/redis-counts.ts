import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { createClient } from '@redis/client';
import type { Logger } from 'pino';
import type { SharedCounts } from '#shared/outside/shared-counts.ts';

/** Much longer than an answer takes in the same data centre, and nothing that a visitor notices. */
const ANSWER_MS = 5;
/** Interval of probes while it is unavailable. */
const ASK_AGAIN_MS = 1_000;
/** After this long without an answer the connection is replaced: its peer may be gone. */
const RECONNECT_MS = 10_000;
const CONNECT_MS = 1_000;
const QUEUED = 1_000;

/**
 * `takeOne` of `server/counts/buckets.ts`, by the clock of the service, as those of processes differ. A debt is charged
 * in any case, up to one burst.
 */
const TAKE = `
local interval, burst, debt, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local full = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now), now + burst * 2)
full = math.min(full + debt * interval, now + burst * 2)
local wait = full + interval - now - burst
if wait <= 0.01 then
  full = full + interval
  wait = 0
elseif debt == 0 then
  return string.format('%.3f', wait)
end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return string.format('%.3f', wait)`;

/** Loaded with the first use only: most sites have no such service. */
const loadClient = (): Promise<{ createClient: typeof createClient }> => import('@redis/client');

type Client = Awaited<ReturnType<typeof clientOf>>;

async function clientOf(url: string) {
  const load = await loadClient();
  return load.createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUED,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
  });
}

/**
 * Token buckets by the Redis protocol. Keys are hashed with the site's secret. An answer later than 5 ms is not
 * waited for: the caller counts by itself, and so do all until it answers again.
 */
export function createRedisCounts({
  url,
  secretKey,
  log,
  nowMs,
  answerMs = ANSWER_MS,
}: {
  url: string;
  secretKey: string;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Replaces the clock of the service. */
  nowMs?: () => number;
  answerMs?: number;
}): SharedCounts {
  let client: Client | null = null;
  let isStopped = false;
  let unavailableSinceMs: number | null = null;
  let openedAtMs = 0;
  const connected = connect().catch(markUnavailable);

  async function connect(): Promise<void> {
    openedAtMs = performance.now();
    client?.destroy();
    const opened = await clientOf(url);
    if (isStopped) return;
    client = opened;
    // Without a handler an error would end the process.
    opened.on('error', (error: unknown) => opened === client && markUnavailable(error));
    opened.connect().catch(() => {});
  }

  function markUnavailable(error: unknown): void {
    if (unavailableSinceMs !== null || isStopped) return;
    unavailableSinceMs = performance.now();
    log.warn({ err: error }, 'the shared counts are unavailable: each process counts by itself');
    void untilBack();
  }

  /** Asks whether it answers again, so that no request has to wait to find out. */
  async function untilBack(): Promise<void> {
    while (unavailableSinceMs !== null && !isStopped) {
      await delay(ASK_AGAIN_MS, undefined, { ref: false });
      const pong = client?.isReady
        ? client.ping().then(
            () => true,
            () => null,
          )
        : null;
      if (pong !== null && (await soon(pong)) !== null) {
        unavailableSinceMs = null;
        log.info('the shared counts are back');
      } else if (performance.now() - Math.max(unavailableSinceMs, openedAtMs) > RECONNECT_MS)
        await connect().catch(() => {});
    }
  }

  const keyOf = (key: string): string =>
    `airwave:count:${createHmac('sha256', secretKey).update(key).digest('base64url').slice(0, 22)}`;

  /** The answer, or null after that time. An answer that came while this process was busy is read first. */
  function soon<T>(answer: Promise<T | null>): Promise<T | null> {
    const { promise, resolve } = Promise.withResolvers<T | null>();
    const timer = setTimeout(() => setImmediate(() => resolve(null)), answerMs);
    void answer.then((found) => {
      clearTimeout(timer);
      resolve(found);
    });
    return promise;
  }

  return {
    take(key, { intervalMs, burstMs }, debt) {
      if (unavailableSinceMs !== null || !client?.isReady) return null;
      const by = [intervalMs, burstMs, debt, nowMs?.() ?? ''].map(String);
      const answer = client.eval(TAKE, { keys: [keyOf(key)], arguments: by }).then(
        (wait) => Number(wait) / 1_000,
        (error: unknown) => {
          markUnavailable(error);
          return null;
        },
      );
      return soon(answer).then((seconds) => {
        if (seconds === null) markUnavailable(new Error(`no answer in ${answerMs} ms`));
        return seconds;
      });
    },
    isUnavailable: () => unavailableSinceMs !== null || !client?.isReady,
    async stop() {
      isStopped = true;
      await connected;
      client?.destroy();
    },
  };
}
