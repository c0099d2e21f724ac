import { SETTLE_MS } from './cutting/archive-cut.rules.ts';
import type { Span } from './cutting/archive-match.rules.ts';
import type { Broadcast, Section } from './archive.schema.ts';

/** Its page remains and says that it is no longer available. */
export const hasEnded = ({ state, availableUntil }: Pick<Broadcast, 'state' | 'availableUntil'>, now: Date): boolean =>
  state === 'ended' || (availableUntil !== null && availableUntil <= now);

/** Free minutes of a broadcast. */
const freeMinutesOf = (broadcast: Pick<Broadcast, 'freeMinutes'>, settings: { freeMinutes: number }): number =>
  broadcast.freeMinutes ?? settings.freeMinutes;

/** The part of a section within its broadcast's free preview; null if none. */
export function freeSpanOf(
  section: Pick<Section, 'startsAt' | 'endsAt' | 'broadcast'>,
  settings: { freeMinutes: number },
): Span | null {
  const { broadcast, startsAt, endsAt } = section;
  const until = new Date(broadcast.startsAt.getTime() + freeMinutesOf(broadcast, settings) * 60_000);
  const free = { startsAt, endsAt: until < endsAt ? until : endsAt };
  return free.endsAt > free.startsAt ? free : null;
}

/** All its sound has arrived: the playlist no longer grows. */
export const isOver = ({ endsAt, broadcast }: Section, now: Date): boolean =>
  broadcast.isOver || (endsAt < broadcast.endsAt && endsAt.getTime() + SETTLE_MS <= now.getTime());

/** Below the first share a section was only sampled, above the second it was heard. */
const BEGUN = { from: 0.05, to: 0.95 } as const;

/** Whether a position is worth resuming. */
export function isBegun({ startsAt, endsAt }: Pick<Section, 'startsAt' | 'endsAt'>, at: Date): boolean {
  const share = (at.getTime() - startsAt.getTime()) / (endsAt.getTime() - startsAt.getTime());
  return share >= BEGUN.from && share <= BEGUN.to;
}
