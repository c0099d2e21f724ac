import { publishedWords, toContentCard, toRanked } from '#app/components/lists/content-card.server.ts';
import type { ContentCardView } from '#app/components/lists/content-card.tsx';
import { toChartRow } from '#app/components/lists/chart-list.server.ts';
import type { ReadDb } from '#db/database.ts';
import { listArticles, listMostViewed, type ArticleCard } from '#domain/articles/articles.ts';
import { HOME_ORDER_TAG } from '#domain/articles/home/home-order.rules.ts';
import { listHomeShelf } from '#domain/articles/home/home-order.ts';
import { getChart, listChartChannels } from '#domain/chart/chart.ts';
import { ContentType, type ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const HOT_TOPICS = 6;
const HIGHLIGHTS = 8;
const COLUMNS = 6;
const MOST_VIEWED = 5;
const CHART_TOP = 5;
const CHART_CHANNEL: ChannelId = 903;

/** Content of the home page's editorial parts; a change of any purges it. */
export const EDITORIAL_TAGS = ['articles:301', 'articles:302', 'articles:303', 'articles:304', 'articles:305'].concat(
  'articles:306',
  'columns',
  'chart',
  HOME_ORDER_TAG,
);

/** The top of the newest chart, or null if there is none yet. */
async function chartTop(context: { db: ReadDb; now: Date }) {
  const [first, ...others] = await listChartChannels(context);
  if (first === undefined) return null;
  const channelId = others.includes(CHART_CHANNEL) ? CHART_CHANNEL : first;
  const { weekHk, entries } = await getChart(context, { channelId });
  return { channelId, weekHk, rows: entries.slice(0, CHART_TOP).map(toChartRow) };
}

/** All editorial content of the home page. */
export async function editorial(context: { db: ReadDb; now: Date }) {
  const { db, now } = context;
  const { ARTICLE, PROGRAM_HIGHLIGHT_ARTICLE, SOUND_COLUMN_ARTICLE } = ContentType;
  const [topics, highlights, columns, news, mostViewed, chart] = await Promise.all([
    listHomeShelf(context, 'topics', HOT_TOPICS),
    listHomeShelf(context, 'highlights', HIGHLIGHTS),
    listHomeShelf(context, 'columns', COLUMNS),
    listArticles({ db }, { news: true }, { limit: PAGE_LIMITS.recentNews }),
    listMostViewed(
      { db, now },
      { contentTypes: [ARTICLE, SOUND_COLUMN_ARTICLE, PROGRAM_HIGHLIGHT_ARTICLE], limit: MOST_VIEWED },
    ),
    chartTop(context),
  ]);
  // Only the lead shows more than its title.
  const brief = (card: ArticleCard): ContentCardView => ({ ...toContentCard(card, now), summary: '' });
  const [lead, ...others] = topics;
  return {
    lead: lead ? toContentCard(lead, now) : null,
    topics: others.map(brief),
    highlights: highlights.map(brief),
    columns: columns.map(brief),
    news: news.articles.map((card) => {
      const at = new Date(card.publishAtMs);
      const isToday = dayHkOf(at) === dayHkOf(now);
      // For today the time is enough, and takes one line with or without the relative time.
      const words = isToday ? clockHk(at) : publishedWords(card.publishAtMs, now);
      return { ...toRanked(card), publishedAtMs: card.publishAtMs, publishedWords: words };
    }),
    mostViewed: mostViewed.map(toRanked),
    chart,
  };
}
