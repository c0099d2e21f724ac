import { setTimeout as delay } from 'node:timers/promises';

/** What a visitor does again and again, while servers are killed. */
export interface Probe {
  what: string;
  everyMs: number;
  /** Whether it succeeded. */
  attempt: () => Promise<boolean>;
}

interface Outcome {
  tries: number;
  failures: number;
  /** The longest time without a success, from the first failure on. */
  longestMs: number;
}

interface Watch {
  /** Until each has succeeded this long without a failure, or the time is up. Whether they have. */
  untilCalm(calmMs: number, limitMs: number): Promise<boolean>;
  stop(): Promise<Map<string, Outcome>>;
}

export function watch(probes: readonly Probe[]): Watch {
  const outcomes = new Map<string, Outcome>();
  const stopped = new AbortController();
  let failedAtMs = performance.now();
  const loops = probes.map(async ({ what, everyMs, attempt }) => {
    const outcome: Outcome = { tries: 0, failures: 0, longestMs: 0 };
    outcomes.set(what, outcome);
    let sinceMs: number | undefined;
    while (!stopped.signal.aborted) {
      const beganMs = performance.now();
      const isGood = await attempt().catch(() => false);
      outcome.tries++;
      if (!isGood) {
        outcome.failures++;
        sinceMs ??= beganMs;
        failedAtMs = performance.now();
      }
      if (sinceMs !== undefined) outcome.longestMs = Math.max(outcome.longestMs, performance.now() - sinceMs);
      if (isGood) sinceMs = undefined;
      await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  });
  return {
    async untilCalm(calmMs, limitMs) {
      failedAtMs = performance.now();
      const until = performance.now() + limitMs;
      while (performance.now() - failedAtMs < calmMs) {
        if (performance.now() > until) return false;
        await delay(100);
      }
      return true;
    },
    async stop() {
      stopped.abort();
      await Promise.all(loops);
      return outcomes;
    },
  };
}
