const HOUR_MS = 3_600_000;
/** From five to midnight. */
const TO_MIDNIGHT_MS = 19 * HOUR_MS;
const LEAST_MS = 6 * HOUR_MS;
/** Width of the magnified hour: 24 px for five minutes, without the gap. As in `lanes.module.css`. */
const MAGNIFIED_PX = 330;

/** Position of an instant between two, 0 to 1. */
export const shareOf = (atMs: number, fromMs: number, toMs: number): number =>
  Math.min(Math.max((atMs - fromMs) / (toMs - fromMs), 0), 1);

interface Spanned {
  startsAtMs: number;
  endsAtMs: number;
  replay: { isEnded: boolean } | null;
}

/**
 * The hours that the lanes of a day show: from the first broadcast that can be heard, or now, to midnight. The hours
 * after it have no width until there is something to hear in them.
 */
export function laneSpan(
  blocks: readonly Spanned[],
  { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
): { fromMs: number; toMs: number } {
  const heard = blocks.filter(({ replay }) => replay !== null && !replay.isEnded);
  const isToday = fromMs <= nowMs && nowMs < toMs;
  const firstMs = Math.min(...heard.map(({ startsAtMs }) => startsAtMs));
  const lastMs = Math.max(fromMs + TO_MIDNIGHT_MS, isToday ? nowMs : 0, ...heard.map(({ endsAtMs }) => endsAtMs));
  const endMs = Math.min(Math.ceil(lastMs / HOUR_MS) * HOUR_MS, toMs);
  const opensAtMs = Number.isFinite(firstMs) ? firstMs : isToday ? nowMs : fromMs;
  const startMs = Math.min(Math.floor(opensAtMs / HOUR_MS) * HOUR_MS, endMs - LEAST_MS);
  return { fromMs: Math.max(startMs, fromMs), toMs: endMs };
}

/**
 * The hour at a distance from the left edge of a lane, with the hour `near` magnified. Whichever hour it finds is at
 * that distance also once it is magnified in turn, so hours do not flicker under a pointer at rest.
 */
export function hourAt(
  x: number,
  { width, hours, near }: { width: number; hours: number; near: number | null },
): number {
  const restPx = near === null ? width / hours : (width - MAGNIFIED_PX) / (hours - 1);
  const isPast = near !== null && x >= near * restPx;
  const isIn = isPast && x < near * restPx + MAGNIFIED_PX;
  const hour = isIn ? near : isPast ? Math.floor((x - MAGNIFIED_PX) / restPx) + 1 : Math.floor(x / restPx);
  return Math.min(Math.max(hour, 0), hours - 1);
}

/** Whether hours of a lane are narrower than when magnified. */
export const hasNarrowHours = (width: number, hours: number): boolean => width / hours < MAGNIFIED_PX;
