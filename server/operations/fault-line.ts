import type { Logger } from './log.ts';

/** Log interval for repeated errors: while the database is down, every batch of thousands fails. */
const EACH_MS = 10_000;

/** Logs an error immediately, then at most every ten seconds with the number of repetitions. */
export function faultLine(
  log: Pick<Logger, 'error'>,
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
