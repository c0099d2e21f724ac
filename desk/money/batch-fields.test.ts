import { expect, it } from 'vitest';
import { fieldsOf, type CopiedBatch } from './batch-fields.ts';

const seconds = (day: string) => Date.parse(`${day}T00:00:00+08:00`) / 1000;
const BATCH: CopiedBatch = {
  name: '雨季優惠',
  kind: 'redeem',
  days: 7,
  discount_cents: null,
  discount_percent: null,
  product: null,
  plan_ids: [2],
  codes: 500,
  max_in_all: 1_500,
  eligible: 'new',
  starts_ts: seconds('2026-09-01'),
  ends_ts: seconds('2026-11-01'),
};
const now = { today: '2026-11-30', plans: [{ plan_id: 2 }] };

it('begins a batch with the settings of another, for as many days from today', () => {
  expect(fieldsOf(BATCH, now)).toEqual({
    name: '雨季優惠',
    worth: 'days',
    value: '7',
    plan: '2',
    count: '500',
    uses: '3',
    from: '2026-11-30',
    to: '2027-01-29',
    eligible: 'new',
  });
});

it('keeps the days of one that is still to begin', () => {
  const span = { starts_ts: seconds('2026-12-24'), ends_ts: seconds('2026-12-26') };
  expect(fieldsOf({ ...BATCH, ...span }, now)).toMatchObject({ from: '2026-12-24', to: '2026-12-25' });
});

it.each([
  [{ discount_percent: 10 }, { worth: 'percent', value: '10' }],
  [{ discount_cents: 10_050 }, { worth: 'cents', value: '100.5' }],
])('has the discount of %j', (worth, typed) => {
  expect(fieldsOf({ ...BATCH, kind: 'discount', days: null, plan_ids: [], ...worth }, now)).toMatchObject(typed);
});

it.each([
  ['a link', { kind: 'link' }],
  ['a film', { days: null, product: 'premium', plan_ids: [] }],
  ['several plans', { plan_ids: [2, 3] }],
  ['a plan that is not known', { plan_ids: [9] }],
  ['a limit of all codes together', { max_in_all: 700 }],
])('has none for %s, which the form cannot make', (_, other) => {
  expect(fieldsOf({ ...BATCH, ...other }, now)).toBeNull();
});
