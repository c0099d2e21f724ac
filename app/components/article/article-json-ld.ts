import { socialPicture, type JsonLd } from '#app/components/seo/seo.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';

export interface ArticleFacts {
  siteUrl: string;
  path: string;
  isNews: boolean;
  title: string;
  description: string;
  /** Reference of the key art. */
  picture: string;
  publishedAtMs: number;
  updatedAtMs: number;
  group: string;
  /** Null for articles by the newsroom as a whole. */
  writer: { name: string; path: string | null } | null;
  recordings: { kind: 'audio' | 'video'; src: string; title: string; durationMs: number; poster: string }[];
}

const isoDuration = (ms: number) => `PT${Math.max(1, Math.round(ms / 1000))}S`;

/** Structured data of an article. */
export function articleJsonLd(article: ArticleFacts): JsonLd {
  const { siteUrl, path, writer } = article;
  const url = siteUrl + path;
  const publishedAt = new Date(article.publishedAtMs).toISOString();
  const publisher: JsonLd = {
    '@type': 'NewsMediaOrganization',
    name: seoText.siteName,
    url: siteUrl,
    logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png` },
  };
  return {
    '@type': article.isNews ? 'NewsArticle' : 'Article',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    url,
    headline: article.title,
    description: article.description,
    image: [socialPicture(siteUrl, article.picture)],
    datePublished: publishedAt,
    dateModified: new Date(article.updatedAtMs).toISOString(),
    articleSection: article.group,
    inLanguage: 'zh-Hant-HK',
    isAccessibleForFree: true,
    author: writer
      ? { '@type': 'Person', name: writer.name, url: writer.path === null ? undefined : siteUrl + writer.path }
      : publisher,
    publisher,
    associatedMedia: article.recordings.map(({ kind, src, title, durationMs, poster }) => ({
      '@type': kind === 'audio' ? 'AudioObject' : 'VideoObject',
      name: title,
      description: title,
      contentUrl: siteUrl + src,
      duration: isoDuration(durationMs),
      uploadDate: publishedAt,
      thumbnailUrl: socialPicture(siteUrl, poster || article.picture),
    })),
  };
}
