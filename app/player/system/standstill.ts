/** Longer than a seek or rendition change takes to play again. */
const STANDS_AFTER_MS = 2_000;
/** A suspended tab or machine does not poll: no interval counts for more than this. */
const MAX_LOOK_MS = 500;
/** A larger step between two polls is a seek. */
const MAX_STEP_S = 2;

export type ClockMotion = 'moves' | 'stands' | 'unsure';

/** Detects from a polled clock whether it moves by itself. It stalls only if it should move. */
export function watchStandstill(): (timeS: number, nowMs: number, shouldMove: boolean) => ClockMotion {
  let lastS = 0;
  let lastMs = 0;
  let stoodMs = 0;
  return (timeS, nowMs, shouldMove) => {
    const stepS = timeS - lastS;
    stoodMs = stepS === 0 && shouldMove ? stoodMs + Math.min(nowMs - lastMs, MAX_LOOK_MS) : 0;
    lastS = timeS;
    lastMs = nowMs;
    if (stoodMs >= STANDS_AFTER_MS) return 'stands';
    return stepS > 0 && stepS < MAX_STEP_S ? 'moves' : 'unsure';
  };
}
