import type { JsonLd } from '#app/components/seo/seo.ts';
import { liveBlogText as text } from '#app/text/zh-hk/live-blog.ts';
import { entryAnchor, type EntryView, type LiveBlogView } from '#domain/live-blogs/live-blogs.rules.ts';
import { liveBlogPaths } from '#shared/paths/live-blog-paths.ts';
import type { RichNode } from '#shared/text/rich-text.ts';
import { BREAK } from '#shared/text/break-mark.ts';

const MAX_HEADLINE = 60;

const textOf = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : textOf(node.children) + (node.tag === 'p' ? '\n' : '')))
    .join('')
    .replaceAll(BREAK, '');

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

function updateOf({ id, posted_ts: posted, blocks, corrections }: EntryView, page: string): JsonLd {
  const body = blocks
    .flatMap((block) => (block.kind === 'text' ? [textOf(block.nodes)] : []))
    .join('\n')
    .trim();
  const url = liveBlogPaths.entry(page, id);
  return {
    '@type': 'BlogPosting',
    '@id': `${page}#${entryAnchor(id)}`,
    url,
    headline: Array.from(body.split('\n', 1)[0]!).slice(0, MAX_HEADLINE).join(''),
    articleBody: body,
    datePublished: instant(posted),
    dateModified: instant(corrections.at(-1)?.at_ts ?? posted),
  };
}

/** Structured data of a live blog. What was withdrawn is not in it. */
export function liveBlogJsonLd(
  blog: LiveBlogView,
  { siteUrl, path, title }: { siteUrl: string; path: string; title: string },
): JsonLd {
  const page = siteUrl + path;
  const entries = [...(blog.pinned ? [blog.pinned] : []), ...blog.entries].filter(({ withdrawn }) => !withdrawn);
  return {
    '@type': 'LiveBlogPosting',
    '@id': `${page}#live-blog`,
    url: page,
    headline: `${title}：${text.title}`,
    coverageStartTime: instant(blog.opened_ts),
    ...(blog.closed_ts !== null && { coverageEndTime: instant(blog.closed_ts) }),
    about: { '@id': `${page}#article` },
    liveBlogUpdate: entries.map((entry) => updateOf(entry, page)),
  };
}
