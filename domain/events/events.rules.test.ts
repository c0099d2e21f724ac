import { describe, expect, it } from 'vitest';
import {
  byNearness,
  chaptersOf,
  itemAt,
  phaseAt,
  priceAt,
  saleAt,
  spanAt,
  ticketsFor,
  type EventState,
  type Phase,
} from './events.rules.ts';

const at = (clock: string) => new Date(`2026-12-05T${clock}:00+08:00`);
const event = {
  state: 'planned' as EventState,
  doorsAt: at('19:30'),
  startsAt: at('20:00'),
  endsAt: at('22:30'),
  endedAt: null as Date | null,
  replayUntil: new Date('2026-12-08T22:30:00+08:00'),
};
const said = (state: EventState, clock: string) => ({
  ...event,
  state,
  endedAt: state === 'ended' || state === 'cancelled' ? at(clock) : null,
});

describe('where an event stands', () => {
  it.each([
    ['19:29', 'before'],
    ['19:30', 'open'],
    ['20:00', 'live'],
    ['23:29', 'live'],
    ['23:30', 'ended'],
    ['23:31', 'replay'],
  ])('follows the clock until its operator says something: %s is %s', (clock, phase) => {
    expect(phaseAt(event, at(clock))).toBe(phase);
  });

  it('follows its operator from then on', () => {
    expect(phaseAt(said('open', '19:00'), at('19:05'))).toBe('open');
    expect(phaseAt(said('hold', '20:10'), at('20:30'))).toBe('hold');
    expect(phaseAt(said('hold', '20:10'), at('23:59'))).toBe('hold');
    expect(phaseAt(said('live', '19:50'), at('19:51'))).toBe('live');
    expect(phaseAt(said('ended', '22:34'), at('22:34'))).toBe('ended');
    expect(phaseAt(said('ended', '22:34'), at('22:35'))).toBe('replay');
    expect(phaseAt(said('cancelled', '12:00'), at('20:30'))).toBe('cancelled');
  });

  it('has a replay for as long as rights last, and none without', () => {
    const ended = said('ended', '22:34');
    expect(phaseAt(ended, new Date(ended.replayUntil.getTime() - 1))).toBe('replay');
    expect(phaseAt(ended, ended.replayUntil)).toBe('ended');
    expect(phaseAt({ ...ended, replayUntil: null }, at('22:40'))).toBe('ended');
  });
});

describe('what may be watched', () => {
  it('begins with the event, and before it with its doors', () => {
    expect(spanAt(event, at('19:45')).startsAt).toEqual(at('19:30'));
    expect(spanAt(event, at('21:00')).startsAt).toEqual(at('20:00'));
  });

  it('ends where it ended, and has a length whatever was said', () => {
    expect(spanAt(said('ended', '22:34'), at('23:00')).endsAt).toEqual(at('22:34'));
    const called = spanAt(said('ended', '19:00'), at('20:30'));
    expect(called.endsAt.getTime()).toBeGreaterThan(called.startsAt.getTime());
    const held = spanAt(said('hold', '21:00'), new Date('2026-12-06T06:00:00+08:00'));
    expect(held.endsAt.getTime()).toBeGreaterThan(Date.parse('2026-12-06T06:00:00+08:00'));
  });
});

const sale = {
  priceCents: 15_800,
  earlyPriceCents: 12_800,
  earlyUntil: at('12:00'),
  sellsFrom: at('10:00'),
  sellsUntil: at('22:00'),
};

it('costs less until the very end of the early price', () => {
  expect(priceAt(sale, new Date(at('12:00').getTime() - 1))).toEqual({ cents: 12_800, isEarly: true });
  expect(priceAt(sale, at('12:00'))).toEqual({ cents: 15_800, isEarly: false });
  expect(priceAt({ ...sale, earlyPriceCents: null, earlyUntil: null }, at('11:00')).cents).toBe(15_800);
});

it('is sold between its hours, and not once it is over', () => {
  expect(saleAt(sale, 'before', at('09:59'))).toBe('soon');
  expect(saleAt(sale, 'live', at('21:59'))).toBe('on');
  expect(saleAt(sale, 'live', at('22:00'))).toBe('over');
  expect(saleAt(sale, 'ended', at('21:00'))).toBe('over');
  expect(saleAt(sale, 'cancelled', at('11:00'))).toBe('over');
});

const items = [
  { position: 1, title: '樓上 Band 房', plannedAt: at('20:00'), startedAt: null as Date | null },
  { position: 2, title: '下課鐘', plannedAt: at('20:35'), startedAt: null as Date | null },
  { position: 3, title: '林柏濤', plannedAt: at('21:10'), startedAt: null as Date | null },
];
const late = items.map((item, i) =>
  i < 2 ? { ...item, startedAt: new Date(item.plannedAt.getTime() + 420_000) } : item,
);

it('shows the running order as it happens, and as planned where nobody says', () => {
  expect(itemAt(items, at('20:40'))?.title).toBe('下課鐘');
  expect(itemAt(late, at('21:30'))?.title).toBe('下課鐘');
  expect(itemAt(items, at('19:40'))).toBeNull();
  const span = { startsAt: at('20:00'), endsAt: at('22:30') };
  expect(chaptersOf(items, span).map(({ at: seconds }) => seconds)).toEqual(
    [at('20:00'), at('20:35'), at('21:10')].map((instant) => instant.getTime() / 1000),
  );
  expect(chaptersOf(late, span)).toEqual([
    { at: at('20:07').getTime() / 1000, title: '樓上 Band 房' },
    { at: at('20:42').getTime() / 1000, title: '下課鐘' },
  ]);
});

it('takes as many tickets back as their price went back', () => {
  const order = { quantity: 3, paidCents: 38_400 };
  expect(ticketsFor(38_400, order)).toBe(3);
  expect(ticketsFor(12_800, order)).toBe(1);
  expect(ticketsFor(12_799, order)).toBe(0);
  expect(ticketsFor(0, { quantity: 1, paidCents: 0 })).toBe(1);
});

it('lists what is on first, then what comes, the soonest first, and then what can be seen again, the last first', () => {
  const at = (phase: Phase, day: number) => ({ phase, startsAt: new Date(Date.UTC(2026, 0, day)) });
  const listed = [at('replay', 2), at('before', 20), at('replay', 3), at('live', 9), at('before', 12)].toSorted(
    byNearness,
  );
  expect(listed.map(({ phase, startsAt }) => `${phase} ${startsAt.getUTCDate()}`)).toEqual([
    'live 9',
    'before 12',
    'before 20',
    'replay 3',
    'replay 2',
  ]);
});
