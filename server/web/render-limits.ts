import { createCounter, type Counter } from '#server/counts/counter.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ADDRESS_LIMITS, RENDER_LIMITS } from '#shared/limits.ts';

export interface RenderLimits {
  /** Renders per second and address, with a burst of ten seconds; 0: unlimited. */
  perSecond: number;
  counter?: Counter;
  /** Concurrent renders per address. */
  atOncePerAddress?: number;
  /** Concurrent renders in total. */
  atOnce?: number;
  /** Queue length per address; further requests are refused. */
  maxWaiting?: number;
  nowMs?: () => number;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits the cost of uncached pages. Rendering blocks the one thread that serves everyone, so cached pages must not
 * wait behind a dozen connections that request new ones: an address gets few concurrent renders, its other requests
 * wait in its own queue, and the event loop serves others between renders. Refusals include a retry delay.
 */
export function createRenderLimits({
  perSecond,
  counter = createCounter(),
  atOncePerAddress = RENDER_LIMITS.atOncePerAddress,
  atOnce = RENDER_LIMITS.atOnce,
  maxWaiting = RENDER_LIMITS.waitingPerAddress,
  nowMs,
}: RenderLimits): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  const { savedSeconds } = ADDRESS_LIMITS;
  const take = counter.limit('renders', { perSecond, savedSeconds }, { isFrequent: true, nowMs });
  const lines = new Map<string, Line>();
  /** Addresses with queued requests, in round-robin order. */
  const turns = new Set<string>();
  let running = 0;

  function mayRun(line: Line): boolean {
    return running < atOnce && line.running < atOncePerAddress;
  }

  /** Assigns free places round-robin by address, so that one address's long queue does not delay the next. */
  function giveAway(): void {
    for (const address of turns) {
      if (running >= atOnce) return;
      const line = lines.get(address);
      if (!line || !mayRun(line)) continue;
      turns.delete(address);
      const next = line.waiting.shift();
      if (line.waiting.length) turns.add(address);
      if (!next) continue;
      line.running++;
      running++;
      // Requests that need no render go first.
      setImmediate(next);
    }
  }

  function leave(address: string, line: Line): void {
    line.running--;
    running--;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(address);
    giveAway();
  }

  return async (address, work) => {
    const taken = take(address);
    const waitSeconds = typeof taken === 'number' ? taken : await taken;
    if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
    const line = lines.get(address) ?? { running: 0, waiting: [] };
    lines.set(address, line);
    if (mayRun(line) && line.waiting.length === 0) {
      line.running++;
      running++;
    } else {
      if (line.waiting.length >= maxWaiting) throw new DomainError('tooManyRequests', { retry_after_seconds: 1 });
      await new Promise<void>((go) => {
        line.waiting.push(go);
        turns.add(address);
      });
    }
    try {
      return await work();
    } finally {
      leave(address, line);
    }
  };
}
