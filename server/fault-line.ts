import type { Runtime } from '#server/runtime.ts';

/** What fails again and again is told this often: with a database that is away, each group of thousands does. */
const EACH_MS = 10_000;

/** Tells the log why something failed: the first time at once, then each ten seconds with how often it did meanwhile. */
export function faultLine(
  log: Pick<Runtime['log'], 'error'>,
  words: string,
  nowMs: () => number = Date.now,
): (error: unknown) => void {
  let toldAtMs = -Infinity;
  let times = 0;
  return (error) => {
    times++;
    if (nowMs() - toldAtMs < EACH_MS) return;
    log.error({ err: error, times }, words);
    toldAtMs = nowMs();
    times = 0;
  };
}
