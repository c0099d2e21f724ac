import type { AuctionMessage, BidsMessage, FrameConfig } from '#shared/ads/ad-frames.ts';
import { AD_CURRENCY } from '#domain/ads/ad-prices.rules.ts';
import { createOffers, type KeptOffer, type Offers } from './offers.ts';
import { hasAdapter, startPrebid } from './prebid.ts';
import { syncUsers } from './user-sync.ts';
import { visitorId } from './visitor-id.ts';
import { bidOf, type Offer } from './winner.ts';

/** The used fields of Prebid's bid. */
interface PrebidBid {
  adId: string;
  auctionId: string;
  bidderCode: string;
  cpm: number | string;
  originalCpm?: number | string;
  currency: string;
  width: number;
  height: number;
  ad?: string;
  adUrl?: string;
  creativeId?: string | number;
  meta?: { advertiserDomains?: string[] };
}
type Bids = Record<string, { bids: PrebidBid[] }>;

const OVERDUE_MS = 500;
const MACRO = /\$(?:\{|%7B)AUCTION_PRICE(?:\}|%7D)/gi;
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Markup of a bid, or an iframe with its URL, with the bid price filled in. */
function markupOf({ ad, adUrl, cpm, originalCpm }: PrebidBid, [width, height]: readonly [number, number]): string {
  const price = String(originalCpm ?? cpm);
  if (ad) return ad.replaceAll(MACRO, price);
  if (!adUrl || !/^https?:\/\//.test(adUrl)) return '';
  const address = escapeAttribute(adUrl.replaceAll(MACRO, price));
  return `<iframe src="${address}" width="${width}" height="${height}" style="border:0"></iframe>`;
}

const offerOf = ({ adId, bidderCode, cpm, currency, width, height, creativeId, meta }: PrebidBid): Offer => ({
  adId,
  bidder: bidderCode,
  cpm: Number(cpm),
  currency,
  size: [width, height],
  advertiser: meta?.advertiserDomains?.[0] ?? '',
  creative: String(creativeId ?? ''),
});

export interface Auctions {
  run(asked: AuctionMessage): Promise<BidsMessage>;
  offers: Offers;
}

/** Auctions of one page. Every configured bidder is asked for every ad slot. */
export function createAuctions(config: FrameConfig, mayAdvertise: () => boolean): Auctions {
  const pbjs = startPrebid(config, mayAdvertise);
  const lateOf = new Map<string, Set<string>>();
  pbjs.onEvent(
    'bidTimeout' as never,
    ((bids: { auctionId: string; bidder: string }[]) => {
      for (const { auctionId, bidder } of bids) {
        const late = lateOf.get(auctionId) ?? new Set();
        lateOf.set(auctionId, late.add(bidder));
      }
    }) as never,
  );
  const offers = createOffers(({ adId }: KeptOffer) =>
    // Notifies the bidder that it won, by its own method.
    pbjs.markWinningBidAsUsed({ adId, events: true } as never),
  );
  let isSynced = false;

  return {
    offers,
    async run({ id, slots, page, timeoutMs }) {
      if (!slots.length || !config.bidders.length)
        return { type: 'bids', id, slots: slots.map((slot) => bidOf(slot, [])), timedOut: [] };
      const auctionId = crypto.randomUUID();
      pbjs.setConfig({ pageUrl: page.url } as never);
      const adUnits = slots.map(({ name, sizes, floorHkd }) => ({
        code: name,
        mediaTypes: { banner: { sizes: sizes.map(([w, h]) => [w, h]) } },
        floors: {
          currency: AD_CURRENCY,
          schema: { fields: ['mediaType'] },
          values: { '*': floorHkd },
        },
        ortb2Imp: { secure: 1, ext: { gpid: `${config.networkCode}/${name}` } },
        bids: config.bidders
          .filter(({ bidder }) => hasAdapter(bidder) || config.prebidServerUrl)
          .map(({ bidder, params }) => ({ bidder, params })),
      }));
      const host = new URL(config.pages[0]!).hostname;
      const ortb2 = {
        site: {
          page: page.url,
          domain: host,
          ext: { data: { group: page.group, variant: page.variant, review: page.isReview } },
        },
        // Contains no member data: the number is meaningful to this origin only.
        user: { ext: { eids: [{ source: host, uids: [{ id: visitorId(), atype: 1 }] }] } },
      };
      const asked = pbjs.requestBids({ adUnits, auctionId, timeout: timeoutMs, ortb2 } as never) as unknown;
      // Prebid ends auctions itself; this timeout guards against one that never ends.
      const end = new Promise<{ bids?: Bids }>((done) => setTimeout(() => done({}), timeoutMs + OVERDUE_MS));
      const { bids = {} } = await Promise.race([asked as Promise<{ bids?: Bids }>, end]);
      if (!isSynced) {
        isSynced = true;
        syncUsers(
          config,
          config.bidders.map(({ bidder }) => bidder).filter((bidder) => !hasAdapter(bidder)),
        );
      }
      const late = lateOf.get(auctionId) ?? new Set();
      lateOf.delete(auctionId);
      return {
        type: 'bids',
        id,
        timedOut: [...late],
        slots: slots.map((slot) => {
          const offered = (bids[slot.name]?.bids ?? []).filter((bid) => bid.auctionId === auctionId);
          const drawable = offered.flatMap((bid) => {
            const offer = offerOf(bid);
            const ad = markupOf(bid, offer.size);
            return ad ? [{ offer, ad }] : [];
          });
          const told = bidOf(
            slot,
            drawable.map(({ offer }) => offer),
            config.blocked,
          );
          const won = drawable.find(({ offer }) => offer.adId === told.adId);
          if (won)
            offers.keep({
              ...won.offer,
              name: slot.name,
              ad: won.ad,
            });
          return told;
        }),
      };
    },
  };
}
