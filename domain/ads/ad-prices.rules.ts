// Prices of ad slots, in Hong Kong dollars CPM. Amounts are in whole cents, because a
// tenth has no exact binary fraction.

export const AD_CURRENCY = 'HKD';
export const USD_HKD_RATE = 7.8;

export const DISPLAY_FLOOR_HKD = 0.4;
export const VIDEO_FLOOR_HKD = 1.5;

/** Price granularity: step in cents at which bids are reported to the ad server, by price range. */
export const PRICE_STEPS = [
  { fromCents: 0, toCents: 3_000, stepCents: 10 },
  { fromCents: 3_000, toCents: 6_000, stepCents: 50 },
  { fromCents: 6_000, toCents: 20_000, stepCents: 200 },
] as const;

const CAP_CENTS = 20_000;

/** Converts dollars to whole cents, rounded down. Corrects binary fraction errors first. */
const toCents = (hkd: number): number => Math.floor(Number((hkd * 100).toFixed(6)));

/** The price bucket of a bid: the largest step not above it. */
export function priceBucketCents(cents: number): number {
  if (!(cents > 0)) return 0;
  const row = PRICE_STEPS.find(({ toCents: end }) => cents < end);
  if (!row) return CAP_CENTS;
  return cents - ((cents - row.fromCents) % row.stepCents);
}

/** The bucket in the ad server's format: dollars with two decimals. */
export const priceBucket = (hkd: number): string => (priceBucketCents(toCents(hkd)) / 100).toFixed(2);
