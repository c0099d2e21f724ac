import { AD_CURRENCY, priceBucket } from '#domain/ads/ad-prices.rules.ts';
import type { AuctionSlot, FrameSize, SlotBid } from '#shared/ads/ad-frames.ts';
import { isBlockedAd, type BlockedAds } from '#shared/ads/blocked-ads.ts';

/** Fields of an offer that decide the auction. */
export interface Offer {
  adId: string;
  bidder: string;
  cpm: number;
  currency: string;
  size: FrameSize;
  advertiser: string;
  creative: string;
}

const isSize = ([width, height]: FrameSize, [w, h]: FrameSize): boolean => width === w && height === h;

/**
 * The highest offer in our currency that meets the floor, has a size of the slot and is not blocked. On a tie the first
 * wins.
 */
export function winnerOf(
  offers: readonly Offer[],
  slot: Pick<AuctionSlot, 'sizes' | 'floorHkd'>,
  blocked: BlockedAds = [],
): Offer | null {
  const fit = offers.filter(
    ({ cpm, currency, size, advertiser, creative }) =>
      currency === AD_CURRENCY &&
      Number.isFinite(cpm) &&
      cpm > 0 &&
      cpm >= slot.floorHkd &&
      slot.sizes.some((one) => isSize(one, size)) &&
      !isBlockedAd(blocked, advertiser, creative),
  );
  return fit.reduce<Offer | null>((best, offer) => (best && best.cpm >= offer.cpm ? best : offer), null);
}

/** Auction result of a slot for the page, with ad server targeting: the price as its bucket. */
export function bidOf(slot: AuctionSlot, offers: readonly Offer[], blocked: BlockedAds = []): SlotBid {
  const winner = winnerOf(offers, slot, blocked);
  if (!winner)
    return { name: slot.name, bidder: null, cpmHkd: 0, size: null, advertiser: '', targeting: {}, adId: null };
  const { adId, bidder, cpm, size, advertiser } = winner;
  return {
    name: slot.name,
    bidder,
    cpmHkd: cpm,
    size,
    advertiser,
    adId,
    targeting: {
      hb_pb: priceBucket(cpm),
      hb_bidder: bidder,
      hb_adid: adId,
      hb_size: size.join('x'),
      hb_format: 'banner',
      ...(advertiser ? { hb_adomain: advertiser } : {}),
    },
  };
}
