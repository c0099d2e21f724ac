import type { MetaDescriptor } from 'react-router';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { pictureUrl } from '#shared/media/picture.ts';

/** A JSON-LD object. React Router escapes it, so that no title can end its script element. */
export type JsonLd = { [key: string]: JsonLdValue };
type JsonLdValue = string | number | boolean | JsonLdValue[] | JsonLd | undefined;

export interface PageSeo {
  /** Public URL of the site, without trailing slash. */
  siteUrl: string;
  /** The canonical path of this page, from `paths`; page variants give that of the original. */
  path: string;
  /** The original of a variant that is shared under its own URL; defaults to `path`. */
  canonicalPath?: string;
  /** Without the site's name, which is added; the home page gives its complete title. */
  title: string;
  wholeTitle?: boolean;
  description: string;
  /** Picture reference for shared links; defaults to the station logo. */
  picture?: string;
  pictureAlt?: string;
  /** A path on the site to use instead: an article's headline picture (1200 × 630 JPEG). */
  socialPath?: string;
  /** Path of the feed with what this page lists. */
  feed?: string | undefined;
  /** Path of the podcast of this page's subject. */
  podcast?: string | undefined;
  type?: 'website' | 'article' | 'profile' | 'music.radio_station' | 'video.tv_show';
  /** `noindex` excludes a page from search and the sitemap, but its links count; with `none` they do not. */
  robots?: 'index' | 'noindex' | 'none';
  /** Neighbouring pages of a list. */
  prevPath?: string | undefined;
  nextPath?: string | undefined;
  jsonLd?: JsonLd[];
}

const ROBOTS = {
  index: 'index, follow, max-image-preview:large',
  noindex: 'noindex, follow',
  none: 'noindex, nofollow',
} as const;
const SOCIAL_WIDTH = 1200;
const SOCIAL_HEIGHT = 630;

/** Search results truncate descriptions at this length, so truncate at a sentence first. */
const DESCRIPTION_LENGTH = 120;

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(flat);
  return letters.length <= DESCRIPTION_LENGTH ? flat : `${letters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`;
}

/** The picture of a shared link: JPEG, 1200 × 630, because some link previews do not support WebP. */
export function socialPicture(siteUrl: string, reference: string): string {
  return siteUrl + pictureUrl(reference, `${SOCIAL_WIDTH}x${SOCIAL_HEIGHT}.jpg`);
}

function socialImage({ siteUrl, socialPath, picture }: PageSeo): string {
  if (socialPath !== undefined) return siteUrl + socialPath;
  return picture === undefined ? `${siteUrl}/social.jpg` : socialPicture(siteUrl, picture);
}

/** All metadata of a page. The only source of `meta` on the site. */
export function seo(page: PageSeo): MetaDescriptor[] {
  const title = page.wholeTitle ? page.title : seoText.title(page.title);
  const description = shorten(page.description);
  const url = page.siteUrl + page.path;
  const image = socialImage(page);
  const imageAlt = page.pictureAlt ?? seoText.siteName;
  return [
    { title },
    { name: 'description', content: description },
    {
      name: 'robots',
      content: ROBOTS[page.robots ?? 'index'],
    },
    { tagName: 'link', rel: 'canonical', href: page.siteUrl + (page.canonicalPath ?? page.path) },
    ...(page.prevPath === undefined ? [] : [{ tagName: 'link', rel: 'prev', href: page.siteUrl + page.prevPath }]),
    ...(page.nextPath === undefined ? [] : [{ tagName: 'link', rel: 'next', href: page.siteUrl + page.nextPath }]),
    ...[page.feed, page.podcast].flatMap((path) =>
      path
        ? [
            {
              tagName: 'link',
              rel: 'alternate',
              type: 'application/rss+xml',
              title: path === page.podcast ? seoText.podcastOf(page.title) : page.title,
              href: page.siteUrl + path,
            },
          ]
        : [],
    ),
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: seoText.siteName },
    { property: 'og:locale', content: 'zh_HK' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(SOCIAL_WIDTH) },
    { property: 'og:image:height', content: String(SOCIAL_HEIGHT) },
    { property: 'og:image:alt', content: imageAlt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: page.title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: imageAlt },
    ...(page.jsonLd ?? []).map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ] as MetaDescriptor[];
}
