import { AD_CURRENCY } from '#domain/ads/ad-prices.rules.ts';

// Our own Prebid adapter for bidders called directly from the browser: plain OpenRTB 2.6 JSON, sent to the endpoint in
// the bidder's row of AD_BIDDERS. Another bidder with this protocol needs only a row of data.

export const AIRWAVE_DEMO = 'airwaveDemo';

/** The used fields of Prebid's bid request. */
interface BidRequest {
  bidId: string;
  adUnitCode: string;
  params: { endpoint?: unknown; placement?: unknown };
  mediaTypes: { banner?: { sizes: [number, number][] } };
  getFloor?: (asked: { currency: string; mediaType: string; size: string }) => { currency?: string; floor?: number };
}
interface BidderRequest {
  timeout: number;
  ortb2?: Record<string, unknown>;
}
interface OpenRtbBid {
  impid: string;
  price: number;
  adm?: string;
  w?: number;
  h?: number;
  crid?: string;
  adomain?: string[];
}

const BID_SECONDS = 60;

const isBid = (value: unknown): value is OpenRtbBid => {
  const bid = value as Partial<OpenRtbBid> | null;
  return typeof bid?.impid === 'string' && typeof bid.price === 'number' && typeof bid.adm === 'string';
};

export const airwaveDemo = {
  code: AIRWAVE_DEMO,
  supportedMediaTypes: ['banner'],
  isBidRequestValid: ({ params }: BidRequest): boolean =>
    typeof params.endpoint === 'string' && /^https?:\/\//.test(params.endpoint),

  buildRequests(requests: BidRequest[], { timeout, ortb2 = {} }: BidderRequest) {
    const byEndpoint = Map.groupBy(requests, ({ params }) => String(params.endpoint));
    return [...byEndpoint].map(([url, of]) => ({
      method: 'POST',
      url,
      // Avoids a preflight, which would cost a round trip of the three seconds.
      options: { contentType: 'text/plain', withCredentials: false },
      data: JSON.stringify({
        id: of[0]!.bidId,
        ...ortb2,
        at: 1,
        tmax: timeout,
        cur: [AD_CURRENCY],
        imp: of.map(({ bidId, adUnitCode, params, mediaTypes, getFloor }) => {
          const floor = getFloor?.({ currency: AD_CURRENCY, mediaType: 'banner', size: '*' });
          return {
            id: bidId,
            tagid: typeof params.placement === 'string' ? params.placement : adUnitCode,
            banner: { format: (mediaTypes.banner?.sizes ?? []).map(([w, h]) => ({ w, h })), topframe: 0 },
            secure: 1,
            ...(floor?.floor === undefined ? {} : { bidfloor: floor.floor, bidfloorcur: floor.currency }),
          };
        }),
      }),
    }));
  },

  interpretResponse({ body }: { body: unknown }) {
    const said = body as { cur?: unknown; seatbid?: { bid?: unknown[] }[] } | null;
    const bids = Array.isArray(said?.seatbid) ? said.seatbid.flatMap((seat) => seat?.bid ?? []).filter(isBid) : [];
    return bids.map(({ impid, price, adm, w, h, crid, adomain }) => ({
      requestId: impid,
      cpm: price,
      currency: typeof said?.cur === 'string' ? said.cur : 'USD',
      width: w ?? 0,
      height: h ?? 0,
      ad: adm,
      creativeId: crid ?? impid,
      ttl: BID_SECONDS,
      netRevenue: true,
      meta: { advertiserDomains: Array.isArray(adomain) ? adomain.slice(0, 3) : [] },
    }));
  },
};
