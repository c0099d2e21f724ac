import { ConsentPurpose } from '#shared/consent.ts';

/** Nothing of advertising is on pages whose address begins so. */
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
  /** The visitor pays for a site without advertisements. */
  adFree: boolean;
  consentBits: number;
  /** A page for the review by a partner: who pays for none came to see those of the partner. */
  isReview: boolean;
}

/**
 * The one predicate: whether a page has no room for advertising, room that the station fills itself, or room that is sold.
 * Addresses are compared as the router does, in whatever case they were typed.
 */
export function mayHaveAds({ path, adFree, consentBits, isReview }: AdCircumstances): 'off' | 'house' | 'on' {
  const asked = path.toLowerCase();
  if (AD_FREE_PREFIXES.some((prefix) => asked.startsWith(prefix))) return 'off';
  if (adFree && !isReview) return 'off';
  return consentBits & ConsentPurpose.ADVERTISING ? 'on' : 'house';
}

/** Pages for the review by partners of advertising. */
export const isReviewPath = (path: string): boolean => /\/(anymind360|google)_review\/?$/i.test(path);
