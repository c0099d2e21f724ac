import { socialPicture, type JsonLd } from './seo.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';

/** Frequency in MHz or kHz with its band, as schema.org spells a broadcast frequency. */
const FREQUENCY: Record<ChannelId, { value: number; unit: string; modulation: 'FM' | 'AM' }> = {
  881: { value: 88.1, unit: 'MHz', modulation: 'FM' },
  903: { value: 90.3, unit: 'MHz', modulation: 'FM' },
  864: { value: 864, unit: 'kHz', modulation: 'AM' },
};

const stationId = (siteUrl: string) => `${siteUrl}/#station`;
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

/** One channel as a broadcast service; used on home for all three and on a channel's live page for its own. */
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

export interface SeriesFacts {
  siteUrl: string;
  path: string;
  name: string;
  description: string;
  picture: string;
  genre: string;
  hosts: { name: string; path: string }[];
  partOf: { name: string; path: string } | null;
  broadcasts: BroadcastFacts[];
}

export function radioSeries(series: SeriesFacts): JsonLd[] {
  const { siteUrl, path, name } = series;
  const id = `${siteUrl}${path}#series`;
  return [
    {
      '@type': 'RadioSeries',
      '@id': id,
      name,
      url: siteUrl + path,
      description: series.description,
      image: socialPicture(siteUrl, series.picture),
      genre: series.genre,
      inLanguage: series.broadcasts.every((b) => b.channelId === 864) && series.broadcasts.length ? 'en' : 'zh-Hant-HK',
      actor: series.hosts.map((host) => ({ '@type': 'Person', name: host.name, url: siteUrl + host.path })),
      productionCompany: { '@type': 'RadioStation', '@id': stationId(siteUrl), name: seoText.siteName },
      ...(series.partOf
        ? { isPartOf: { '@type': 'RadioSeries', name: series.partOf.name, url: siteUrl + series.partOf.path } }
        : {}),
    },
    ...series.broadcasts.map((broadcast) => broadcastEvent(siteUrl, { name, id }, broadcast)),
  ];
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

export interface EpisodeFacts {
  siteUrl: string;
  path: string;
  name: string;
  description: string;
  picture: string;
  startsAtMs: number;
  endsAtMs: number;
  series: { name: string; path: string } | null;
  parts: { name: string; path: string; startsAtMs: number; endsAtMs: number }[];
}

/** A broadcast that can be heard again. */
export function radioEpisode(episode: EpisodeFacts): JsonLd {
  const { siteUrl, path, series, startsAtMs, endsAtMs } = episode;
  const seconds = (ms: number) => Math.round((ms - startsAtMs) / 1000);
  return {
    '@type': 'RadioEpisode',
    '@id': `${siteUrl}${path}#episode`,
    name: episode.name,
    url: siteUrl + path,
    description: episode.description,
    image: socialPicture(siteUrl, episode.picture),
    datePublished: new Date(startsAtMs).toISOString(),
    timeRequired: `PT${seconds(endsAtMs)}S`,
    // A plan pays for it.
    isAccessibleForFree: false,
    productionCompany: { '@type': 'RadioStation', '@id': stationId(siteUrl), name: seoText.siteName },
    ...(series
      ? {
          partOfSeries: {
            '@type': 'RadioSeries',
            '@id': `${siteUrl}${series.path}#series`,
            name: series.name,
            url: siteUrl + series.path,
          },
        }
      : {}),
    hasPart: episode.parts.map((part) => ({
      '@type': 'Clip',
      name: part.name,
      url: siteUrl + part.path,
      startOffset: seconds(part.startsAtMs),
      endOffset: seconds(part.endsAtMs),
    })),
  };
}

export interface PersonFacts {
  siteUrl: string;
  path: string;
  name: string;
  alternateName: string;
  description: string;
  picture: string;
  isGuest: boolean;
  programs: { name: string; path: string }[];
}

export function person(facts: PersonFacts): JsonLd {
  const { siteUrl } = facts;
  return {
    '@type': 'Person',
    '@id': `${siteUrl}${facts.path}#person`,
    name: facts.name,
    ...(facts.alternateName ? { alternateName: facts.alternateName } : {}),
    url: siteUrl + facts.path,
    description: facts.description,
    image: socialPicture(siteUrl, facts.picture),
    ...(facts.isGuest
      ? {}
      : { worksFor: { '@type': 'RadioStation', '@id': stationId(siteUrl), name: seoText.siteName } }),
    performerIn: facts.programs.map((program) => ({
      '@type': 'RadioSeries',
      name: program.name,
      url: siteUrl + program.path,
    })),
  };
}

/** The way from home to a page; the page itself is the last step. */
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
