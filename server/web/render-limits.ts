import { createBuckets } from '#server/web/limits.ts';
import { DomainError } from '#shared/domain-error.ts';
import { RENDER_LIMITS } from '#shared/limits.ts';

export interface RenderLimits {
  /** Renders an address may ask for a second, ten seconds of them at once; 0: as many as it likes. */
  perSecond: number;
  /** Renders of one address that run at once. */
  atOncePerAddress?: number;
  /** Renders that run at once, all addresses together. */
  atOnce?: number;
  /** Of one address, in line; whoever comes after them is refused. */
  maxWaiting?: number;
  nowMs?: () => number;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Rations what it costs to make pages that are not kept. Rendering holds the one thread that answers everybody, so pages
 * that stand ready must not wait behind a dozen connections that ask for new ones: an address renders few at once, the
 * rest of its requests wait in its own line, and between any two renders the loop answers others. What is refused is told
 * when to come again.
 */
export function createRenderLimits({
  perSecond,
  atOncePerAddress = RENDER_LIMITS.atOncePerAddress,
  atOnce = RENDER_LIMITS.atOnce,
  maxWaiting = RENDER_LIMITS.waitingPerAddress,
  nowMs = Date.now,
}: RenderLimits): <T>(address: string, work: () => Promise<T>) => Promise<T> {
  const take = perSecond > 0 ? createBuckets(perSecond, nowMs) : () => 0;
  const lines = new Map<string, Line>();
  /** Addresses with someone in line, in the order of their turns. */
  const turns = new Set<string>();
  let running = 0;

  function mayRun(line: Line): boolean {
    return running < atOnce && line.running < atOncePerAddress;
  }

  /** Gives free places away, address by address: a long line of one is no longer wait for the next. */
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
      // What is there to be answered without a render comes first.
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
    const waitSeconds = take(address);
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
