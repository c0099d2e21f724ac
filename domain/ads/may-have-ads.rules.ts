import { ConsentPurpose } from '#shared/ads/consent.ts';

/** Path prefixes of pages without advertising. */
export const AD_FREE_PREFIXES = [
  '/crgovideo',
  '/live-event',
  '/livestreamfaq',
  '/member',
  '/staticpage',
  '/mobileredirect',
  '/error',
  '/campaign/reply',
] as const;

export interface AdCircumstances {
  path: string;
  /** The visitor pays for a site without ads. */
  adFree: boolean;
  consentBits: number;
  /** A partner review page: it shows the partner's ads to paying visitors too. */
  isReview: boolean;
}

/**
 * Single source of truth for whether a page has no ads, house ads, or sold ads. Paths are compared case-insensitively,
 * like in the router.
 */
export function mayHaveAds({ path, adFree, consentBits, isReview }: AdCircumstances): 'off' | 'house' | 'on' {
  const asked = path.toLowerCase();
  if (AD_FREE_PREFIXES.some((prefix) => asked.startsWith(prefix))) return 'off';
  if (adFree && !isReview) return 'off';
  return consentBits & ConsentPurpose.ADVERTISING ? 'on' : 'house';
}

/** Pages for review by advertising partners. */
export const isReviewPath = (path: string): boolean => /\/(anymind360|google)_review\/?$/i.test(path);
