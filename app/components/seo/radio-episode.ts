import { seoText } from '#app/text/zh-hk/seo.ts';
import { stationId } from './json-ld.ts';
import { socialPicture, type JsonLd } from './seo.ts';

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

/** A broadcast as a replay. */
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
    // It requires a plan.
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
