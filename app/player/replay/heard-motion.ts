/** What is heard of a stream, out of a clock that is looked at again and again: stretches, and how much sound moved. */
export interface HeardMotion {
  /** `atMs` null: nothing sounds. */
  look: (atMs: number | null, speed: number) => void;
  /** What was heard since the last time, with all sound that moved since the last place. */
  take: () => { movedMs: number; heard: [fromMs: number, toMs: number][] };
  /** All sound that moved, whatever was taken. */
  totalMs: () => number;
}

/** Sound that must have moved for an instant to be a place: the station counts no less (decision 025). */
export const PLACE_MS = 10_000;
/** What goes further between two looks than sound can was a jump. */
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
      // What was too little for a place counts with the next.
      if (movedMs >= PLACE_MS) movedMs = 0;
      return taken;
    },
    totalMs: () => totalMs,
  };
}
