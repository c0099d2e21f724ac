/** Data of the ad in question; carried by the event `airwave:why-ad`. */
export interface WhyAsked {
  slot: string;
  advertiser: string;
  creative: string;
  bidder: string;
  why: 'auction' | 'direct' | 'search' | 'house' | '';
}

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

/** Opens the explanation; the dialog host handles the event. */
export function askWhy(asked: WhyAsked): void {
  dispatchEvent(new CustomEvent('airwave:why-ad', { detail: asked }));
}

/** The explanation was closed. */
export const WHY_ANSWERED = 'airwave:why-ad-closed';
