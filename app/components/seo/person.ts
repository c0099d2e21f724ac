import { seoText } from '#app/text/zh-hk/seo.ts';
import { stationId } from './json-ld.ts';
import { socialPicture, type JsonLd } from './seo.ts';

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
