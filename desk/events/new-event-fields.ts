import { centsOf } from '../money/cents-of.ts';
import { inputOfSeconds, secondsOfInput } from '../words/hk-input.ts';
import type { OpenEvent } from './event-types.ts';

/** A new event as it is typed: times in Hong Kong, amounts in dollars. */
export interface NewFields {
  title: string;
  lead: string;
  description: string;
  venue: string;
  keyart: string;
  features: string;
  doorsAt: string;
  startsAt: string;
  endsAt: string;
  replayUntil: string;
  testSeconds: string;
  price: string;
  earlyPrice: string;
  earlyUntil: string;
  sellsFrom: string;
  sellsUntil: string;
  maxTickets: string;
  tickets: string;
  perSecond: string;
  items: { key: string; title: string; at: string }[];
}

export const emptyFields = (): NewFields => ({
  title: '',
  lead: '',
  description: '',
  venue: '',
  keyart: '',
  features: '',
  doorsAt: '',
  startsAt: '',
  endsAt: '',
  replayUntil: '',
  testSeconds: '0',
  price: '',
  earlyPrice: '',
  earlyUntil: '',
  sellsFrom: '',
  sellsUntil: '',
  maxTickets: '4',
  tickets: '',
  perSecond: '10',
  items: [],
});

const WEEK_SECONDS = 7 * 86_400;
const dollars = (cents: number | null): string => (cents === null ? '' : String(cents / 100));

/** The fields of an earlier event, moved by whole weeks until its doors are in the future. */
export function fieldsOf({ fields, tickets, queue, items }: OpenEvent, nowMs: number): NewFields {
  const weeks = Math.max(0, Math.ceil((nowMs / 1000 - fields.doors_ts) / WEEK_SECONDS));
  const later = (seconds: number | null) => inputOfSeconds(seconds && seconds + weeks * WEEK_SECONDS);
  return {
    title: fields.title,
    lead: fields.lead,
    description: fields.description,
    venue: fields.venue,
    keyart: fields.keyart,
    features: fields.features,
    doorsAt: later(fields.doors_ts),
    startsAt: later(fields.starts_ts),
    endsAt: later(fields.ends_ts),
    replayUntil: later(fields.replay_until_ts),
    testSeconds: String(fields.test_seconds),
    price: dollars(fields.price_cents),
    earlyPrice: dollars(fields.early_price_cents),
    earlyUntil: later(fields.early_until_ts),
    sellsFrom: later(fields.sells_from_ts),
    sellsUntil: later(fields.sells_until_ts),
    maxTickets: String(fields.max_tickets),
    tickets: String(tickets.total),
    perSecond: String(queue.per_second),
    items: items.map(({ position, title, planned_ts: at }) => ({ key: String(position), title, at: later(at) })),
  };
}

function wholeOf(typed: string, least: number, most: number): number | null {
  const value = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : -1;
  return value >= least && value <= most ? value : null;
}
const dateOf = (typed: string): Date | null => {
  const seconds = secondsOfInput(typed);
  return seconds === null ? null : new Date(seconds * 1000);
};

const isNamed = (words: string): boolean => words.trim() !== '';
const perSecondOf = (typed: string): number | null => {
  const value = /^\d{1,5}(\.\d{1,3})?$/.test(typed.trim()) ? Number(typed) : 0;
  return value >= 1 && value <= 10_000 ? value : null;
};

/** Whether a field has what is needed, and it can be read. Others may be empty. */
const IS_READ: Partial<{ [Name in keyof NewFields]: (value: NewFields[Name]) => boolean }> = {
  title: isNamed,
  lead: isNamed,
  venue: isNamed,
  keyart: isNamed,
  doorsAt: (typed) => dateOf(typed) !== null,
  startsAt: (typed) => dateOf(typed) !== null,
  endsAt: (typed) => dateOf(typed) !== null,
  sellsFrom: (typed) => dateOf(typed) !== null,
  sellsUntil: (typed) => dateOf(typed) !== null,
  price: (typed) => centsOf(typed) !== null,
  earlyPrice: (typed) => typed.trim() === '' || centsOf(typed) !== null,
  tickets: (typed) => wholeOf(typed, 1, 1_000_000) !== null,
  maxTickets: (typed) => wholeOf(typed, 1, 20) !== null,
  perSecond: (typed) => perSecondOf(typed) !== null,
  testSeconds: (typed) => wholeOf(typed, 0, 60) !== null,
  items: (items) => items.every(({ title, at }) => isNamed(title) && dateOf(at) !== null),
};

/** Fields that are missing or cannot be read, in the order of the form. */
export const missingOf = (fields: NewFields): (keyof NewFields)[] =>
  (Object.keys(IS_READ) as (keyof NewFields)[]).filter((name) => {
    const isRead = IS_READ[name] as (value: unknown) => boolean;
    return !isRead(fields[name]);
  });

/** The input of `events.create`; null while a field is missing or cannot be read. */
export function inputOf(fields: NewFields) {
  if (missingOf(fields).length > 0) return null;
  const { title, lead, venue, keyart } = fields;
  const times = {
    doorsAt: dateOf(fields.doorsAt),
    startsAt: dateOf(fields.startsAt),
    endsAt: dateOf(fields.endsAt),
    sellsFrom: dateOf(fields.sellsFrom),
    sellsUntil: dateOf(fields.sellsUntil),
  };
  const { doorsAt, startsAt, endsAt, sellsFrom, sellsUntil } = times;
  const priceCents = centsOf(fields.price);
  const earlyPriceCents = fields.earlyPrice.trim() === '' ? null : centsOf(fields.earlyPrice);
  const testSeconds = wholeOf(fields.testSeconds, 0, 60);
  const maxTickets = wholeOf(fields.maxTickets, 1, 20);
  const tickets = wholeOf(fields.tickets, 1, 1_000_000);
  const perSecond = perSecondOf(fields.perSecond);
  const items = fields.items.flatMap(({ title: name, at }) => {
    const plannedAt = dateOf(at);
    return plannedAt === null ? [] : [{ title: name.trim(), plannedAt }];
  });
  if (doorsAt === null || startsAt === null || endsAt === null || sellsFrom === null || sellsUntil === null)
    return null;
  if (priceCents === null || testSeconds === null || maxTickets === null || tickets === null || perSecond === null)
    return null;
  return {
    title: title.trim(),
    lead: lead.trim(),
    description: fields.description,
    venue: venue.trim(),
    keyart: keyart.trim(),
    features: fields.features.trim(),
    doorsAt,
    startsAt,
    endsAt,
    sellsFrom,
    sellsUntil,
    replayUntil: dateOf(fields.replayUntil),
    testSeconds,
    priceCents,
    earlyPriceCents,
    earlyUntil: dateOf(fields.earlyUntil),
    maxTickets,
    tickets,
    perSecond,
    items,
  };
}
