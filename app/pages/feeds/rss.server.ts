import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { articlePath } from '#app/components/article/article-path.ts';
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
import { xmlName, xmlReply, xmlText } from './xml.server.ts';

const ITEMS = 30;
const STATUS_FEED = 'status';

interface Feed {
  title: string;
  /** The equivalent page. */
  page: string;
  filter: ArticleFilter;
  tags: string[];
}

const SECTIONS: Readonly<Record<string, Feed>> = {
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

type Door = Parameters<typeof getProgram>[0];

async function feedOf(name: string, door: Door): Promise<Feed> {
  const section = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  if (section) return section;
  const [, kind, digits] = /^(program|column)-(\d+)$/.exec(name) ?? [];
  if (kind === 'program') {
    const program = await foundOr404(getProgram(door, idParam(digits)));
    return {
      title: program.title,
      page: paths.program(program.id, program.slug),
      filter: { programId: program.id, contentTypes: [303] },
      tags: ['articles:303', 'programs'],
    };
  }
  if (kind === 'column') {
    const column = await foundOr404(getColumn(door, idParam(digits)));
    return {
      title: column.name,
      page: paths.soundColumn({}, { id: column.id, name: column.slug }),
      filter: { columnId: column.id },
      tags: ['articles:302', 'columns'],
    };
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

/** RSS 2.0 of a section, a programme's highlights or a column: the newest thirty. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const name = xmlName(params.feed);
  if (name === STATUS_FEED) return statusFeed({ db, now }, siteUrl);
  const feed = await feedOf(name, { db, now });
  const { articles } = await listArticles({ db }, feed.filter, { limit: ITEMS });
  const newestMs = Math.max(0, ...articles.map(({ publishAtMs }) => publishAtMs));
  return xmlReply(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
      `<title>${xmlText(seoText.title(feed.title))}</title>`,
      `<link>${xmlText(siteUrl + feed.page)}</link>`,
      `<description>${xmlText(feedText.description(feed.title))}</description>`,
      '<language>zh-hk</language>',
      `<atom:link href="${xmlText(siteUrl + paths.feed(name))}" rel="self" type="application/rss+xml"/>`,
      ...(newestMs > 0 ? [`<lastBuildDate>${new Date(newestMs).toUTCString()}</lastBuildDate>`] : []),
      ...articles.map((article) => {
        const url = xmlText(siteUrl + articlePath(article));
        const group = article.category?.name ?? article.column?.name;
        return [
          `<item><title>${xmlText(article.title)}</title><link>${url}</link>`,
          `<guid isPermaLink="false">${xmlText(`${siteUrl}/articles/${article.id}`)}</guid>`,
          `<pubDate>${new Date(article.publishAtMs).toUTCString()}</pubDate>`,
          `<description>${xmlText(article.caption || article.previewContent)}</description>`,
          group === undefined ? '' : `<category>${xmlText(group)}</category>`,
          article.keyart
            ? `<media:content url="${xmlText(siteUrl + pictureUrl(article.keyart, '1200x630.jpg'))}" medium="image" type="image/jpeg" width="1200" height="630"/>`
            : '',
          '</item>',
        ].join('');
      }),
      '</channel></rss>',
    ],
    publicPage({ freshSeconds: 30, staleSeconds: 300, tags: feed.tags }),
    'application/rss+xml',
  );
}
