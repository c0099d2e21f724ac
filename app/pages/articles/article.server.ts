import { data, redirect, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { articlePath } from '#app/components/article/article-path.ts';
import { toBlockViews } from '#app/components/article/content-blocks.server.ts';
import { toContentCard } from '#app/components/lists/content-card.server.ts';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import type { ReadDb } from '#db/database.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { getArticle, listMostViewed, listRelatedArticles, type Article } from '#domain/articles/articles.ts';
import { findLiveBlog } from '#domain/live-blogs/live-blogs.ts';
import type { LiveBlogView } from '#domain/live-blogs/live-blogs.rules.ts';
import { getHost } from '#domain/hosts/hosts.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { DomainError } from '#shared/domain-error.ts';
import { channelsOf } from '#shared/enums.ts';
import { MATCH_CONTENT } from '#domain/ads/ad-limits.rules.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { phrase } from '#shared/text/phrase.ts';
import { articleVariant, moveTo, rankedWith, type ArticleVariant } from './article-address.ts';
import { groupOf } from './article-groups.ts';
import { liveBlogJsonLd } from './live-blog/live-blog-json-ld.server.ts';
import { minutesToRead } from './reading-time.ts';

const FRESH_SECONDS = 60;
const RELATED_SHOWN = 4;
const MATCHED = MATCH_CONTENT.rows * MATCH_CONTENT.columns;
/** An update within this time is not shown as a change. */
const UPDATED_AFTER_MS = 60_000;

/** Optional content beside an article: null if it is gone. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'dataNotFound') return null;
    throw error;
  }
}

async function writerOf(article: Article, door: { db: ReadDb; now: Date }) {
  const { column, byline } = article;
  const host = column?.hostId == null ? null : await orNull(getHost(door, column.hostId));
  const name = byline || host?.name || '';
  // A portrait is shown for the host only.
  const isHost = host !== null && name === host.name;
  return {
    name,
    host: isHost ? { id: host.id, slug: host.slug, picture: host.picture, isGuest: host.hostType === 'guest' } : null,
  };
}

/** Everything that the page of an article shows. */
export async function articleView(
  { db, now, siteUrl }: { db: ReadDb; now: Date; siteUrl: string },
  article: Article,
  variant: ArticleVariant,
  liveBlog: LiveBlogView | null = null,
) {
  const door = { db, now };
  const [related, mostViewed, writer, program] = await Promise.all([
    listRelatedArticles(door, article, { limit: RELATED_SHOWN + MATCHED }),
    listMostViewed(door, { contentTypes: rankedWith(article.contentType), limit: PAGE_LIMITS.mostViewedArticles }),
    writerOf(article, door),
    article.programId === null ? null : orNull(getProgram(door, article.programId)),
  ]);
  const { publishAtMs, updatedAtMs } = article;
  const isUpdated = updatedAtMs > publishAtMs + UPDATED_AFTER_MS;
  return {
    siteUrl,
    path: articlePath(article),
    variant,
    id: article.id,
    contentType: article.contentType,
    plainTitle: article.title,
    title: phrase(article.title),
    caption: phrase(article.caption),
    description: article.caption || article.previewContent,
    groups: groupOf(article),
    channel: channelsOf(article.channelBitwise)[0] ?? 881,
    section: article.section,
    isRoadCoop: article.isRoadCoop,
    writer,
    publishAtMs,
    updatedAtMs: isUpdated ? updatedAtMs : null,
    minutes: minutesToRead(article.blocks),
    layoutTemplate: article.layoutTemplate,
    keyart: article.keyart,
    keyartCredit: article.keyartCredit,
    blocks: toBlockViews(article.blocks, { articleId: article.id, siteUrl }),
    live: liveBlog && {
      shown: { blog: liveBlog, path: articlePath(article), nowMs: now.getTime() },
      jsonLd: liveBlogJsonLd(liveBlog, { siteUrl, path: articlePath(article), title: article.title }),
    },
    program: program === null ? null : toProgramCard(program),
    related: related.slice(0, RELATED_SHOWN).map((card) => toContentCard(card, now)),
    matched: related.slice(RELATED_SHOWN).map((card) => toContentCard(card, now)),
    mostViewed: mostViewed.map((card) => ({ id: card.id, href: articlePath(card), title: phrase(card.title) })),
  };
}

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const article = await foundOr404(getArticle({ db }, idParam(params['id'])));
  const tags = [`article:${article.id}`];
  // Without the suffix of the router's data requests.
  const { pathname } = url;
  const move = moveTo(pathname, article);
  // One canonical URL per article: a wrong type, category or name is redirected.
  if (move !== null) throw redirect(move, { status: 301, headers: publicPage({ freshSeconds: FRESH_SECONDS, tags }) });
  const entry = url.searchParams.get('entry');
  const liveBlog = await findLiveBlog({ db, siteUrl }, article.id, entry === null ? undefined : idParam(entry));
  if (entry !== null && liveBlog === null)
    throw redirect(articlePath(article), { status: 302, headers: publicPage({ freshSeconds: FRESH_SECONDS, tags }) });
  return data(await articleView({ db, now, siteUrl }, article, articleVariant(pathname), liveBlog), {
    headers: publicPage({ freshSeconds: FRESH_SECONDS, staleSeconds: 300, tags }),
  });
}

export function headers({ loaderHeaders, errorHeaders }: HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}
