import type { JsonLd } from '#app/components/seo/seo.ts';
import { socialPicture } from '#app/components/seo/seo.ts';

interface FilmFacts {
  title: string;
  description: string;
  art: string;
  path: string;
  publishedAtMs: number;
  durationMs: number | null;
  priceCents: number;
  isOnSale: boolean;
}

/** Structured data of a film. It names no file: paid content has no permanent URL. */
export function filmJsonLd(siteUrl: string, film: FilmFacts): JsonLd {
  return {
    '@type': 'VideoObject',
    '@id': `${siteUrl}${film.path}#film`,
    name: film.title,
    description: film.description,
    thumbnailUrl: socialPicture(siteUrl, film.art),
    uploadDate: new Date(film.publishedAtMs).toISOString(),
    duration: film.durationMs === null ? undefined : `PT${Math.round(film.durationMs / 1_000)}S`,
    url: siteUrl + film.path,
    inLanguage: 'zh-Hant-HK',
    requiresSubscription: false,
    isAccessibleForFree: false,
    offers: film.isOnSale
      ? {
          '@type': 'Offer',
          price: (film.priceCents / 100).toFixed(2),
          priceCurrency: 'HKD',
          availability: 'https://schema.org/InStock',
          url: siteUrl + film.path,
        }
      : undefined,
  };
}
