/**
 * Addresses of content, shared by APIs, search and pages; app/paths.ts includes them, and links of pages go through it
 * (R-156).
 */
import type { NewsSection } from '#shared/enums.ts';

/** Readable part of a URL: any script, no separator. */
export function slugPart(name: string): string {
  return encodeURIComponent(name.trim().replace(/[\s/?#%\\]+/g, '-'));
}

export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, v]) => v !== undefined && v !== '');
  return given.length ? `${path}?${new URLSearchParams(given.map(([k, v]) => [k, String(v)])).toString()}` : path;
}

export const withName = (path: string, name?: string) => (name ? `${path}/${slugPart(name)}` : path);

/** `cat` and `name` of a detail page: a single name takes the first position. */
const withNames = (path: string, category?: string, name?: string) => withName(withName(path, category), name);

export const contentPaths = {
  program: (id: number, name?: string) => withName(`/program/${id}`, name),
  /** A replayable broadcast, optionally from one moment and up to another. */
  replay: (archiveId: number, { atMs, untilMs }: { atMs?: number | undefined; untilMs?: number | undefined } = {}) => {
    const path = `/program/archives/${archiveId}`;
    if (atMs === undefined) return path;
    const at = `${path}?at=${Math.floor(atMs / 1000)}`;
    return untilMs === undefined ? at : `${at}&to=${Math.floor(untilMs / 1000)}`;
  },
  /** Films for rent; campaign parameters behind it do not change the page. */
  premiumVideoLanding: () => '/crgovideo',
  /** A film for rent. */
  premiumVideoDetail: (id: number, name?: string) => withName(`/crgovideo/${id}`, name),
  programHost: (id: number, name?: string) => withName(`/host/${id}`, name),
  article: (id: number, category?: string, name?: string) => withNames(`/article/${id}`, category, name),
  programHighlight: (id: number, category?: string, name?: string) => withNames(`/highlight/${id}`, category, name),
  soundColumnArticle: (id: number, category?: string, name?: string) =>
    withNames(`/soundcolumn/article/${id}`, category, name),
  newsArticleDetail: (section: NewsSection, id: number, name?: string) => withName(`/news/${section}/${id}`, name),
  trafficMain: () => '/traffic',
  trafficInfoArticle: (id: number, name?: string) => withName(`/traffic/info/${id}`, name),
  trafficHighlightArticle: (id: number, category?: string, name?: string) =>
    withNames(`/traffic/highlight/${id}`, category, name),
  trafficPhonographArticle: (id: number, name?: string) => withName(`/traffic/phonograph/${id}`, name),
} as const;

/** Static pages outside /staticpage. */
const OWN_ADDRESS: Readonly<Record<string, string>> = {
  livestreamfaq: '/livestreamfaq',
  adService: '/adService',
  recruitment: '/recruitment',
  strokefund: '/strokefund/archive',
};

/** The address of a static page, by name and language. */
export function lastingPagePath(name: string, lang: 'zh-Hant' | 'en'): string {
  const path = OWN_ADDRESS[name] ?? (name.startsWith('traffic/') ? `/${name}` : `/staticpage/${name}`);
  return lang === 'en' ? `${path}?lang=en` : path;
}

/** A recording of an article; unavailable once the article is. */
export const articleMediaPath = (articleId: number, mediaFileId: number) =>
  `/media/articles/${articleId}/${mediaFileId}`;

/** Address of a film's stills or poster, available to anyone who knows the file name. */
export const filmPicturePath = (fileSha256: string): string => `/media/film-files/${fileSha256}.jpg`;

/** Playlist of a film's trailer. */
export const filmTrailerPath = (id: number): string => `/api/premium/${id}/trailer.m3u8`;
