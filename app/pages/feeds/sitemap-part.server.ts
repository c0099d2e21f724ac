import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { articlePath } from '#app/components/article/article-path.ts';
import { campaignPaths } from '#app/campaign-paths.ts';
import { requestContext } from '#app/context.server.ts';
import { filmPaths } from '#app/film-paths.ts';
import { notFound } from '#app/params.server.ts';
import { songPaths } from '#app/song-paths.ts';
import { paths } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import type { Db, ReadDb } from '#db/database.ts';
import { listArticleAddresses, listColumns, listRecentNewsAddresses } from '#domain/articles/articles.ts';
import { listArticleCategories, type ArticleContentType } from '#domain/articles/articles.ts';
import { listReplayAddresses, listReplayMonths } from '#domain/archive/replay-lists.ts';
import { findCampaigns } from '#domain/campaigns/station.ts';
import { listEvents } from '#domain/events/events.ts';
import { listHostAddresses } from '#domain/hosts/hosts.ts';
import { listProgramAddresses } from '#domain/programs/programs.ts';
import { listSongAddresses } from '#domain/songs/figures/song-figures.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { listCategories, listFilms } from '#domain/films/films.ts';
import { CHANNEL_IDS, NEWS_SECTIONS, RECRUITING_COMPANIES, TrafficCategory } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { singerOf } from '#app/pages/songs/play-views.server.ts';
import { xmlName, xmlReply, xmlText } from './xml.server.ts';
import { bulletinPath } from '#shared/paths/bulletin-paths.ts';

/** Sitemaps of articles by name of their type. */
export const ARTICLE_PARTS: Readonly<Record<string, ArticleContentType>> = {
  articles: 301,
  columns: 302,
  highlights: 303,
  news: 304,
  editorials: 305,
  'traffic-news': 306,
  'traffic-highlights': 307,
  phonograph: 308,
};

/** The limit of a sitemap is 50,000 URLs. */
const MAX_ADDRESSES = 20_000;
/** A month of three channels has about 2,000. */
const MAX_REPLAYS = 5_000;

interface MapUrl {
  path: string;
  changedOn?: string;
}

interface Door {
  db: ReadDb;
  /** Campaigns sell. */
  primary: Db;
  now: Date;
}

async function lastingPages({ db, now }: Door): Promise<MapUrl[]> {
  const today = dayHkOf(now);
  const [columns, topics, editorials] = await Promise.all([
    listColumns({ db }),
    listArticleCategories({ db }, 301),
    listArticleCategories({ db }, 305),
  ]);
  return [
    { path: paths.home(), changedOn: today },
    ...CHANNEL_IDS.map((id) => ({ path: paths.live(id), changedOn: today })),
    ...CHANNEL_IDS.map((id) => ({ path: songPaths.songs(id), changedOn: today })),
    ...CHANNEL_IDS.map((id) => ({ path: paths.timetable(id), changedOn: today })),
    ...[
      paths.premiumVideoLanding(),
      paths.programs(),
      paths.archives(),
      paths.programHosts(),
      paths.articles(),
      ...topics.map((category) => paths.articles({}, { id: category.id, name: category.slug })),
      paths.programHighlights(),
      paths.soundColumn(),
      ...columns.map((column) => paths.soundColumn({}, { id: column.id, name: column.slug })),
      paths.chart(),
      paths.news(),
      paths.newsHot(),
      paths.newsRecent(),
      ...NEWS_SECTIONS.map((section) => paths.newsCategory(section)),
      ...editorials.map((category) => paths.newsEditorialCategory(category.id, category.slug)),
      bulletinPath,
      paths.trafficMain(),
      paths.trafficAim(),
      paths.trafficInfo(),
      paths.trafficHighlight(),
      paths.trafficHotline(),
      paths.trafficFund(),
      ...Object.values(TrafficCategory).map((type) => paths.trafficData(type)),
      paths.trafficPhonograph(),
      paths.contactUs(),
      paths.adService(),
      paths.recruitment(),
      ...RECRUITING_COMPANIES.map((company) => paths.recruitment(company)),
      paths.strokeFundArchive(),
      ...(['aboutCR', 'aboutCRP', 'terms', 'privacy', 'copyright'] as const).map((name) => paths.bilingual(name)),
      ...(['faq', 'tou', 'usernotice'] as const).map((name) => paths.monolingual(name)),
      paths.archiveUserguide(),
      paths.liveStreamFaq(),
    ].map((path) => ({ path })),
  ];
}

/** Replays of a month with a sitemap, or classics. */
async function replays(which: string, { db, now }: Door): Promise<MapUrl[] | null> {
  const isMonth = which !== 'classics';
  if (isMonth && !(await listReplayMonths({ db, now }, CHANNEL_IDS)).includes(which)) return null;
  const asked = isMonth ? { streamIds: CHANNEL_IDS, month: which } : 'classics';
  const rows = await listReplayAddresses({ db, now }, asked, { limit: MAX_REPLAYS });
  return rows.map(({ id, endsAt }) => ({ path: paths.replay(id), changedOn: dayHkOf(endsAt) }));
}

/** Time-limited pages: campaigns, and live events that are not over. */
async function events(door: Door): Promise<MapUrl[]> {
  const [live, campaigns] = await Promise.all([listEvents(door, MAX_ADDRESSES), findCampaigns(door.primary)]);
  return [
    ...campaigns.filter(({ isPublic }) => isPublic).map(({ name }) => ({ path: campaignPaths.root(name) })),
    ...live.map(({ id, title }) => ({ path: screenPaths.liveEvent(id, title) })),
  ];
}

/** Songs that channels have played, and their singers. */
async function songs(door: Door): Promise<MapUrl[]> {
  const rows = await listSongAddresses(door, { limit: MAX_ADDRESSES });
  const singers = new Set(rows.flatMap(({ artist }) => singerOf(artist) ?? []));
  return [
    { path: songPaths.endless() },
    ...rows.map(({ id }) => ({ path: songPaths.song(id) })),
    ...[...singers].map((singer) => ({ path: songPaths.singer(singer) })),
  ];
}

async function urlsOf(name: string, door: Door): Promise<MapUrl[] | null> {
  if (name === 'pages') return lastingPages(door);
  if (name === 'programs') {
    const rows = await listProgramAddresses(door, { limit: MAX_ADDRESSES });
    return rows.map(({ id, slug, updatedAt }) => ({ path: paths.program(id, slug), changedOn: dayHkOf(updatedAt) }));
  }
  if (name === 'films') {
    const [{ films }, categories] = await Promise.all([
      listFilms(door, { limit: MAX_ADDRESSES }),
      listCategories(door),
    ]);
    return [
      ...[filmPaths.premiumVideoList(), ...categories.map((category) => filmPaths.premiumVideoList(category))].map(
        (path) => ({ path }),
      ),
      ...films.map(({ id, title, publishedAt }) => ({
        path: paths.premiumVideoDetail(id, title),
        changedOn: dayHkOf(publishedAt),
      })),
    ];
  }
  if (name === 'events') return events(door);
  if (name === 'songs') return songs(door);
  if (name === 'hosts') {
    const rows = await listHostAddresses(door, { limit: MAX_ADDRESSES });
    return rows.map(({ id, slug, updatedAt }) => ({
      path: paths.programHost(id, slug),
      changedOn: dayHkOf(updatedAt),
    }));
  }
  const [, month] = /^replays-(\d{4}-\d{2})$/.exec(name) ?? [];
  if (month !== undefined || name === 'classics') return replays(month ?? 'classics', door);
  const [, kind = '', stretch = ''] = /^([a-z-]+)-([1-9]\d{0,3})$/.exec(name) ?? [];
  const contentType = Object.hasOwn(ARTICLE_PARTS, kind) ? ARTICLE_PARTS[kind] : undefined;
  if (contentType === undefined) return null;
  const rows = await listArticleAddresses(door, contentType, Number(stretch));
  return rows.map((row) => ({ path: articlePath(row), changedOn: dayHkOf(row.updatedAt) }));
}

/** News of the last two days, as a news sitemap. */
async function newsMap(door: Door, siteUrl: string): Promise<Response> {
  const rows = await listRecentNewsAddresses(door);
  return xmlReply(
    [
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">',
      ...rows.map(
        (row) =>
          `<url><loc>${xmlText(siteUrl + articlePath(row))}</loc><news:news><news:publication>` +
          `<news:name>${xmlText(seoText.siteName)}</news:name><news:language>zh-hk</news:language></news:publication>` +
          `<news:publication_date>${row.publishAt.toISOString()}</news:publication_date>` +
          `<news:title>${xmlText(row.title)}</news:title></news:news></url>`,
      ),
      '</urlset>',
    ],
    publicPage({ freshSeconds: 60, staleSeconds: 300, tags: ['articles:304', 'articles:305', 'articles:306'] }),
  );
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db: primary, readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, primary, now };
  const name = xmlName(params.part);
  if (name === 'news') return newsMap(door, siteUrl);
  const urls = await urlsOf(name, door);
  if (urls === null) throw notFound();
  return xmlReply(
    [
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls.map(
        ({ path, changedOn }) =>
          `<url><loc>${xmlText(siteUrl + path)}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ''}</url>`,
      ),
      '</urlset>',
    ],
    publicPage({
      freshSeconds: 60,
      staleSeconds: 300,
      tags: [
        'programs',
        'hosts',
        'events',
        FILMS_TAG,
        'columns',
        'sitemap',
        ...(REPLAYS.test(name) ? ['archive'] : articleTags(name)),
      ],
    }),
  );
}

/** Sitemaps that are purged as soon as a replay is taken down. */
const REPLAYS = /^(replays-|classics$)/;

/** A withdrawn article must leave the sitemap of its type as it leaves its page. */
function articleTags(name: string): string[] {
  const contentType = ARTICLE_PARTS[name.replace(/-\d+$/, '')];
  return contentType === undefined ? [] : [`articles:${contentType}`];
}
