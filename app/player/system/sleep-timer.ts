/** Choices in minutes. */
export const SLEEP_MINUTES = [15, 30, 45, 60] as const;

/** When playback stops: at a wall-clock time, or when the current programme ends on the stream's clock. */
export type SleepTimer =
  | { until: 'time'; minutes: (typeof SLEEP_MINUTES)[number]; endsAtMs: number }
  | { until: 'programme'; endsAtMs: number };

export function sleepAfter(minutes: (typeof SLEEP_MINUTES)[number], nowMs: number): SleepTimer {
  return { until: 'time', minutes, endsAtMs: nowMs + minutes * 60_000 };
}

export function sleepAtEndOf(programme: { endsAtMs: number }): SleepTimer {
  return { until: 'programme', endsAtMs: programme.endsAtMs };
}

/** Remaining ms, never below 0. A programme ends when its last second is heard, however late that is. */
export function sleepLeftMs(timer: SleepTimer, at: { nowMs: number; heardAtMs: number | null }): number {
  const clockMs = timer.until === 'programme' ? (at.heardAtMs ?? at.nowMs) : at.nowMs;
  return Math.max(0, timer.endsAtMs - clockMs);
}
