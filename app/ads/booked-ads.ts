import { createContext } from 'react';
import { paths } from '#app/paths.ts';
import type { AdWidth } from '#domain/ads/ad-slots.rules.ts';
import { shownIn, TURN_MS, type Booked, type ShownHouseAd } from '#domain/advertising/advertising.rules.ts';

/** Current bookings, as in `/house-ads.json`. */
export interface BookedAds {
  ads: readonly (Booked & { ad: ShownHouseAd })[];
  nowMs: number;
}

/** The bookings with which a page is rendered. It does not exist in the browser, where the server's HTML stays. */
export const RenderedAds = createContext<BookedAds | null>(null);

const NONE: BookedAds = { ads: [], nowMs: 0 };

// Client-side navigation draws slots in the browser. Pages carry no bookings, so they are fetched, once a turn.
let known = NONE;
let askedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

export const bookedAds = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: (): BookedAds => known,
  none: (): BookedAds => NONE,
  /** Fetches them unless known. Without a reply, the usual ads stay. */
  async ask(): Promise<void> {
    if (document.documentElement.dataset.ads === 'off' || performance.now() - askedAt < TURN_MS) return;
    askedAt = performance.now();
    try {
      const reply = await fetch(paths.houseAds(), { signal: AbortSignal.timeout(5_000) });
      if (!reply.ok) return;
      const told = (await reply.json()) as BookedAds;
      if (told.ads.length === 0 && known.ads.length === 0) return;
      known = told;
      for (const listener of listeners) listener();
    } catch {
      // Offline: the usual ads stay.
    }
  },
};

/** What a slot shows, with the widths at which it does. */
export const shownAds = (name: string, { ads, nowMs }: BookedAds): { ad: ShownHouseAd; widths: AdWidth[] }[] =>
  [...shownIn(name, ads, nowMs)].map(([{ ad }, widths]) => ({ ad, widths }));
