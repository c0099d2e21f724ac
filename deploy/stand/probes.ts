import { setTimeout as delay } from 'node:timers/promises';

/** A request that a visitor repeats while servers fail. */
export interface Probe {
  what: string;
  everyMs: number;
  /** Attempts that may be open at once: with one, an attempt that hangs hides when the next would have succeeded. */
  atOnce: number;
  /** Whether it succeeded. */
  attempt: () => Promise<boolean>;
}

interface Outcome {
  tries: number;
  failures: number;
  /** The longest time from the beginning of a failed attempt until one that began later succeeded. */
  longestMs: number;
}

interface Attempt {
  beganMs: number;
  endedMs: number;
  isGood: boolean;
}

export function outcomeOf(attempts: readonly Attempt[]): Outcome {
  const failed = attempts.filter(({ isGood }) => !isGood).toSorted((one, other) => one.beganMs - other.beganMs);
  const lastMs = Math.max(...attempts.map(({ endedMs }) => endedMs));
  let longestMs = 0;
  let untilMs = -Infinity;
  for (const { beganMs } of failed) {
    if (beganMs < untilMs) continue;
    const later = attempts.filter((attempt) => attempt.isGood && attempt.beganMs > beganMs);
    untilMs = Math.min(lastMs, ...later.map(({ endedMs }) => endedMs));
    longestMs = Math.max(longestMs, untilMs - beganMs);
  }
  return { tries: attempts.length, failures: failed.length, longestMs };
}

interface Watch {
  /** Until each has succeeded this long without a failure, or the time is up. Whether they have. */
  untilCalm(calmMs: number, limitMs: number): Promise<boolean>;
  stop(): Promise<Map<string, Outcome>>;
}

export function watch(probes: readonly Probe[]): Watch {
  const attempts = new Map<string, Attempt[]>();
  const stopped = new AbortController();
  let failedAtMs = performance.now();
  const loops = probes.map(async ({ what, everyMs, atOnce, attempt }) => {
    const ended: Attempt[] = [];
    attempts.set(what, ended);
    const open = new Set<Promise<void>>();
    async function tryOnce(): Promise<void> {
      const beganMs = performance.now();
      const isGood = await attempt().catch(() => false);
      const endedMs = performance.now();
      ended.push({ beganMs, endedMs, isGood });
      if (!isGood) failedAtMs = endedMs;
    }
    while (!stopped.signal.aborted) {
      const trying = tryOnce();
      open.add(trying);
      void trying.finally(() => open.delete(trying));
      if (open.size >= atOnce) await Promise.race(open);
      await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
    await Promise.all(open);
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
      return new Map([...attempts].map(([what, ended]) => [what, outcomeOf(ended)]));
    },
  };
}
