import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam, notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { feedText } from '#app/text/zh-hk/feeds.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { statusText } from '#app/text/zh-hk/status.ts';
import { toIncident } from '#app/pages/status/status-view.server.ts';
import type { Db } from '#db/database.ts';
import { getColumn, listArticles, type ArticleFilter } from '#domain/articles/articles.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { STATUS_TAG } from '#domain/status/status.rules.ts';
import { getStatus } from '#domain/status/status.ts';
import { NEWS_SECTIONS } from '#shared/enums.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { toFeedItem, type Door, type Feed } from './feed-item.server.ts';
import { hostFeed } from './host-feed.server.ts';
import { xmlName, xmlReply, xmlText } from './xml.server.ts';

const ITEMS = 30;
const STATUS_FEED = 'status';

/** A feed of the articles of one filter. */
type ArticleFeed = Omit<Feed, 'items'> & { filter: ArticleFilter };

const SECTIONS: Readonly<Record<string, ArticleFeed>> = {
  articles: {
    title: feedText.articles,
    page: paths.articles(),
    filter: { contentTypes: [301] },
    tags: ['articles:301'],
  },
  columns: {
    title: feedText.columns,
    page: paths.soundColumn(),
    filter: { contentTypes: [302] },
    tags: ['articles:302'],
  },
  highlights: {
    title: feedText.highlights,
    page: paths.programHighlights(),
    filter: { contentTypes: [303] },
    tags: ['articles:303'],
  },
  news: {
    title: feedText.news,
    page: paths.newsRecent(),
    filter: { news: true },
    tags: ['articles:304', 'articles:305', 'articles:306'],
  },
  'traffic-info': {
    title: feedText.trafficInfo,
    page: paths.trafficInfo(),
    filter: { contentTypes: [306], roadCoop: true },
    tags: ['articles:306'],
  },
  'traffic-highlights': {
    title: feedText.trafficHighlights,
    page: paths.trafficHighlight(),
    filter: { contentTypes: [307] },
    tags: ['articles:307'],
  },
  phonograph: {
    title: feedText.phonograph,
    page: paths.trafficPhonograph(),
    filter: { contentTypes: [308] },
    tags: ['articles:308'],
  },
  ...Object.fromEntries(
    NEWS_SECTIONS.map((section) => [
      `news-${section}`,
      {
        title: feedText.section(section),
        page: paths.newsCategory(section),
        filter: { section },
        tags: [section === 'editorial' ? 'articles:305' : section === 'traffic' ? 'articles:306' : 'articles:304'],
      },
    ]),
  ),
};

const feedOfArticles = ({ filter, ...feed }: ArticleFeed, door: Door): Feed => ({
  ...feed,
  items: async (limit) => (await listArticles(door, filter, { limit })).articles.map(toFeedItem),
});

async function feedOf(name: string, door: Door): Promise<Feed> {
  const section = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  if (section) return feedOfArticles(section, door);
  const [, kind, digits] = /^(program|column|host)-(\d+)$/.exec(name) ?? [];
  if (kind === 'host') return hostFeed(door, idParam(digits));
  if (kind === 'program') {
    const program = await foundOr404(getProgram(door, idParam(digits)));
    const filter = { programId: program.id, contentTypes: [303] as const };
    const page = paths.program(program.id, program.slug);
    return feedOfArticles({ title: program.title, page, filter, tags: ['articles:303', 'programs'] }, door);
  }
  if (kind === 'column') {
    const { id, name: title, slug } = await foundOr404(getColumn(door, idParam(digits)));
    const page = paths.soundColumn({}, { id, name: slug });
    return feedOfArticles({ title, page, filter: { columnId: id }, tags: ['articles:302', 'columns'] }, door);
  }
  throw notFound();
}

/** RSS 2.0 of incidents of the service, newest first. */
async function statusFeed({ db, now }: { db: Db; now: Date }, siteUrl: string): Promise<Response> {
  const { incidents } = await getStatus(db, now);
  const page = siteUrl + paths.status();
  return xmlReply(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
      `<title>${xmlText(seoText.title(statusText.title))}</title>`,
      `<link>${xmlText(page)}</link>`,
      `<description>${xmlText(statusText.description)}</description>`,
      '<language>zh-hk</language>',
      `<atom:link href="${xmlText(siteUrl + paths.feed(STATUS_FEED))}" rel="self" type="application/rss+xml"/>`,
      ...incidents.map(toIncident).map(({ id, part, kind, fromMs, lasted }) =>
        [
          `<item><title>${xmlText(`${statusText.part[part]}：${statusText.incident[kind]}`)}</title>`,
          `<link>${xmlText(`${page}#incident-${id}`)}</link>`,
          // The end of an incident is news as well.
          `<guid isPermaLink="false">${xmlText(`${page}/${id}/${lasted === null ? 'open' : 'closed'}`)}</guid>`,
          `<pubDate>${new Date(lasted?.toMs ?? fromMs).toUTCString()}</pubDate>`,
          `<description>${xmlText(lasted === null ? statusText.goesOn : statusText.lasted(lasted.seconds))}</description></item>`,
        ].join(''),
      ),
      '</channel></rss>',
    ],
    publicPage({ freshSeconds: 30, staleSeconds: 300, tags: [STATUS_TAG] }),
    'application/rss+xml',
  );
}

/** RSS 2.0 of a section, a programme's highlights, a column or a host: the newest thirty. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db: primary, readDb: db, now, siteUrl } = context.get(requestContext);
  const name = xmlName(params.feed);
  if (name === STATUS_FEED) return statusFeed({ db: primary, now }, siteUrl);
  const feed = await feedOf(name, { db, now });
  const items = await feed.items(ITEMS);
  const newestMs = Math.max(0, ...items.map(({ atMs }) => atMs));
  return xmlReply(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
      `<title>${xmlText(seoText.title(feed.title))}</title>`,
      `<link>${xmlText(siteUrl + feed.page)}</link>`,
      `<description>${xmlText(feedText.description(feed.title))}</description>`,
      '<language>zh-hk</language>',
      `<atom:link href="${xmlText(siteUrl + paths.feed(name))}" rel="self" type="application/rss+xml"/>`,
      ...(newestMs > 0 ? [`<lastBuildDate>${new Date(newestMs).toUTCString()}</lastBuildDate>`] : []),
      ...items.map(({ title, path, guid, atMs, description, category, picture }) =>
        [
          `<item><title>${xmlText(title)}</title><link>${xmlText(siteUrl + path)}</link>`,
          `<guid isPermaLink="false">${xmlText(siteUrl + guid)}</guid>`,
          `<pubDate>${new Date(atMs).toUTCString()}</pubDate>`,
          `<description>${xmlText(description)}</description>`,
          category === undefined ? '' : `<category>${xmlText(category)}</category>`,
          picture
            ? `<media:content url="${xmlText(siteUrl + pictureUrl(picture, '1200x630.jpg'))}" medium="image" type="image/jpeg" width="1200" height="630"/>`
            : '',
          '</item>',
        ].join(''),
      ),
      '</channel></rss>',
    ],
    publicPage({ freshSeconds: 30, staleSeconds: 300, tags: feed.tags }),
    'application/rss+xml',
  );
}
