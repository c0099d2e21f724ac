// What is asked and offered for a place, in Hong Kong dollars for a thousand views, and how long anybody is waited for
// . Money is whole cents: steps of a tenth have no exact fraction.

export const AD_CURRENCY = 'HKD';
export const USD_HKD_RATE = 7.8;

export const DISPLAY_FLOOR_HKD = 0.4;
export const VIDEO_FLOOR_HKD = 1.5;

export const BID_TIMEOUT_MS = 3_000;
export const USER_SYNC_DELAY_MS = 3_000;

/** From this price on, up to the next row's, offers are told to the ad server in steps of so much. */
export const PRICE_STEPS = [
  { fromCents: 0, toCents: 3_000, stepCents: 10 },
  { fromCents: 3_000, toCents: 6_000, stepCents: 50 },
  { fromCents: 6_000, toCents: 20_000, stepCents: 200 },
] as const;

const CAP_CENTS = 20_000;

/** Dollars as whole cents, never more than was offered. What a fraction of a binary number loses is given back first. */
const toCents = (hkd: number): number => Math.floor(Number((hkd * 100).toFixed(6)));

/** The bucket that an offer falls into: the largest step that is not above it. */
export function priceBucketCents(cents: number): number {
  if (!(cents > 0)) return 0;
  const row = PRICE_STEPS.find(({ toCents: end }) => cents < end);
  if (!row) return CAP_CENTS;
  return cents - ((cents - row.fromCents) % row.stepCents);
}

/** As the ad server is told: dollars with two places. */
export const priceBucket = (hkd: number): string => (priceBucketCents(toCents(hkd)) / 100).toFixed(2);
