/** Data of the ad in question; carried by the event `airwave:why-ad`. */
export interface WhyAsked {
  slot: string;
  advertiser: string;
  creative: string;
  bidder: string;
  why: 'auction' | 'direct' | 'search' | 'house' | '';
}

/** The same as told by its frame, which may give any reason. */
export type WhyTold = Record<keyof WhyAsked, string>;

const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** Data of the event, much of it from an untrusted frame. */
export function readWhyAsked(value: unknown): WhyAsked {
  const told = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const why = (['auction', 'direct', 'search', 'house'] as const).find((one) => one === told['why']) ?? '';
  return {
    slot: words(told['slot']),
    advertiser: words(told['advertiser']),
    creative: words(told['creative']),
    bidder: words(told['bidder']),
    why,
  };
}

/** The explanation was closed, or could not be loaded. */
export const WHY_ANSWERED = 'airwave:why-ad-closed';

/** Reasons for reporting an ad: `reason` of the report. */
export const AdvertReason = {
  MISLEADING: 'misleading',
  OFFENSIVE: 'offensive',
  COVERS: 'covers',
  SOUND: 'sound',
  OFTEN: 'often',
  OTHER: 'other',
} as const;
export type AdvertReason = (typeof AdvertReason)[keyof typeof AdvertReason];
