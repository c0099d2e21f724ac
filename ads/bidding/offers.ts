import type { FrameSize, MarkupAnswer, MarkupQuestion } from '#shared/ads/ad-frames.ts';

/** An offer with the markup to draw if it wins. */
export interface KeptOffer {
  adId: string;
  name: string;
  ad: string;
  size: FrameSize;
  bidder: string;
  advertiser: string;
  creative: string;
}

/** More than the slots of a page can receive before one of the first is drawn. */
const KEPT = 200;

/** Offers that may still be drawn. A slot frame can get only the markup of offers for its own slot, each once. */
export function createOffers(onDrawn: (offer: KeptOffer) => void) {
  const kept = new Map<string, KeptOffer>();
  return {
    keep(offer: KeptOffer): void {
      kept.set(offer.adId, offer);
      for (const first of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(first);
      }
    },
    answer(name: string, { adId }: MarkupQuestion): MarkupAnswer {
      const offer = kept.get(adId);
      if (offer?.name !== name)
        return { type: 'markup', adId, ad: null, size: null, bidder: '', advertiser: '', creative: '' };
      kept.delete(adId);
      onDrawn(offer);
      const { ad, size, bidder, advertiser, creative } = offer;
      return { type: 'markup', adId, ad, size, bidder, advertiser, creative };
    },
  };
}
export type Offers = ReturnType<typeof createOffers>;
