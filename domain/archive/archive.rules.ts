import { SETTLE_MS } from './archive-cut.rules.ts';
import type { Span } from './archive-match.rules.ts';
import type { Broadcast, Section } from './archive.schema.ts';

/** Its page stands and says that it can be heard no more. */
export const hasEnded = ({ state, availableUntil }: Pick<Broadcast, 'state' | 'availableUntil'>, now: Date): boolean =>
  state === 'ended' || (availableUntil !== null && availableUntil <= now);

/** Minutes of a broadcast that everybody may hear. */
const freeMinutesOf = (broadcast: Pick<Broadcast, 'freeMinutes'>, settings: { freeMinutes: number }): number =>
  broadcast.freeMinutes ?? settings.freeMinutes;

/** What of a section lies in the free beginning of its broadcast; null: nothing. */
export function freeSpanOf(
  section: Pick<Section, 'startsAt' | 'endsAt' | 'broadcast'>,
  settings: { freeMinutes: number },
): Span | null {
  const { broadcast, startsAt, endsAt } = section;
  const until = new Date(broadcast.startsAt.getTime() + freeMinutesOf(broadcast, settings) * 60_000);
  const free = { startsAt, endsAt: until < endsAt ? until : endsAt };
  return free.endsAt > free.startsAt ? free : null;
}

/** All its sound is there: its playlist grows no more. */
export const isOver = ({ endsAt, broadcast }: Section, now: Date): boolean =>
  broadcast.isOver || (endsAt < broadcast.endsAt && endsAt.getTime() + SETTLE_MS <= now.getTime());

/** Below the first share a section was only looked into, above the second it was heard. */
const BEGUN = { from: 0.05, to: 0.95 } as const;

/** A place from which somebody may want to go on. */
export function isBegun({ startsAt, endsAt }: Pick<Section, 'startsAt' | 'endsAt'>, at: Date): boolean {
  const share = (at.getTime() - startsAt.getTime()) / (endsAt.getTime() - startsAt.getTime());
  return share >= BEGUN.from && share <= BEGUN.to;
}
