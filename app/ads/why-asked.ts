import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';

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

/**
 * Opens the explanation; the dialog host handles the event. Its code is loaded first: an import that failed while rendering
 * would put the error view in place of the page.
 */
export async function askWhy(asked: WhyTold): Promise<void> {
  try {
    await import('./why-ad.tsx');
    dispatchEvent(new CustomEvent('airwave:why-ad', { detail: asked }));
  } catch {
    notify(shell.unreachable, 'info');
    dispatchEvent(new Event(WHY_ANSWERED));
  }
}
