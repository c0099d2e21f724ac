import { expect, it } from 'vitest';
import { createOffers, type KeptOffer } from './offers.ts';

const kept = (adId: string, name = 'home-rectangle-1'): KeptOffer => ({
  adId,
  name,
  ad: '<p>ad</p>',
  size: [300, 250],
  bidder: 'one',
  advertiser: 'shop.example',
  creative: 'c1',
});
const asked = (adId: string) => ({ type: 'markup', adId }) as const;

it('gives the markup of an offer to its own ad slot, once, and tells its bidder then', () => {
  const drawn: string[] = [];
  const offers = createOffers(({ adId }) => drawn.push(adId));
  offers.keep(kept('a'));
  expect(offers.answer('home-leaderboard-1', asked('a')).ad).toBeNull();
  expect(drawn).toEqual([]);
  expect(offers.answer('home-rectangle-1', asked('a'))).toMatchObject({ ad: '<p>ad</p>', bidder: 'one' });
  expect(offers.answer('home-rectangle-1', asked('a')).ad).toBeNull();
  expect(drawn).toEqual(['a']);
});

it('keeps no more offers than a page can draw', () => {
  const offers = createOffers(() => {});
  for (let i = 0; i <= 200; i++) offers.keep(kept(`ad-${i}`));
  expect(offers.answer('home-rectangle-1', asked('ad-0')).ad).toBeNull();
  expect(offers.answer('home-rectangle-1', asked('ad-200')).ad).not.toBeNull();
});
