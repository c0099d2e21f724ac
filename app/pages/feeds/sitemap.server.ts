import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { countArticleStretches } from '#domain/articles/articles.ts';
import { listReplayAddresses, listReplayMonths } from '#domain/archive/replay-lists.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { ARTICLE_PARTS } from './sitemap-part.server.ts';
import { xmlReply, xmlText } from './xml.server.ts';

/**
 * The sitemap index: static pages, programmes, hosts, films, events, songs, news of two days, replays by month, and articles
 * by type.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const [stretches, months, classics] = await Promise.all([
    countArticleStretches({ db }),
    listReplayMonths({ db, now }, CHANNEL_IDS),
    listReplayAddresses({ db, now }, 'classics', { limit: 1 }),
  ]);
  const parts = [
    'pages',
    'programs',
    'hosts',
    'films',
    'events',
    'songs',
    'news',
    ...months.map((month) => `replays-${month}`),
    ...(classics.length > 0 ? ['classics'] : []),
  ];
  for (const kind of Object.keys(ARTICLE_PARTS)) {
    for (let stretch = 1; stretch <= stretches; stretch++) parts.push(`${kind}-${stretch}`);
  }
  return xmlReply(
    [
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...parts.map((part) => `<sitemap><loc>${xmlText(siteUrl + paths.sitemapPart(part))}</loc></sitemap>`),
      '</sitemapindex>',
    ],
    publicPage({ freshSeconds: 300, staleSeconds: 3600, tags: ['sitemap'] }),
  );
}
