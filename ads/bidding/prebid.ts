import { AD_CURRENCY, USD_HKD_RATE } from '#domain/ads/ad-prices.rules.ts';
import { BID_TIMEOUT_MS, USER_SYNC_DELAY_MS } from '#domain/ads/ad-timeouts.rules.ts';
import type { FrameConfig } from '#shared/ads/ad-frames.ts';
import { prebid } from '../libraries/prebid.ts';
import { AIRWAVE_DEMO, airwaveDemo } from './airwave-demo-adapter.ts';

const ADAPTERS = new Set([AIRWAVE_DEMO]);

/** Bidders with a browser adapter of our own. All others are called by the Prebid Server. */
export const hasAdapter = (bidder: string): boolean => ADAPTERS.has(bidder);

const SYNCS_OF_BIDDER = 3;
/** Share of the timeout given to the Prebid Server, so that its response arrives in time. */
const OF_TIME = 0.9;

/**
 * Starts Prebid. This file is loaded only with consent to advertising, so `allowActivities` is
 * a second safeguard: no geolocation, and no identifiers except the one passed in.
 */
export function startPrebid(config: FrameConfig, mayAdvertise: () => boolean) {
  const agreed = { rules: [{ condition: mayAdvertise, allow: true }], default: false };
  const asked = config.bidders.map(({ bidder }) => bidder).filter((bidder) => !hasAdapter(bidder));
  prebid.setConfig({
    // `rates` prevents fetching a rates file; with `defaultRates` alone Prebid would load it from a third-party CDN.
    currency: {
      adServerCurrency: AD_CURRENCY,
      rates: { USD: { HKD: USD_HKD_RATE, USD: 1 }, HKD: { HKD: 1, USD: 1 / USD_HKD_RATE } },
    },
    floors: { enforcement: { enforceJS: true, enforcePBS: true } },
    allowActivities: {
      fetchBids: agreed,
      syncUser: agreed,
      accessDevice: agreed,
      transmitEids: agreed,
      enrichEids: { default: false },
      enrichUfpd: { default: false },
      transmitPreciseGeo: { default: false },
      reportAnalytics: { default: false },
    },
    userSync: {
      syncDelay: USER_SYNC_DELAY_MS,
      syncsPerBidder: SYNCS_OF_BIDDER,
      filterSettings: { all: { bidders: '*', filter: 'include' } },
    },
    enableSendAllBids: false,
    useBidCache: false,
    deviceAccess: true,
    ...(config.prebidServerUrl && asked.length
      ? {
          s2sConfig: {
            enabled: true,
            accountId: config.prebidAccount,
            bidders: asked,
            adapter: 'prebidServer',
            timeout: BID_TIMEOUT_MS * OF_TIME,
            endpoint: `${config.prebidServerUrl}/openrtb2/auction`,
          },
        }
      : {}),
  } as never);
  prebid.registerBidAdapter(undefined as never, AIRWAVE_DEMO as never, airwaveDemo as never);
  void prebid.processQueue();
  return prebid;
}
