/** Longer than a seek or a change of rendition takes to sound again. */
const STANDS_AFTER_MS = 2_000;
/** A tab or a machine that slept did not look: no look counts for more than this. */
const LONGEST_LOOK_MS = 500;
/** What goes further between two looks was moved. */
const LONGEST_STEP_S = 2;

export type ClockMotion = 'moves' | 'stands' | 'unsure';

/** Tells of a clock that is looked at again and again whether it moves by itself; it stands only when it should move. */
export function watchStandstill(): (timeS: number, nowMs: number, shouldMove: boolean) => ClockMotion {
  let lastS = 0;
  let lastMs = 0;
  let stoodMs = 0;
  return (timeS, nowMs, shouldMove) => {
    const stepS = timeS - lastS;
    stoodMs = stepS === 0 && shouldMove ? stoodMs + Math.min(nowMs - lastMs, LONGEST_LOOK_MS) : 0;
    lastS = timeS;
    lastMs = nowMs;
    if (stoodMs >= STANDS_AFTER_MS) return 'stands';
    return stepS > 0 && stepS < LONGEST_STEP_S ? 'moves' : 'unsure';
  };
}
