import { expect, it } from 'vitest';
import { emptyFields, inputOf, missingOf, type NewFields } from './new-event-fields.ts';

const WHOLE: NewFields = {
  ...emptyFields(),
  title: '冬夜場',
  lead: '三隊單位',
  venue: '碼頭',
  keyart: 'scene-stage-3',
  doorsAt: '2026-12-14T19:30',
  startsAt: '2026-12-14T20:00',
  endsAt: '2026-12-14T22:30',
  sellsFrom: '2026-12-01T10:00',
  sellsUntil: '2026-12-14T22:00',
  price: '480',
  tickets: '500',
  items: [{ key: '1', title: '樓上 Band 房', at: '2026-12-14T20:00' }],
};

it('is an input once nothing is missing', () => {
  expect(missingOf(WHOLE)).toEqual([]);
  expect(inputOf(WHOLE)).toMatchObject({ priceCents: 48_000, perSecond: 10, items: [{ title: '樓上 Band 房' }] });
});

it.each<[Partial<NewFields>, (keyof NewFields)[]]>([
  [{ price: 'abc' }, ['price']],
  [{ earlyPrice: '1.234', tickets: '0' }, ['earlyPrice', 'tickets']],
  [{ title: ' ', doorsAt: '' }, ['title', 'doorsAt']],
  [{ perSecond: '0.5', maxTickets: '21', testSeconds: '61' }, ['maxTickets', 'perSecond', 'testSeconds']],
  [{ items: [{ key: '1', title: '', at: '2026-12-14T20:00' }] }, ['items']],
  [{ items: [{ key: '1', title: '合唱', at: '' }] }, ['items']],
])('names what is missing or cannot be read of %j', (typed, names) => {
  expect(missingOf({ ...WHOLE, ...typed })).toEqual(names);
  expect(inputOf({ ...WHOLE, ...typed })).toBeNull();
});
