import { and, asc, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { articleCategories, articleColumns, articles, articleViews } from '#db/tables/articles.ts';
import { hosts } from '#db/tables/hosts.ts';
import { staticPages } from '#db/tables/pages.ts';
import { programCategories, programHosts, programs } from '#db/tables/programs.ts';
import { videoCategories, videos } from '#db/tables/films.ts';
import { ContentType, EntityStatus, channelsOf, HOST_TYPE, SINGER_TYPE, SONG_TYPE } from '#shared/enums.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { ENGLISH_MARK } from './found-path.rules.ts';
import { UNDATED, type Source } from './search-document.ts';
import { PAGE_TYPE } from './search.schema.ts';
import { isHeardCue } from './search.store.ts';
import { countPlayedSongs, findSingerSources, findSongSources } from './song-source.store.ts';
import { SITE_PAGES } from './site-pages.ts';

const POPULARITY_DAYS = 7;
const CHANNEL_WORDS = { 881: '雷霆881 商業一台', 903: '叱咤903 商業二台', 864: 'AM864' } as const;
const channelWords = (mask: number) => channelsOf(mask).map((id) => CHANNEL_WORDS[id]);

/** Recent views of each article. */
function recentViews(db: Db, now: Date) {
  return db
    .select({
      articleId: articleViews.articleId,
      views: sql<number>`least(sum(${articleViews.views}), 2147483647)::integer`.as('views'),
    })
    .from(articleViews)
    .where(gte(articleViews.dayHk, addDaysHk(dayHkOf(now), -POPULARITY_DAYS)))
    .groupBy(articleViews.articleId);
}

/**
 * Published and scheduled articles, newest first. Reads the table instead of `publishedArticles`, because scheduled
 * articles are indexed in advance. The row says from when one may be found, and what is shown of it comes from the
 * view.
 */
async function findArticleSources(db: Db, now: Date, which: SQL | undefined, limit: number): Promise<Source[]> {
  const views = recentViews(db, now).as('recent_views');
  const rows = await db
    .select({
      id: articles.id,
      contentType: articles.contentType,
      title: articles.title,
      slug: articles.slug,
      caption: articles.caption,
      blocks: articles.blocks,
      keyart: articles.keyart,
      byline: articles.byline,
      channelBitwise: articles.channelBitwise,
      publishAt: articles.publishAt,
      withdrawAt: articles.withdrawAt,
      columnName: articleColumns.name,
      hostName: hosts.name,
      categoryName: articleCategories.name,
      programTitle: programs.title,
      views: views.views,
    })
    .from(articles)
    .leftJoin(articleColumns, eq(articleColumns.id, articles.columnId))
    .leftJoin(hosts, eq(hosts.id, articleColumns.hostId))
    .leftJoin(articleCategories, eq(articleCategories.id, articles.categoryId))
    .leftJoin(programs, eq(programs.id, articles.programId))
    .leftJoin(views, eq(views.articleId, articles.id))
    .where(and(eq(articles.state, 'published'), which))
    .orderBy(desc(articles.id))
    .limit(limit);
  return rows.map((row) => ({
    contentType: row.contentType,
    itemId: row.id,
    title: row.title,
    otherNames: [],
    body: `${row.caption} ${plainText(row.blocks)}`.trim(),
    keywords: [row.columnName, row.hostName, row.categoryName, row.programTitle, row.byline].filter(
      (word) => word !== null,
    ),
    slug: row.slug,
    picture: row.keyart,
    channelBitwise: row.channelBitwise,
    displayAt: row.publishAt,
    visibleFrom: row.publishAt,
    visibleUntil: row.withdrawAt,
    popularity: row.views ?? 0,
  }));
}

const undated = { displayAt: UNDATED, visibleFrom: UNDATED, visibleUntil: null, popularity: 0 };

async function findProgramSources(db: Db, which: SQL | undefined): Promise<Source[]> {
  const parents = db.select({ id: programs.id, title: programs.title }).from(programs).as('parents');
  const rows = await db
    .select({
      id: programs.id,
      title: programs.title,
      titleChi: programs.titleChi,
      slug: programs.slug,
      tagline: programs.tagline,
      description: programs.description,
      keyart: programs.keyart,
      channelBitwise: programs.channelBitwise,
      category: programCategories.name,
      parentTitle: parents.title,
      hostNames: sql<
        string[]
      >`array(select h.name || ' ' || h.name_eng from program_hosts ph join hosts h on h.id = ph.host_id where ph.program_id = ${programs.id} and h.status = 1 order by ph.position)`,
    })
    .from(programs)
    .innerJoin(programCategories, eq(programCategories.id, programs.categoryId))
    .leftJoin(parents, eq(parents.id, programs.parentProgramId))
    .where(and(eq(programs.status, EntityStatus.ACTIVE), which))
    .orderBy(asc(programs.id))
    .limit(5000);
  return rows.map((row) => ({
    ...undated,
    contentType: ContentType.PROGRAM,
    itemId: row.id,
    title: row.title,
    otherNames: row.titleChi === row.title ? [] : [row.titleChi],
    body: `${row.tagline} ${row.description}`.trim(),
    keywords: [...row.hostNames, row.category, row.parentTitle ?? '', ...channelWords(row.channelBitwise)],
    slug: row.slug,
    picture: row.keyart,
    channelBitwise: row.channelBitwise,
  }));
}

async function findHostSources(db: Db, which: SQL | undefined): Promise<Source[]> {
  const rows = await db
    .select({
      id: hosts.id,
      name: hosts.name,
      nameEng: hosts.nameEng,
      slug: hosts.slug,
      tagline: hosts.tagline,
      bio: hosts.bio,
      picture: hosts.picture,
      channelBitwise: hosts.channelBitwise,
    })
    .from(hosts)
    .where(and(eq(hosts.status, EntityStatus.ACTIVE), which))
    .orderBy(asc(hosts.id))
    .limit(5000);
  const shows = rows.length
    ? await db
        .select({ hostId: programHosts.hostId, title: programs.title })
        .from(programHosts)
        .innerJoin(programs, eq(programs.id, programHosts.programId))
        .where(
          and(
            eq(programs.status, EntityStatus.ACTIVE),
            inArray(
              programHosts.hostId,
              rows.map((row) => row.id),
            ),
          ),
        )
        .limit(20_000)
    : [];
  return rows.map((row) => ({
    ...undated,
    contentType: HOST_TYPE,
    itemId: row.id,
    title: row.name,
    otherNames: row.nameEng ? [row.nameEng] : [],
    body: `${row.tagline} ${row.bio}`.trim(),
    keywords: [
      ...shows.filter((show) => show.hostId === row.id).map((show) => show.title),
      ...channelWords(row.channelBitwise),
    ],
    slug: row.slug,
    picture: row.picture,
    channelBitwise: row.channelBitwise,
  }));
}

/** A stable number derived from the name of a page, independent of other pages. */
function pageNumber(name: string, lang: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${name} ${lang}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash >>> 1;
}

async function findPageSources(db: Db): Promise<Source[]> {
  const rows = await db.select().from(staticPages).orderBy(asc(staticPages.name), asc(staticPages.lang)).limit(500);
  const common = { ...undated, contentType: PAGE_TYPE, keywords: [], picture: '', channelBitwise: 0 };
  return [
    ...rows.map((row) => ({
      ...common,
      itemId: pageNumber(row.name, row.lang),
      title: row.title,
      otherNames: [],
      body: `${row.summary} ${plainText(row.blocks)}`.trim(),
      slug: row.lang === 'en' ? row.name + ENGLISH_MARK : row.name,
    })),
    ...SITE_PAGES.map(({ path, title, otherNames, summary }) => ({
      ...common,
      itemId: pageNumber(path, 'zh-Hant'),
      title,
      otherNames,
      body: summary,
      slug: path,
    })),
  ];
}

/** Films, including scheduled ones; the row says from when one may be found. */
async function findFilmSources(db: Db, which: SQL | undefined): Promise<Source[]> {
  const rows = await db
    .select({
      id: videos.id,
      title: videos.title,
      tagline: videos.tagline,
      story: videos.story,
      credits: videos.credits,
      keyart: videos.keyart,
      category: videoCategories.name,
      programTitle: programs.title,
      publishedAt: videos.publishedAt,
      sellsUntil: videos.sellsUntil,
    })
    .from(videos)
    .innerJoin(videoCategories, eq(videoCategories.id, videos.categoryId))
    .leftJoin(programs, eq(programs.id, videos.programId))
    .where(which)
    .orderBy(asc(videos.id))
    .limit(5000);
  return rows.map((row) => ({
    contentType: ContentType.PREMIUM_CONTENT,
    itemId: row.id,
    title: row.title,
    otherNames: [],
    body: `${row.tagline} ${row.story}`.trim(),
    keywords: [row.category, row.programTitle ?? '', ...row.credits.flatMap(({ names }) => names)],
    slug: row.title,
    picture: row.keyart,
    channelBitwise: 0,
    displayAt: row.publishedAt,
    visibleFrom: row.publishedAt,
    visibleUntil: row.sellsUntil,
    popularity: 0,
  }));
}

/** Whether a part has words of its own besides the name of its programme: a title or a transcript. */
const HAS_WORDS = sql`(s.title is not null or exists (
  select 1 from transcript_cues w
  where w.stream_id = a.stream_id and w.starts_at >= s.starts_at and w.starts_at < s.ends_at
    and coalesce(o.has_public_transcript, true)))`;
const REPLAYS = sql`archive_sections s join program_archives a on a.id = s.archive_id
  join programs p on p.id = a.program_id left join archive_programs o on o.program_id = a.program_id`;
const CAN_BE_HEARD = sql`s.merged_into is null and a.merged_into is null and a.state = 'shown' and p.status <> 2`;

interface ReplayRow extends Record<string, unknown> {
  id: number;
  section_title: string | null;
  title: string;
  program_title: string;
  has_words: boolean;
  slug: string;
  keyart: string;
  channel_bitwise: number;
  starts_at: Date | string;
  available_until: Date | string | null;
  words: string | null;
  host_names: string[];
  tagline: string;
}

/** Sections available for replay, highest id first. */
async function findReplaySources(db: Db, which: SQL, limit: number): Promise<Source[]> {
  const { rows } = await db.execute<ReplayRow>(sql`
    select s.id, s.title as section_title, coalesce(a.title, p.title) as title,
      p.title as program_title, p.tagline, ${HAS_WORDS} as has_words, p.slug, p.keyart, p.channel_bitwise,
      s.starts_at, a.available_until,
      case when coalesce(o.has_public_transcript, true) then (
        select string_agg(w.words, ' ' order by w.starts_at) from transcript_cues w
        where w.stream_id = a.stream_id and w.starts_at >= s.starts_at and w.starts_at < s.ends_at and ${isHeardCue}) end as words,
      array(select h.name || ' ' || h.name_eng from program_hosts ph join hosts h on h.id = ph.host_id
        where ph.program_id = p.id and h.status = 1 order by ph.position) as host_names
    from ${REPLAYS}
    where ${CAN_BE_HEARD} and ${which}
    order by s.id desc limit ${limit}`);
  return rows.map((row) => {
    const startsAt = new Date(row.starts_at);
    return {
      contentType: ContentType.PROGRAM_ARCHIVE_SECTION,
      itemId: row.id,
      title: row.section_title ?? row.title,
      otherNames: [],
      isNamed: row.has_words,
      body: row.words ?? '',
      keywords: [row.title, row.program_title, row.tagline, ...row.host_names, ...channelWords(row.channel_bitwise)],
      slug: row.slug,
      picture: row.keyart,
      channelBitwise: row.channel_bitwise,
      displayAt: startsAt,
      visibleFrom: startsAt,
      visibleUntil: row.available_until === null ? null : new Date(row.available_until),
      popularity: 0,
    };
  });
}

/** Sections with an id below `belowId`, highest first. */
export const findReplayBatch = (db: Db, belowId: number, limit: number): Promise<Source[]> =>
  findReplaySources(db, sql`s.id < ${belowId}`, limit);

/** Current sources of one item. Empty if it must not be found. All static pages count as one item. */
export async function findSources(db: Db, now: Date, contentType: number, itemId: number): Promise<Source[]> {
  if (contentType === ContentType.PROGRAM) return findProgramSources(db, eq(programs.id, itemId));
  if (contentType === HOST_TYPE) return findHostSources(db, eq(hosts.id, itemId));
  if (contentType === PAGE_TYPE) return findPageSources(db);
  if (contentType === SONG_TYPE) return findSongSources(db, sql`s.id = ${itemId}`, 1);
  if (contentType === SINGER_TYPE) return findSingerSources(db, sql`s.id = ${itemId}`, 1);
  if (contentType === ContentType.PREMIUM_CONTENT) return findFilmSources(db, eq(videos.id, itemId));
  if (contentType === ContentType.PROGRAM_ARCHIVE_SECTION) return findReplaySources(db, sql`s.id = ${itemId}`, 1);
  return findArticleSources(db, now, eq(articles.id, itemId), 1);
}

/** All named items: programmes, hosts, films and pages. */
export async function findNamedSources(db: Db): Promise<Source[]> {
  return [
    ...(await findProgramSources(db, undefined)),
    ...(await findHostSources(db, undefined)),
    ...(await findFilmSources(db, undefined)),
    ...(await findPageSources(db)),
  ];
}

/** Articles with an id below `belowId`, highest first. */
export async function findArticleBatch(db: Db, now: Date, belowId: number, limit: number): Promise<Source[]> {
  return findArticleSources(db, now, lt(articles.id, belowId), limit);
}

/** Expected number of rows in the index. */
export async function countSources(db: Db): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select ((select count(*) from articles where state = 'published')
      + (select count(*) from programs where status = 1) + (select count(*) from hosts where status = 1)
      + (select count(*) from static_pages) + (select count(*) from videos)
      + (select count(*) from ${REPLAYS} where ${CAN_BE_HEARD}) + ${SITE_PAGES.length})::integer as total`);
  return (rows[0]?.total ?? 0) + (await countPlayedSongs(db));
}
