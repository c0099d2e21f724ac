/** What frames of sold advertising refuse: advertiser and creative; empty is any. Advertisers are in lower case. */
export type BlockedAds = readonly (readonly [advertiser: string, creative: string])[];

/** A domain includes those below it. */
export const isBlockedAd = (blocked: BlockedAds, advertiser: string, creative: string): boolean => {
  const name = advertiser.toLowerCase();
  return blocked.some(
    ([of, one]) =>
      (of === '' || name === of || name.endsWith(`.${of}`)) && (one === '' || one === creative) && (of || one) !== '',
  );
};
