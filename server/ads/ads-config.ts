import type { z } from 'zod';
import { readBidders, type adSettings } from '#server/config.ads.schema.ts';
import { MAX_PORT, type schema } from '#server/config.schema.ts';
import type { FrameConfig } from '#shared/ads/ad-frames.ts';

type Settings = Pick<z.output<typeof schema>, keyof typeof adSettings | 'PORT'>;

/** The advertising origin and what its frames may load. */
export interface AdsConfig {
  /** Origin of the frames. */
  origin: string;
  port: number;
  frames: FrameConfig;
  /** Permitted sources, as written in a Content-Security-Policy. */
  sources: string[];
}

export interface AdsSettings {
  ads: AdsConfig | null;
  /** Port of the stand-ins. Null outside the demo. */
  sandboxAdsPort: number | null;
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** A port near that of the site: after it, or before it at the end of the range. */
const near = (port: number, step: number) => (port + step <= MAX_PORT ? port + step : port - step);

function demoBidders(stand: string): FrameConfig['bidders'] {
  return [
    { bidder: 'demoExchange', params: { placement: 'airwave' } },
    { bidder: 'airwaveDemo', params: { endpoint: `${stand}/client-bidder/bid`, placement: 'airwave' } },
  ];
}

/** Whether browsers may cache origin-wide promises; localhost is shared by other sites. */
export const isProductionAddress = ({ origin }: AdsConfig): boolean => origin.startsWith('https://');

/** Interprets the variables together. Faults are added as sentences. */
export function adsOf(
  given: Settings,
  { demo, siteUrl, faults }: { demo: boolean; siteUrl: string; faults: string[] },
): AdsSettings {
  const site = new URL(siteUrl);
  const port = given.ADS_PORT ?? near(given.PORT, 2);
  const sandboxAdsPort = demo ? (given.SANDBOX_ADS_PORT ?? near(given.PORT, 3)) : null;
  // For a demo with a custom host name there is no second one to guess.
  const fallback = demo && LOCAL.test(site.hostname) ? `http://localhost:${port}` : '';
  const address = given.ADS_URL || fallback;
  if (address === '' || address === 'off') return { ads: null, sandboxAdsPort };
  const { origin, hostname } = new URL(address);
  const stand = sandboxAdsPort === null ? '' : `http://localhost:${sandboxAdsPort}`;
  const at = (value: string, path: string) => value || (stand && `${stand}${path}`);
  const bidders = given.AD_BIDDERS ? readBidders(given.AD_BIDDERS) : stand ? demoBidders(stand) : [];
  const frames: FrameConfig = {
    pages: demo ? [...new Set([site.origin, `http://127.0.0.1:${given.PORT}`])] : [site.origin],
    tagUrl: at(given.AD_SERVER_TAG_URL, '/tag/js/gpt.js'),
    networkCode: given.AD_NETWORK_CODE,
    bidders,
    prebidServerUrl: at(given.AD_PREBID_SERVER_URL, '').replace(/\/$/, ''),
    prebidAccount: given.AD_PREBID_ACCOUNT,
    vastUrl: at(given.AD_VAST_URL, '/vast'),
    searchTagUrl: at(given.AD_SEARCH_TAG_URL, '/adsense/search/ads.js'),
    blocked: [],
  };
  const endpoints = bidders.flatMap(({ params: { endpoint } }) =>
    typeof endpoint === 'string' && URL.canParse(endpoint) ? [endpoint] : [],
  );
  const named = [frames.tagUrl, frames.prebidServerUrl, frames.vastUrl, frames.searchTagUrl, ...endpoints].filter(
    Boolean,
  );
  if (!demo) {
    for (const url of [address, ...named])
      if (!url.startsWith('https://'))
        faults.push(`${url} must begin with https:// in production: encrypted pages cannot frame unencrypted ones.`);
    if (hostname === site.hostname)
      faults.push('ADS_URL must have a different host name than SITE_URL: all ports of a host share its cookies.');
    if (!frames.tagUrl)
      faults.push('AD_SERVER_TAG_URL is required with ADS_URL: the ad server decides what fills an ad slot.');
    if (!frames.prebidServerUrl && bidders.some(({ bidder }) => bidder !== 'airwaveDemo'))
      faults.push('AD_PREBID_SERVER_URL is required with AD_BIDDERS: it queries all bidders except airwaveDemo.');
  }
  const sources = [
    ...new Set([...named.map((url) => new URL(url).origin), ...given.AD_ORIGINS.split(/\s+/).filter(Boolean)]),
  ];
  return { ads: { origin, port, frames, sources }, sandboxAdsPort };
}
