import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';
import { REPORT_HOURS } from '#shared/tracking.ts';

export const MINUTE_MS = 60_000;
/** A report tells of the hour before it, and of nothing that lies after it by more than clocks may be wrong. */
export const REACH_MS = 3_600_000;
export const AHEAD_MS = 60_000;
/** Who hears what went out longer ago than this is behind the edge. */
export const BEHIND_MS = 60_000;
/** Of words that visitors write so many are kept a day, those of most sessions first. */
export const MOST_KEYWORDS = 1_000;
/** Of articles, replays and films so many each, as whoever sends can name any number: far more than anybody reads or hears on a day. */
export const MOST_CONTENTS = 20_000;
/**
 * Of slots with their bidders and advertisers likewise. All are words of a sender: whoever makes them up could else make a row
 * by each report. A day of every slot, ten bidders and some advertisers of each has a few thousand.
 */
export const MOST_AD_ROWS = 20_000;

export interface Span {
  fromMs: number;
  toMs: number;
}

/** A Hong Kong day from midnight to midnight. */
export const spanOfDay = (dayHk: DayHk): Span => ({
  fromMs: instantHk(dayHk, 0).getTime(),
  toMs: instantHk(addDaysHk(dayHk, 1), 0).getTime(),
});

/** From then on a day's figures do not change; what comes later is counted as late. */
export const finalAtMs = (dayHk: DayHk): number => spanOfDay(dayHk).toMs + REPORT_HOURS * 3_600_000;

/** Stretches of whole minutes out of single ones, so that neighbours are computed at once. */
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
