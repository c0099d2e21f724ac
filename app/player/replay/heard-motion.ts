/** Derives from a polled clock what was heard of a stream: spans, and the amount of audio. */
export interface HeardMotion {
  /** `atMs` null: nothing plays. */
  look: (atMs: number | null, speed: number) => void;
  /** What was heard since the last call, with all audio played since the last position. */
  take: () => { movedMs: number; heard: [fromMs: number, toMs: number][] };
  /** All audio played, whatever was taken. */
  totalMs: () => number;
}

/** Audio that must have played for an instant to be a position: the server accepts no less (decision 025). */
export const MIN_PLAYED_MS = 10_000;
/** A larger difference between two polls than playback allows is a seek. */
const SLACK_MS = 1_000;

export function watchHeard(): HeardMotion {
  let last: { atMs: number; steadyMs: number } | null = null;
  let heard: [number, number][] = [];
  let movedMs = 0;
  let totalMs = 0;
  return {
    look: (atMs, speed) => {
      const steadyMs = performance.now();
      const before = last;
      last = atMs === null ? null : { atMs, steadyMs };
      if (atMs === null || before === null) return;
      const stepMs = atMs - before.atMs;
      if (stepMs <= 0 || stepMs > (steadyMs - before.steadyMs) * speed + SLACK_MS) return;
      movedMs += stepMs;
      totalMs += stepMs;
      const stretch = heard.at(-1);
      if (stretch?.[1] === before.atMs) stretch[1] = atMs;
      else heard.push([before.atMs, atMs]);
    },
    take: () => {
      const taken = { movedMs, heard };
      heard = [];
      // What was too short for a position counts towards the next.
      if (movedMs >= MIN_PLAYED_MS) movedMs = 0;
      return taken;
    },
    totalMs: () => totalMs,
  };
}
