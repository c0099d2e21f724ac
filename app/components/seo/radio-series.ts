import { seoText } from '#app/text/zh-hk/seo.ts';
import { broadcastEvent, stationId, type BroadcastFacts } from './json-ld.ts';
import { socialPicture, type JsonLd } from './seo.ts';

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
