import type { JsonLd } from './seo.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';

/** Frequency in MHz or kHz with its band, as schema.org expects it. */
const FREQUENCY: Record<ChannelId, { value: number; unit: string; modulation: 'FM' | 'AM' }> = {
  881: { value: 88.1, unit: 'MHz', modulation: 'FM' },
  903: { value: 90.3, unit: 'MHz', modulation: 'FM' },
  864: { value: 864, unit: 'kHz', modulation: 'AM' },
};

export const stationId = (siteUrl: string) => `${siteUrl}/#station`;
const serviceId = (siteUrl: string, channelId: ChannelId) => `${siteUrl}${paths.live(channelId)}#service`;

export function radioStation(siteUrl: string): JsonLd {
  return {
    '@type': 'RadioStation',
    '@id': stationId(siteUrl),
    name: seoText.siteName,
    url: siteUrl + paths.home(),
    logo: `${siteUrl}/icon-512.png`,
    areaServed: { '@type': 'City', name: 'Hong Kong' },
    address: { '@type': 'PostalAddress', addressRegion: 'Hong Kong', addressCountry: 'HK' },
    availableLanguage: ['zh-Hant-HK', 'en'],
  };
}

/** A channel as a broadcast service; home uses all three, a channel's live page its own. */
export function broadcastService(siteUrl: string, channelId: ChannelId): JsonLd {
  const { value, unit, modulation } = FREQUENCY[channelId];
  return {
    '@type': 'BroadcastService',
    '@id': serviceId(siteUrl, channelId),
    name: channelText[channelId].name,
    broadcastDisplayName: channelText[channelId].name,
    url: siteUrl + paths.live(channelId),
    broadcastFrequency: {
      '@type': 'BroadcastFrequencySpecification',
      broadcastFrequencyValue: { '@type': 'QuantitativeValue', value, unitText: unit },
      broadcastSignalModulation: modulation,
    },
    broadcaster: { '@id': stationId(siteUrl) },
    inLanguage: channelId === 864 ? 'en' : 'zh-Hant-HK',
  };
}

export function broadcastServices(siteUrl: string): JsonLd[] {
  return CHANNEL_IDS.map((id) => broadcastService(siteUrl, id));
}

export interface BroadcastFacts {
  channelId: ChannelId;
  startsAtMs: number;
  endsAtMs: number;
  isLive: boolean;
}

export function broadcastEvent(
  siteUrl: string,
  work: { name: string; id: string },
  { channelId, startsAtMs, endsAtMs, isLive }: BroadcastFacts,
): JsonLd {
  return {
    '@type': 'BroadcastEvent',
    name: work.name,
    startDate: new Date(startsAtMs).toISOString(),
    endDate: new Date(endsAtMs).toISOString(),
    isLiveBroadcast: isLive,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: siteUrl + paths.live(channelId) },
    publishedOn: {
      '@type': 'BroadcastService',
      '@id': serviceId(siteUrl, channelId),
      name: channelText[channelId].name,
    },
    workPerformed: { '@id': work.id },
  };
}

/** Breadcrumbs from home to a page; the page itself is the last step. */
export function breadcrumbs(siteUrl: string, steps: { name: string; path: string }[]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: seoText.home, path: paths.home() }, ...steps].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: siteUrl + path,
    })),
  };
}
