import { unixSeconds } from '#shared/hk-time.ts';

/** `events.state`, as set by its operator. */
export type EventState = 'planned' | 'open' | 'live' | 'hold' | 'ended' | 'cancelled';

/**
 * The current phase. `before`: doors closed. `open`: the waiting room admits. `ended`: over, without a replay or after
 * it.
 */
export const PHASES = ['before', 'open', 'live', 'hold', 'replay', 'ended', 'cancelled'] as const;
export type Phase = (typeof PHASES)[number];

/** The phases that each state change of the operator is possible in. */
export const CHANGES_IN: Readonly<Record<'open' | 'live' | 'hold' | 'end' | 'cancel', readonly Phase[]>> = {
  open: ['before'],
  live: ['before', 'open', 'hold'],
  hold: ['open', 'live'],
  end: ['open', 'live', 'hold'],
  cancel: ['before', 'open', 'hold'],
};

/** An event not ended by its operator ends this long after its planned end. */
export const OVERRUN_MS = 3_600_000;
/** By then the last segments pushed are on the timeline and the replay is complete. */
const REPLAY_READY_MS = 10_000;
/** How long before the start a reminder is sent. */
export const REMIND_BEFORE_MS = 3_600_000;

interface Times {
  state: EventState;
  doorsAt: Date;
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  replayUntil: Date | null;
}

/** When it ended: by its operator, else automatically. Null: not yet. */
function endOf({ state, endedAt, endsAt }: Times, now: Date): Date | null {
  if (endedAt !== null) return endedAt;
  const byItself = new Date(endsAt.getTime() + OVERRUN_MS);
  return state !== 'hold' && now >= byItself ? byItself : null;
}

/** Set by the operator; before the first command, by the clock. */
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

/** Whether it is watched live: through the waiting room, by a growing stream. */
export const isOnAir = (phase: Phase): boolean => phase === 'open' || phase === 'live' || phase === 'hold';

/** The watchable span of its stream: from its start, or from the doors before it starts, to its end or planned end. */
export function spanAt(event: Times, now: Date): { startsAt: Date; endsAt: Date } {
  // Members admitted before the start see what is sent by then.
  const startsAt = now < event.startsAt ? event.doorsAt : event.startsAt;
  const planned = new Date(event.endsAt.getTime() + OVERRUN_MS);
  // An overrun grows in whole hours, so that not every request changes it.
  const hours = Math.max(0, Math.floor((now.getTime() - planned.getTime()) / OVERRUN_MS) + 1);
  const endsAt = endOf(event, now) ?? new Date(planned.getTime() + hours * OVERRUN_MS);
  // Ended before it started: one second, so that the span is not empty.
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : new Date(startsAt.getTime() + 1_000) };
}

/** Viewers who lag behind can watch this long after the end. */
const LINGER_MS = 60_000;

/** Whether it can be watched: live, just over, or as a replay. */
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

/** The current ticket price, and whether it is the early one. */
export function priceAt(sale: Sale, now: Date): { cents: number; isEarly: boolean } {
  const { earlyPriceCents, earlyUntil, priceCents } = sale;
  return earlyPriceCents !== null && earlyUntil !== null && now < earlyUntil
    ? { cents: earlyPriceCents, isEarly: true }
    : { cents: priceCents, isEarly: false };
}

export type SaleState = 'soon' | 'on' | 'over';

/** Whether tickets are on sale; never for ended or cancelled events. */
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

/** The current item: the last one its operator started, else by the plan. */
export function itemAt(items: readonly SetItem[], now: Date): SetItem | null {
  const begun = items.filter(({ startedAt }) => startedAt !== null);
  if (begun.length > 0) return begun.reduce((last, item) => (item.startedAt! >= last.startedAt! ? item : last));
  return items.findLast(({ plannedAt }) => plannedAt <= now) ?? null;
}

/** Chapters at actual start times; by the plan, if the operator started none. */
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

/** Tickets to reverse for a refunded amount: whole ones only, unless everything is refunded. */
export function ticketsFor(cents: number, { quantity, paidCents }: { quantity: number; paidCents: number }): number {
  if (cents >= paidCents) return quantity;
  return quantity === 0 ? 0 : Math.floor(cents / (paidCents / quantity));
}

const SHOWN_FIRST: readonly Phase[] = ['hold', 'live', 'open', 'before', 'replay'];

/** List order: live, then upcoming with the soonest first, then replays with the latest first. */
export function byNearness(a: { phase: Phase; startsAt: Date }, b: { phase: Phase; startsAt: Date }): number {
  const sooner = a.startsAt.getTime() - b.startsAt.getTime();
  const rank = SHOWN_FIRST.indexOf(a.phase) - SHOWN_FIRST.indexOf(b.phase);
  if (rank !== 0) return rank;
  return a.phase === 'replay' ? -sooner : sooner;
}

/** Cache tag of pages that list events. */
export const EVENTS_TAG = 'events';

/** Cache tag of pages and answers that show an event. */
export const eventTag = (id: number): string => `event:${id}`;

/** Characters of a message over the picture. */
export const MAX_WORDS = 120;

interface Plan {
  doorsAt: Date;
  startsAt: Date;
  endsAt: Date;
  replayUntil: Date | null;
  sellsFrom: Date;
  sellsUntil: Date;
  priceCents: number;
  earlyPriceCents: number | null;
  earlyUntil: Date | null;
}

/** Fields of a new event that contradict others, with the rule that they break. */
export function faultsOfPlan(plan: Plan): { field: keyof Plan; words: string }[] {
  const { doorsAt, startsAt, endsAt, replayUntil, sellsFrom, sellsUntil } = plan;
  const { priceCents, earlyPriceCents, earlyUntil } = plan;
  const faults: { field: keyof Plan; words: string }[] = [];
  const demand = (isRight: boolean, field: keyof Plan, words: string) =>
    void (isRight || faults.push({ field, words }));
  demand(doorsAt <= startsAt, 'doorsAt', 'the doors open before the start');
  demand(startsAt < endsAt, 'endsAt', 'the end is after the start');
  demand(replayUntil === null || replayUntil > endsAt, 'replayUntil', 'a replay lasts beyond the end');
  demand(sellsFrom < sellsUntil && sellsUntil <= endsAt, 'sellsUntil', 'tickets are sold before the end');
  demand((earlyPriceCents === null) === (earlyUntil === null), 'earlyUntil', 'an early price has an end');
  demand(earlyPriceCents === null || earlyPriceCents < priceCents, 'earlyPriceCents', 'an early price is lower');
  return faults;
}
