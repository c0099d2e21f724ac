/** What a process measured in a second. */
export interface LoadSample {
  /** How late the event loop was, on average. */
  lagMs: number;
  requests: number;
}

/** Whether a process is under high load, and for how many seconds it has measured otherwise. */
export interface Load extends LoadSample {
  isHigh: boolean;
  otherSeconds: number;
}

/**
 * High within seconds, as a crowd arrives in a minute; low again only after a minute well below, so that levers
 * do not oscillate. A process answers 13,000 calls or 15,000 cached pages a second at most (benches/results.md).
 */
export const LOAD_LIMITS = {
  high: { lagMs: 100, requests: 5_000, forSeconds: 5 },
  low: { lagMs: 40, requests: 3_000, forSeconds: 60 },
} as const;

export const NO_LOAD: Load = { lagMs: 0, requests: 0, isHigh: false, otherSeconds: 0 };

export function nextLoad(before: Load, sample: LoadSample): Load {
  const { high, low } = LOAD_LIMITS;
  const isOther = before.isHigh
    ? sample.lagMs < low.lagMs && sample.requests < low.requests
    : sample.lagMs > high.lagMs || sample.requests > high.requests;
  const otherSeconds = isOther ? before.otherSeconds + 1 : 0;
  const isOver = otherSeconds >= (before.isHigh ? low : high).forSeconds;
  return {
    ...sample,
    isHigh: isOver ? !before.isHigh : before.isHigh,
    otherSeconds: isOver ? 0 : otherSeconds,
  };
}
