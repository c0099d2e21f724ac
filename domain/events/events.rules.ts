import { unixSeconds } from '#shared/hk-time.ts';

/** Of `events.state` as its operator has it. */
export type EventState = 'planned' | 'open' | 'live' | 'hold' | 'ended' | 'cancelled';

/**
 * Where an event stands now. `before`: its doors are shut. `open`: its waiting room lets in. `ended`: over, and there is no
 * replay of it, or none any more.
 */
export type Phase = 'before' | 'open' | 'live' | 'hold' | 'replay' | 'ended' | 'cancelled';

/** What nobody ended is over so long after it was to end. */
export const OVERRUN_MS = 3_600_000;
/** What was pushed last is on the timeline by then, and the replay whole. */
const REPLAY_READY_MS = 10_000;
/** A reminder goes out so long before it begins. */
export const REMIND_BEFORE_MS = 3_600_000;

interface Times {
  state: EventState;
  doorsAt: Date;
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  replayUntil: Date | null;
}

/** When it ended: as its operator said, else by itself. Null: not yet. */
function endOf({ state, endedAt, endsAt }: Times, now: Date): Date | null {
  if (endedAt !== null) return endedAt;
  const byItself = new Date(endsAt.getTime() + OVERRUN_MS);
  return state !== 'hold' && now >= byItself ? byItself : null;
}

/** By its operator's last word; before the first one, by the clock. */
export function phaseAt(event: Times, now: Date): Phase {
  if (event.state === 'cancelled') return 'cancelled';
  const endedAt = endOf(event, now);
  if (endedAt !== null) {
    const isReady = now.getTime() >= endedAt.getTime() + REPLAY_READY_MS;
    return isReady && event.replayUntil !== null && now < event.replayUntil ? 'replay' : 'ended';
  }
  if (event.state === 'hold' || event.state === 'live') return event.state;
  if (now >= event.startsAt) return 'live';
  return event.state === 'open' || now >= event.doorsAt ? 'open' : 'before';
}

/** Whether it is watched as it happens: through the waiting room, by a stream that grows. */
export const isOnAir = (phase: Phase): boolean => phase === 'open' || phase === 'live' || phase === 'hold';

/** What of its stream may be watched: from its beginning, or its doors while it has not begun, to its end or where that is planned. */
export function spanAt(event: Times, now: Date): { startsAt: Date; endsAt: Date } {
  // Who is let in before it begins sees what is sent by then.
  const startsAt = now < event.startsAt ? event.doorsAt : event.startsAt;
  const planned = new Date(event.endsAt.getTime() + OVERRUN_MS);
  // What is held beyond that grows by the hour, so that not every word of a device moves it.
  const hours = Math.max(0, Math.floor((now.getTime() - planned.getTime()) / OVERRUN_MS) + 1);
  const endsAt = endOf(event, now) ?? new Date(planned.getTime() + hours * OVERRUN_MS);
  // Ended before it began: a second of it, so that a span has a length.
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : new Date(startsAt.getTime() + 1_000) };
}

/** What is watched by those who lag behind goes on so long after the end. */
const LINGER_MS = 60_000;

/** Whether it may be watched at all: on air, just over, or as a replay. */
export function isWatchable(event: Times, now: Date): boolean {
  const phase = phaseAt(event, now);
  const endedAt = endOf(event, now);
  return (
    isOnAir(phase) ||
    phase === 'replay' ||
    (phase === 'ended' && endedAt !== null && now.getTime() < endedAt.getTime() + LINGER_MS)
  );
}

interface Sale {
  priceCents: number;
  earlyPriceCents: number | null;
  earlyUntil: Date | null;
  sellsFrom: Date;
  sellsUntil: Date;
}

/** What a ticket costs now, and until when at that. */
export function priceAt(sale: Sale, now: Date): { cents: number; isEarly: boolean } {
  const { earlyPriceCents, earlyUntil, priceCents } = sale;
  return earlyPriceCents !== null && earlyUntil !== null && now < earlyUntil
    ? { cents: earlyPriceCents, isEarly: true }
    : { cents: priceCents, isEarly: false };
}

export type SaleState = 'soon' | 'on' | 'over';

/** Whether tickets are sold. What has ended sells none, nor does what was called off. */
export function saleAt(sale: Sale, phase: Phase, now: Date): SaleState {
  if (phase === 'ended' || phase === 'cancelled' || phase === 'replay' || now >= sale.sellsUntil) return 'over';
  return now < sale.sellsFrom ? 'soon' : 'on';
}

export interface SetItem {
  position: number;
  title: string;
  plannedAt: Date;
  startedAt: Date | null;
}

/** The item that is on: the last that its operator began; where none was, by the plan. */
export function itemAt(items: readonly SetItem[], now: Date): SetItem | null {
  const begun = items.filter(({ startedAt }) => startedAt !== null);
  if (begun.length > 0) return begun.reduce((last, item) => (item.startedAt! >= last.startedAt! ? item : last));
  return items.findLast(({ plannedAt }) => plannedAt <= now) ?? null;
}

/** Chapters of what was on: what began, each at the moment it did; where no operator said so, as planned. */
export function chaptersOf(
  items: readonly SetItem[],
  span: { startsAt: Date; endsAt: Date },
): { at: number; title: string }[] {
  const isSaid = items.some(({ startedAt }) => startedAt !== null);
  return items
    .map(({ title, plannedAt, startedAt }) => ({ at: isSaid ? startedAt : plannedAt, title }))
    .filter(
      (item): item is { at: Date; title: string } =>
        item.at !== null && item.at >= span.startsAt && item.at < span.endsAt,
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, title }) => ({ at: unixSeconds(at), title }));
}

/** How many tickets of an order go back for so much of its price: whole ones alone, unless all of it does. */
export function ticketsFor(cents: number, { quantity, paidCents }: { quantity: number; paidCents: number }): number {
  if (cents >= paidCents) return quantity;
  return quantity === 0 ? 0 : Math.floor(cents / (paidCents / quantity));
}

const SHOWN_FIRST: readonly Phase[] = ['hold', 'live', 'open', 'before', 'replay'];

/** As lists have them: what is on, what is to come, the soonest first, and what can be seen again, the last first. */
export function byNearness(a: { phase: Phase; startsAt: Date }, b: { phase: Phase; startsAt: Date }): number {
  const sooner = a.startsAt.getTime() - b.startsAt.getTime();
  const rank = SHOWN_FIRST.indexOf(a.phase) - SHOWN_FIRST.indexOf(b.phase);
  if (rank !== 0) return rank;
  return a.phase === 'replay' ? -sooner : sooner;
}

/** What pages that list events are dropped by. */
export const EVENTS_TAG = 'events';

/** What pages and answers that show an event are dropped by. */
export const eventTag = (id: number): string => `event:${id}`;
