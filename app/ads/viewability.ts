import { VIEWABLE } from '#domain/ads/ad-limits.rules.ts';

/** Viewability so far: accumulated, and since when without interruption. */
export interface Seen {
  sinceMs: number | null;
  lastMs: number;
  totalMs: number;
  isViewable: boolean;
}

export const NOT_SEEN: Seen = { sinceMs: null, lastMs: 0, totalMs: 0, isViewable: false };

/** The required share in view, by size of the ad. */
export const shareNeeded = (widthPx: number, heightPx: number): number =>
  widthPx * heightPx >= VIEWABLE.largePx ? VIEWABLE.largeShare : VIEWABLE.share;

/** The next viewability state. Viewable is final; an interruption restarts the second. */
export function seenAt(seen: Seen, share: number, needed: number, nowMs: number): Seen {
  if (share < needed) return { ...seen, sinceMs: null, lastMs: nowMs };
  if (seen.sinceMs === null) return { ...seen, sinceMs: nowMs, lastMs: nowMs };
  return {
    sinceMs: seen.sinceMs,
    lastMs: nowMs,
    totalMs: seen.totalMs + nowMs - seen.lastMs,
    isViewable: seen.isViewable || nowMs - seen.sinceMs >= VIEWABLE.displayMs,
  };
}

const LOOK_MS = 200;
const GRID = 5;

/** Share of a frame that is visible: sample points not covered by a bar, player or dialog. */
function shareSeen(frame: HTMLElement): number {
  const box = frame.getBoundingClientRect();
  const slot = frame.closest('[data-ad-frames]') ?? frame;
  let hits = 0;
  for (let row = 0; row < GRID; row++)
    for (let column = 0; column < GRID; column++) {
      const x = box.left + (box.width * (column + 0.5)) / GRID;
      const y = box.top + (box.height * (row + 0.5)) / GRID;
      // Points outside the viewport have no element.
      if (slot.contains(document.elementFromPoint(x, y))) hits++;
    }
  return hits / GRID ** 2;
}

/** Observes a frame from outside while part of it is in the viewport and the tab is visible. */
export function watchSeen(frame: HTMLElement, onSeen: (seen: Seen) => void): () => void {
  let seen = NOT_SEEN;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    const share = document.hidden ? 0 : shareSeen(frame);
    seen = seenAt(seen, share, shareNeeded(frame.clientWidth, frame.clientHeight), performance.now());
    onSeen(seen);
  };
  const observer = new IntersectionObserver(([entry]) => {
    clearInterval(timer);
    seen = { ...seen, sinceMs: null };
    if (entry?.isIntersecting) timer = setInterval(look, LOOK_MS);
  });
  observer.observe(frame);
  return () => {
    observer.disconnect();
    clearInterval(timer);
  };
}
