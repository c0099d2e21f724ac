import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toBlockViews } from '#app/components/article/content-blocks.server.ts';
import { toContentCard } from '#app/components/lists/content-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { YEAR_SECONDS } from '#app/cookies.ts';
import { channelParam, foundOr404, idParam, listPageParam, notFound } from '#app/params.server.ts';
import { bulletinText } from '#app/text/zh-hk/bulletin.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liteText as text } from '#app/text/zh-hk/lite.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { getArticle, listArticles, type ArticleCard } from '#domain/articles/articles.ts';
import { getBreakingNews } from '#domain/breaking-news/breaking-news.ts';
import { findLiveBlog } from '#domain/live-blogs/live-blogs.ts';
import { findNewestBulletin } from '#domain/bulletins/bulletins.ts';
import { getToolbar } from '#domain/live/live.ts';
import { listLatestSongs, songsTag } from '#domain/songs/songs.ts';
import { getDayTimetable, getOnAir, type Broadcast } from '#domain/timetable/timetable.ts';
import { listTunnels } from '#domain/traffic/traffic.ts';
import { ContentType } from '#shared/enums.ts';
import { addDaysHk, clockHk, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { bulletinFile } from '#shared/paths/bulletin-paths.ts';
import { EMERGENCY_PATH, fullPathOf, LITE_COOKIE, litePaths } from '#shared/paths/lite-paths.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { LiteDocument, type LiteBreakingNews } from './lite-document.tsx';
import {
  LiteArticlePage,
  LiteBulletin,
  LiteChannel,
  LiteHome,
  LiteNews,
  LiteTimetable,
  LiteTraffic,
  type LiteArticle,
  type LiteBroadcast,
} from './lite-pages.tsx';

const NEWS_ON_HOME = 10;
const NEWS_A_PAGE = 20;
const TRAFFIC_ITEMS = 12;
const NEXT = 5;
const SONGS = 5;
/** As on the timetable page. */
const [DAYS_BACK, DAYS_AHEAD] = [1, 6];
const NEWS_TAGS = ['articles:304', 'articles:305', 'articles:306'];

interface LitePage {
  title: string;
  body: ReactElement;
  tags: string[];
  freshSeconds?: number;
}
type Door = Pick<Parameters<typeof getToolbar>[0], 'db' | 'now'>;

const toBroadcast = ({ startsAtMs, endsAtMs, programName, hosts }: Broadcast, { now }: Door): LiteBroadcast => ({
  clock: clockHk(new Date(startsAtMs)),
  until: clockHk(new Date(endsAtMs)),
  title: programName,
  hosts: hosts.map(({ name }) => name).join('、'),
  isNow: startsAtMs <= now.getTime() && now.getTime() < endsAtMs,
});

const toArticle = (card: ArticleCard, { now }: Door): LiteArticle => {
  const { label, publishedWords } = toContentCard(card, now);
  return { id: card.id, title: card.title, label, published: publishedWords };
};

async function home(door: Door, isEmergency = false): Promise<LitePage> {
  const [{ channels }, news] = await Promise.all([
    getToolbar(door),
    listArticles(door, { news: true }, { limit: NEWS_ON_HOME }),
  ]);
  return {
    title: text.home,
    tags: ['timetable', 'programs', 'hosts', ...NEWS_TAGS],
    body: createElement(LiteHome, {
      channels: channels.map(({ channelId, current }) => ({ channelId, now: toBroadcast(current, door) })),
      news: news.articles.map((card) => toArticle(card, door)),
      isEmergency,
    }),
  };
}

async function channel(door: Door, given: string): Promise<LitePage> {
  const channelId = channelParam(given);
  const [{ current, next }, songs] = await Promise.all([
    getOnAir(door, channelId, NEXT),
    listLatestSongs(door, { channelId, limit: SONGS }),
  ]);
  return {
    title: channelText[channelId].name,
    tags: ['timetable', 'programs', 'hosts', songsTag(channelId)],
    body: createElement(LiteChannel, {
      channelId,
      now: toBroadcast(current, door),
      next: next.map((item) => toBroadcast(item, door)),
      songs: songs.map(({ startsAt, title, artist }) => ({ clock: clockHk(startsAt), title, artist })),
    }),
  };
}

async function timetable(door: Door, given: string, asked: string | null): Promise<LitePage> {
  const channelId = channelParam(given);
  const { current } = await getOnAir(door, channelId, 1);
  const today = dayHkOf(door.now);
  const [first, last] = [addDaysHk(today, -DAYS_BACK), addDaysHk(today, DAYS_AHEAD)];
  const day = asked ?? stationDayOf(new Date(current.startsAtMs));
  if (!isDayHk(day) || day < first || day > last) throw notFound();
  const { items } = await getDayTimetable(door, { channelId, day });
  const beside = (days: number) => {
    const other = addDaysHk(day, days);
    return other < first || other > last ? null : other;
  };
  return {
    title: text.timetableOf(channelText[channelId].name),
    tags: ['timetable', 'programs', 'hosts'],
    body: createElement(LiteTimetable, {
      channelId,
      items: items.map((item) => toBroadcast(item, door)),
      date: timeText.dateAndWeekday(day),
      before: beside(-1),
      after: beside(1),
    }),
  };
}

async function news(door: Door, asked: string | null): Promise<LitePage> {
  const page = listPageParam(asked);
  const { articles, hasMore } = await listArticles(door, { news: true }, { limit: NEWS_A_PAGE, page });
  if (articles.length === 0 && page > 1) throw notFound();
  const items = articles.map((card) => toArticle(card, door));
  return { title: text.news, tags: NEWS_TAGS, body: createElement(LiteNews, { items, page, hasMore }) };
}

async function traffic(door: Door): Promise<LitePage> {
  const [tunnels, { articles }] = await Promise.all([
    listTunnels(door),
    listArticles(door, { contentTypes: [ContentType.TRAFFIC_NEWS_ARTICLE] }, { limit: TRAFFIC_ITEMS }),
  ]);
  const newest = Math.max(...tunnels.map(({ measuredAtMs }) => measuredAtMs));
  return {
    title: text.traffic,
    tags: ['articles:306', 'traffic-tunnels'],
    body: createElement(LiteTraffic, {
      tunnels: tunnels.map(({ name, minutes, isClosed, severity }) => ({ name, minutes, isClosed, severity })),
      measured: tunnels.length > 0 ? clockHk(new Date(newest)) : null,
      items: articles.map((card) => toArticle(card, door)),
    }),
  };
}

async function bulletin(door: Door): Promise<LitePage> {
  const found = await findNewestBulletin(door);
  const of = found && {
    src: bulletinFile(found.id, 'm4a'),
    parts: found.parts.map(({ title, topic, startsAt }) => ({
      clock: clockHk(startsAt),
      title: title || bulletinText.topics[topic],
    })),
  };
  return {
    title: bulletinText.title,
    tags: [ARCHIVE_TAG],
    freshSeconds: 5,
    body: createElement(LiteBulletin, { of }),
  };
}

async function article(door: Door, given: string, siteUrl: string): Promise<LitePage> {
  const found = await foundOr404(getArticle(door, idParam(given)));
  const live = await findLiveBlog({ ...door, siteUrl }, found.id);
  return {
    title: found.title,
    tags: [`article:${found.id}`],
    freshSeconds: 60,
    body: createElement(LiteArticlePage, {
      caption: found.caption,
      by: found.byline,
      published: toContentCard(found, door.now).publishedWords,
      blocks: toBlockViews(found.blocks, { articleId: found.id, siteUrl }),
      live,
    }),
  };
}

async function pageOf(rest: string, url: URL, door: Door, siteUrl: string): Promise<LitePage> {
  const [kind = '', of = '', ...more] = rest.split('/');
  if (more.length === 0) {
    if (rest === '') return home(door);
    if (rest === 'news') return news(door, url.searchParams.get('page'));
    if (rest === 'bulletin') return bulletin(door);
    if (rest === 'traffic') return traffic(door);
    if (kind === 'live') return channel(door, of);
    if (kind === 'timetable') return timetable(door, of, url.searchParams.get('day'));
    if (kind === 'article') return article(door, of, siteUrl);
  }
  throw notFound();
}

const missing: LitePage = {
  title: text.notFoundTitle,
  tags: [],
  body: createElement('p', {}, text.notFound),
};

/** Keeps the lite pages for this browser, or leaves them for the full page. */
function keep(choice: string, path: string): Response {
  if (choice !== '0' && choice !== '1') throw notFound();
  const age = choice === '1' ? YEAR_SECONDS : 0;
  return redirect(choice === '1' ? path : fullPathOf(path), {
    headers: {
      'Set-Cookie': `${LITE_COOKIE}=1; Path=/; Max-Age=${age}; Secure; SameSite=Lax`,
      'Cache-Control': 'no-store',
    },
  });
}

/** Documents of their own, without scripts: `/lite/…`, and the emergency home (`server/web/emergency-home.ts`). */
export async function loader({ params, context, url }: LoaderFunctionArgs): Promise<Response> {
  const { readDb: db, now, siteUrl, report } = context.get(requestContext);
  const door = { db, now };
  const path = url.pathname.replace(/\/$/, '');
  const isAlone = path === EMERGENCY_PATH;
  let page = missing;
  let status = 200;
  try {
    const choice = url.searchParams.get('keep');
    if (choice !== null) return keep(choice, path);
    page = isAlone ? await home(door, true) : await pageOf(params['*'] ?? '', url, door, siteUrl);
  } catch (error) {
    // What `notFound` throws.
    if (!(typeof error === 'object' && error !== null && 'init' in error)) throw error;
    status = 404;
  }
  const { title, body, tags, freshSeconds } = page;
  const breaking: LiteBreakingNews | null = await getBreakingNews(door).catch((error: unknown) => {
    report(error);
    return null;
  });
  const of = { title, path: status === 404 || isAlone ? litePaths.home() : path, siteUrl, breaking, isAlone };
  const document = createElement(LiteDocument, of, body);
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...publicPage({ tags, ...(freshSeconds !== undefined && { freshSeconds }) }),
    },
  });
}
