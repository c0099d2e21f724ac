/** What is known of the advertisement that somebody asks about; the event `airwave:why-ad` brings it. */
export interface WhyAsked {
  slot: string;
  advertiser: string;
  bidder: string;
  why: 'auction' | 'direct' | 'search' | 'house' | '';
}

const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** What came with the event: much of it was said by a frame of strangers. */
export function readWhyAsked(value: unknown): WhyAsked {
  const told = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const why = (['auction', 'direct', 'search', 'house'] as const).find((one) => one === told['why']) ?? '';
  return { slot: words(told['slot']), advertiser: words(told['advertiser']), bidder: words(told['bidder']), why };
}

/** Opens the answer; whoever draws dialogs hears it. */
export function askWhy(asked: WhyAsked): void {
  dispatchEvent(new CustomEvent('airwave:why-ad', { detail: asked }));
}

/** The answer was closed. */
export const WHY_ANSWERED = 'airwave:why-ad-closed';
