import { expect, it } from 'vitest';
import { bidOf, winnerOf, type Offer } from './winner.ts';

const offer = (cpm: number, more: Partial<Offer> = {}): Offer => ({
  adId: `ad-${cpm}`,
  bidder: 'one',
  cpm,
  currency: 'HKD',
  size: [300, 250],
  advertiser: 'shop.example',
  creative: 'c1',
  ...more,
});
const SLOT = { name: 'home-rectangle-1', type: 'rectangle', sizes: [[300, 250] as const], floorHkd: 0 };

it.each([
  // One of each step size; the edges are those of the rule.
  [29.99, '29.90'],
  [30.49, '30.00'],
  [61.99, '60.00'],
  // Sums of tenths in binary.
  [0.1 + 0.2, '0.30'],
  [0.57, '0.50'],
])('tells the ad server the step of %d as %s', (cpm, step) => {
  expect(bidOf(SLOT, [offer(cpm)]).targeting['hb_pb']).toBe(step);
});

it('tells an offer under the first step, and none at all for nothing', () => {
  expect(bidOf(SLOT, [offer(0.09)]).targeting['hb_pb']).toBe('0.00');
  expect(bidOf(SLOT, [offer(0)])).toMatchObject({ adId: null, bidder: null, targeting: {} });
});

it('takes the highest offer, and of equal ones the first', () => {
  const first = offer(2, { adId: 'first' });
  expect(winnerOf([offer(1), first, offer(2, { adId: 'second' })], SLOT)).toBe(first);
});

it('takes none below the floor, in other money, of another size or of no amount', () => {
  const slot = { ...SLOT, floorHkd: 0.4 };
  expect(winnerOf([offer(0.39)], slot)).toBeNull();
  expect(winnerOf([offer(0.4)], slot)?.cpm).toBe(0.4);
  expect(winnerOf([offer(9, { currency: 'USD' })], slot)).toBeNull();
  expect(winnerOf([offer(9, { size: [250, 300] })], slot)).toBeNull();
  for (const cpm of [Number.NaN, Number.POSITIVE_INFINITY, -1]) expect(winnerOf([offer(cpm)], slot)).toBeNull();
});

it('takes no offer of a blocked advertiser, of a domain below it, or of a blocked creative', () => {
  const rest = offer(1, { advertiser: 'other.example', creative: 'c2' });
  const offers = [offer(9), offer(8, { advertiser: 'www.SHOP.example' }), rest];
  expect(winnerOf(offers, SLOT, [['shop.example', '']])).toBe(rest);
  expect(winnerOf(offers, SLOT, [['', 'c1']])).toBe(rest);
  expect(winnerOf(offers, SLOT, [['shop.example', 'c2']])?.cpm).toBe(9);
  expect(bidOf(SLOT, [offer(9)], [['shop.example', 'c1']]).adId).toBeNull();
});
