import { describe, expect, it } from 'vitest';
import { ALL_PURPOSES, ConsentPurpose, NO_PURPOSES } from '#shared/ads/consent.ts';
import { VIDEO_AD } from '#shared/ads/video-ad.ts';
import { AD_GROUPS, AD_SUBGROUPS } from './ad-groups.rules.ts';
import { AD_BLOCK_CHECK_MS, CREATIVE_BUDGET, LAZY, MATCH_CONTENT, REFRESH } from './ad-limits.rules.ts';
import { BID_TIMEOUT_MS, USER_SYNC_DELAY_MS } from './ad-timeouts.rules.ts';
import * as prices from './ad-prices.rules.ts';
import { priceBucket, priceBucketCents, PRICE_STEPS } from './ad-prices.rules.ts';
import { adWidthOf, findSlot, SLOT_TYPES, slotsOf } from './ad-slots.rules.ts';
import { AD_FREE_PREFIXES, isReviewPath, mayHaveAds } from './may-have-ads.rules.ts';

describe('groups and ad slots', () => {
  it('configures 29 groups and nine parts of them, each with ad slots (R-206, R-473)', () => {
    expect(new Set(AD_GROUPS).size).toBe(29);
    expect(Object.values(AD_SUBGROUPS).flat()).toHaveLength(9);
    for (const group of AD_GROUPS) expect(slotsOf(group).length).toBeGreaterThan(3);
  });

  it('names every ad slot of every group once, and reads each name back (R-474)', () => {
    const all = AD_GROUPS.flatMap((group) => [
      ...slotsOf(group),
      ...slotsOf(group, 'review'),
      ...(AD_SUBGROUPS[group as keyof typeof AD_SUBGROUPS] ?? []).flatMap((part) => slotsOf(group, part)),
    ]);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(SLOT_TYPES));
    for (const slot of all) expect(findSlot(slot.name)).toMatchObject(slot);
    expect(all.map(({ name }) => name)).toContain('home-leaderboard-1');
  });

  it.each(['home-leaderboard-2', 'home-native-1', 'nowhere-banner-1', 'home-banner', 'home-wall-1', ''])(
    'knows no ad slot of a wrong name: %s',
    (name) => expect(findSlot(name)).toBeNull(),
  );

  it('numbers ad slots of lists on: after the second and the eighth of each eleven (R-295, R-296)', () => {
    expect(findSlot('hotTopics-native-7')).toMatchObject({ type: 'native', indexes: [2], name: 'hotTopics-native-7' });
    expect(findSlot('hotTopics-review-fluid-2')).toMatchObject({ indexes: [8], variant: 'review' });
  });

  it('has no ad slot in the head of a phone, and asks at least 0.4 for what is shown and 1.5 for film (R-165, R-475)', () => {
    for (const group of AD_GROUPS)
      expect(slotsOf(group).find(({ type }) => type === 'header banner')?.sizes.xs).toEqual([]);
    expect(new Set(slotsOf('article').map(({ type, floorHkd }) => `${type} ${floorHkd}`))).toContain('inread 1.5');
    expect(slotsOf('home').every(({ floorHkd }) => floorHkd === 0.4)).toBe(true);
  });

  it.each([
    [767, 'xs'],
    [768, 'sm'],
    [1_199, 'sm'],
    [1_200, 'md'],
    [1_440, 'lg'],
    [1_919, 'lg'],
    [1_920, 'xl'],
  ])('counts a window of %d px as %s (R-483)', (widthPx, width) => expect(adWidthOf(widthPx)).toBe(width));
});

describe('prices', () => {
  it.each([
    [0, '0.00'],
    [0.09, '0.00'],
    [0.1, '0.10'],
    [0.3, '0.30'],
    [29.99, '29.90'],
    [30, '30.00'],
    [30.49, '30.00'],
    [59.99, '59.50'],
    [60, '60.00'],
    [61.99, '60.00'],
    [199.99, '198.00'],
    [200, '200.00'],
    [500, '200.00'],
    [-1, '0.00'],
    [Number.NaN, '0.00'],
  ])('tells %d as %s (R-476)', (hkd, told) => expect(priceBucket(hkd)).toBe(told));

  it('never tells more than was offered, nor less than a step below', () => {
    for (let cents = 0; cents <= 20_000; cents++) {
      const told = priceBucketCents(cents);
      const step = PRICE_STEPS.find(({ toCents }) => cents < toCents)?.stepCents ?? 200;
      expect(told <= cents && cents - told < step, `${cents}`).toBe(true);
    }
  });
});

describe('who may have advertisements', () => {
  const visitor = { path: '/', adFree: false, consentBits: ALL_PURPOSES, isReview: false };

  it('has none where an address begins with one of eight, however it is typed (R-034)', () => {
    expect(AD_FREE_PREFIXES).toHaveLength(8);
    for (const prefix of AD_FREE_PREFIXES)
      for (const path of [prefix, `${prefix}/1`, `${prefix}s`, prefix.toUpperCase()])
        expect(mayHaveAds({ ...visitor, path }), path).toBe('off');
    expect(mayHaveAds({ ...visitor, path: '/news/member' })).toBe('on');
  });

  it('has none for who pays, but on pages that a partner reviews (R-039)', () => {
    expect(mayHaveAds({ ...visitor, adFree: true })).toBe('off');
    expect(mayHaveAds({ ...visitor, adFree: true, isReview: true })).toBe('on');
    expect(mayHaveAds({ ...visitor, path: '/member', adFree: true, isReview: true })).toBe('off');
  });

  it('sells no ad slot without a word of the visitor', () => {
    expect(mayHaveAds({ ...visitor, consentBits: NO_PURPOSES })).toBe('house');
    expect(mayHaveAds({ ...visitor, consentBits: ConsentPurpose.STATISTICS })).toBe('house');
  });

  it.each([
    ['/anymind360_review', true],
    ['/live/903/anymind360_review', true],
    ['/article/latest/1/x/anymind360_review', true],
    ['/search/google_review', true],
    ['/search', false],
    ['/article/1000/anymind360_reviewed', false],
  ])('knows a page of review: %s', (path, is) => expect(isReviewPath(path)).toBe(is));
});

it('has the numbers of the spec (K-115 to K-132, R-477 to R-482)', () => {
  expect([prices.AD_CURRENCY, prices.USD_HKD_RATE, BID_TIMEOUT_MS, USER_SYNC_DELAY_MS]).toEqual([
    'HKD',
    7.8,
    3_000,
    3_000,
  ]);
  expect(LAZY).toEqual({ fetchPercent: 500, renderPercent: 200, mobileScaling: 2 });
  expect(MATCH_CONTENT).toEqual({
    rows: 5,
    columns: 2,
    maxWidthPx: { desktop: 672, tablet: 691, singleColumn: 450 },
  });
  expect(VIDEO_AD).toMatchObject({ seconds: { least: 1, most: 600 }, volume: 0.5, patienceMs: 3_000 });
  expect([AD_BLOCK_CHECK_MS, CREATIVE_BUDGET, REFRESH]).toEqual([
    3_000,
    { bytes: 300_000, cpuMs: 500 },
    { afterViewableMs: 30_000, atMost: 5 },
  ]);
});
