/**
 * Addresses of content that calls and search name as well as pages do; app/paths.ts takes them in with all others, and
 * links of pages go through it.
 */
import type { NewsSection } from '#shared/enums.ts';

/** A name's part of an address: readable, any script, no separator. */
export function slugPart(name: string): string {
  return encodeURIComponent(name.trim().replace(/[\s/?#%\\]+/g, '-'));
}

export const withName = (path: string, name?: string) => (name ? `${path}/${slugPart(name)}` : path);

/** `cat` and `name` of a detail page: a name alone stands in the first place. */
const withNames = (path: string, category?: string, name?: string) => withName(withName(path, category), name);

export const contentPaths = {
  program: (id: number, name?: string) => withName(`/program/${id}`, name),
  /** A broadcast that can be heard again, from a moment where one is named, and up to another. */
  replay: (archiveId: number, { atMs, untilMs }: { atMs?: number | undefined; untilMs?: number | undefined } = {}) => {
    const path = `/program/archives/${archiveId}`;
    if (atMs === undefined) return path;
    const at = `${path}?at=${Math.floor(atMs / 1000)}`;
    return untilMs === undefined ? at : `${at}&to=${Math.floor(untilMs / 1000)}`;
  },
  /** Films to rent; whatever mark of a campaign stands behind it, it is the same page. */
  premiumVideoLanding: () => '/crgovideo',
  /** A film to rent. */
  premiumVideoDetail: (id: number, name?: string) => withName(`/crgovideo/${id}`, name),
  programHost: (id: number, name?: string) => withName(`/host/${id}`, name),
  article: (id: number, category?: string, name?: string) => withNames(`/article/${id}`, category, name),
  programHighlight: (id: number, category?: string, name?: string) => withNames(`/highlight/${id}`, category, name),
  soundColumnArticle: (id: number, category?: string, name?: string) =>
    withNames(`/soundcolumn/article/${id}`, category, name),
  newsArticleDetail: (section: NewsSection, id: number, name?: string) => withName(`/news/${section}/${id}`, name),
  trafficInfoArticle: (id: number, name?: string) => withName(`/traffic/info/${id}`, name),
  trafficHighlightArticle: (id: number, category?: string, name?: string) =>
    withNames(`/traffic/highlight/${id}`, category, name),
  trafficPhonographArticle: (id: number, name?: string) => withName(`/traffic/phonograph/${id}`, name),
} as const;

/** Pages of lasting words that do not live under /staticpage. */
const OWN_ADDRESS: Readonly<Record<string, string>> = {
  livestreamfaq: '/livestreamfaq',
  adService: '/adService',
  recruitment: '/recruitment',
  strokefund: '/strokefund/archive',
};

/** The address of a page of lasting words, by its name in the list of such pages and its language. */
export function lastingPagePath(name: string, lang: 'zh-Hant' | 'en'): string {
  const path = OWN_ADDRESS[name] ?? (name.startsWith('traffic/') ? `/${name}` : `/staticpage/${name}`);
  return lang === 'en' ? `${path}?lang=en` : path;
}

/** A recording of an article: it goes when the article goes. */
export const articleMediaPath = (articleId: number, mediaFileId: number) =>
  `/media/articles/${articleId}/${mediaFileId}`;
