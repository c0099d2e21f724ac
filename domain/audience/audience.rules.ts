import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';
import { REPORT_HOURS } from '#shared/tracking.ts';

export const MINUTE_MS = 60_000;
/** Bounds of heard spans: at most this long before the report, and after it no more than clocks may be wrong. */
export const REACH_MS = 3_600_000;
export const AHEAD_MS = 60_000;
/** Heard at least this long after broadcast counts as behind the live edge. */
export const BEHIND_MS = 60_000;
/** Maximum search keywords stored a day, those with most sessions first. */
export const MAX_KEYWORDS = 1_000;
/**
 * Maximum articles, replays and films stored a day, each, because clients can send any id. Far more than are used in a
 * day.
 */
export const MAX_CONTENTS = 20_000;
/**
 * Maximum rows of slots with their bidders and advertisers. Their names come from clients, which could otherwise create
 * a row per report. A day of every slot, ten bidders and some advertisers of each has a few thousand.
 */
export const MAX_AD_ROWS = 20_000;
/** Creatives with faults of a day. */
export const MAX_AD_FAULTS = 500;

/**
 * Half of the interval in which a sampled count is 19 times out of 20: each of its T listeners was kept with the chance 1/N and counts N, so
 * that its variance is (N − 1)T. For heard time in listeners it is an upper limit, as nobody hears more than a minute in a minute.
 */
export const errorOf = (count: number, oneIn: number): number => 1.96 * Math.sqrt((oneIn - 1) * count);

/** Sessions that searched for a word before it is exported to the warehouse. */
export const LEAST_SEARCHING = 5;

/** Nights on which a day is exported: while reports still arrive, and once after it is final. */
export const EXPORTED_NIGHTS = 4;
/** How far back a day that was missed is exported. */
export const EXPORT_BACK_DAYS = 30;

export interface Span {
  fromMs: number;
  toMs: number;
}

/** A Hong Kong day from midnight to midnight. */
export const spanOfDay = (dayHk: DayHk): Span => ({
  fromMs: instantHk(dayHk, 0).getTime(),
  toMs: instantHk(addDaysHk(dayHk, 1), 0).getTime(),
});

/** From then on a day's figures are final. Later reports are counted as late. */
export const finalAtMs = (dayHk: DayHk): number => spanOfDay(dayHk).toMs + REPORT_HOURS * 3_600_000;

/** Merges single minutes into spans of whole minutes, so that neighbours are computed at once. */
export function stretchesOf(minutes: readonly number[]): Span[] {
  const stretches: Span[] = [];
  for (const minute of [...new Set(minutes)].toSorted((a, b) => a - b)) {
    const last = stretches.at(-1);
    const fromMs = minute * MINUTE_MS;
    if (last?.toMs === fromMs) last.toMs += MINUTE_MS;
    else stretches.push({ fromMs, toMs: fromMs + MINUTE_MS });
  }
  return stretches;
}
