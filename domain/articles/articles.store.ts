import { and, asc, desc, eq, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { articleCategories, articleColumns, articleRankings, publishedArticles } from '#db/tables/articles.ts';
import { hosts } from '#db/tables/hosts.ts';
import { liveBlogs } from '#db/tables/live-blogs.ts';
import { programs } from '#db/tables/programs.ts';
import { ArticleColumn, EntityStatus, NEWS_SECTIONS, type NewsSection } from '#shared/enums.ts';
import type { Article, ArticleCard, ArticleContentType, ArticleFilter, Category, Column } from './articles.schema.ts';

const published = publishedArticles;

const cardColumns = {
  id: published.id,
  contentType: published.contentType,
  title: published.title,
  slug: published.slug,
  caption: published.caption,
  previewContent: published.previewContent,
  keyart: published.keyart,
  section: published.section,
  isRoadCoop: published.isRoadCoop,
  severity: published.severity,
  channelBitwise: published.channelBitwise,
  programId: published.programId,
  programName: programs.title,
  hasAudio: published.hasAudio,
  hasVideo: published.hasVideo,
  /** Looked up for each card, as few articles have one. */
  liveArticleId: sql<
    number | null
  >`(select ${liveBlogs.articleId} from ${liveBlogs} where ${liveBlogs.articleId} = ${published.id} and ${liveBlogs.closedAt} is null)`,
  publishAt: published.publishAt,
  updatedAt: published.updatedAt,
  columnId: articleColumns.id,
  columnKind: articleColumns.kind,
  columnName: articleColumns.name,
  columnSlug: articleColumns.slug,
  columnPicture: articleColumns.picture,
  hostId: hosts.id,
  hostName: hosts.name,
  hostPicture: hosts.picture,
  categoryId: articleCategories.id,
  categoryName: articleCategories.name,
  categorySlug: articleCategories.slug,
};

interface CardRow {
  id: number;
  contentType: number;
  title: string;
  slug: string;
  caption: string;
  previewContent: string;
  keyart: string;
  section: string | null;
  isRoadCoop: boolean;
  severity: 1 | 2 | 3 | null;
  channelBitwise: number;
  programId: number | null;
  programName: string | null;
  hasAudio: boolean;
  hasVideo: boolean;
  liveArticleId: number | null;
  publishAt: Date;
  updatedAt: Date;
  columnId: number | null;
  columnKind: number | null;
  columnName: string | null;
  columnSlug: string | null;
  columnPicture: string | null;
  hostId: number | null;
  hostName: string | null;
  hostPicture: string | null;
  categoryId: number | null;
  categoryName: string | null;
  categorySlug: string | null;
}

const isSection = (value: string | null): value is NewsSection =>
  (NEWS_SECTIONS as readonly string[]).includes(value ?? '');

function toCard(row: CardRow): ArticleCard {
  return {
    id: row.id,
    // The table's check constraint ensures the range.
    contentType: row.contentType as ArticleContentType,
    title: row.title,
    slug: row.slug,
    caption: row.caption,
    previewContent: row.previewContent,
    keyart: row.keyart,
    section: isSection(row.section) ? row.section : null,
    isRoadCoop: row.isRoadCoop,
    severity: row.severity,
    channelBitwise: row.channelBitwise,
    programId: row.programName === null ? null : row.programId,
    programName: row.programName,
    hasAudio: row.hasAudio,
    hasVideo: row.hasVideo,
    isLive: row.liveArticleId !== null,
    publishAtMs: row.publishAt.getTime(),
    updatedAtMs: row.updatedAt.getTime(),
    column:
      row.columnId === null
        ? null
        : {
            id: row.columnId,
            kind: row.columnKind ?? 0,
            name: row.columnName ?? '',
            slug: row.columnSlug ?? '',
            hostId: row.hostId,
            hostName: row.hostName ?? '',
            picture: row.hostPicture ?? row.columnPicture ?? '',
          },
    category:
      row.categoryId === null
        ? null
        : { id: row.categoryId, name: row.categoryName ?? '', slug: row.categorySlug ?? '' },
  };
}

function matching(filter: ArticleFilter): SQL | undefined {
  const { contentTypes, categoryId, columnId, section, programId, news, hot, roadCoop, exceptId } = filter;
  const [onlyType] = contentTypes ?? [];
  return and(
    contentTypes === undefined
      ? undefined
      : contentTypes.length === 1 && onlyType !== undefined
        ? eq(published.contentType, onlyType)
        : inArray(published.contentType, [...contentTypes]),
    categoryId === undefined ? undefined : eq(published.categoryId, categoryId),
    columnId === undefined ? undefined : eq(published.columnId, columnId),
    section === undefined ? undefined : eq(published.section, section),
    programId === undefined ? undefined : eq(published.programId, programId),
    news ? isNotNull(published.section) : undefined,
    // Literals, not parameters: a generic plan must recognise that the partial index covers the query.
    hot ? sql`${published.isHot}` : undefined,
    roadCoop === undefined ? undefined : roadCoop ? sql`${published.isRoadCoop}` : sql`not ${published.isRoadCoop}`,
    exceptId === undefined ? undefined : ne(published.id, exceptId),
  );
}

/** Loads the cards of some ids, in the order of the ids. */
async function findCards(db: ReadDb, ids: readonly number[]): Promise<ArticleCard[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(cardColumns)
    .from(published)
    .leftJoin(programs, and(eq(programs.id, published.programId), eq(programs.status, EntityStatus.ACTIVE)))
    .leftJoin(
      articleColumns,
      and(eq(articleColumns.id, published.columnId), eq(articleColumns.status, EntityStatus.ACTIVE)),
    )
    .leftJoin(hosts, and(eq(hosts.id, articleColumns.hostId), eq(hosts.status, EntityStatus.ACTIVE)))
    .leftJoin(
      articleCategories,
      and(eq(articleCategories.id, published.categoryId), eq(articleCategories.status, EntityStatus.ACTIVE)),
    )
    .where(inArray(published.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, toCard(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Newest first. Ids are read from the list's index alone, so that deep pages do not read rows. */
export async function findArticles(
  db: ReadDb,
  filter: ArticleFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ArticleCard[]> {
  const ids = await db
    .select({ id: published.id })
    .from(published)
    .where(matching(filter))
    .orderBy(desc(published.publishAt), desc(published.id))
    .limit(limit)
    .offset(offset);
  return findCards(
    db,
    ids.map(({ id }) => id),
  );
}

/** A published article with its blocks, or null. */
export async function findArticle(db: ReadDb, id: number): Promise<Article | null> {
  const [card] = await findCards(db, [id]);
  if (card === undefined) return null;
  const [rest] = await db
    .select({
      blocks: published.blocks,
      layoutTemplate: published.layoutTemplate,
      keyartCredit: published.keyartCredit,
      byline: published.byline,
      programSlug: programs.slug,
    })
    .from(published)
    .leftJoin(programs, eq(programs.id, published.programId))
    .where(eq(published.id, id));
  if (rest === undefined) return null;
  return { ...card, ...rest, layoutTemplate: rest.layoutTemplate as Article['layoutTemplate'] };
}

/** The first `limit` of the ids that are published and of the given types, in their order. */
export async function findOfTypes(
  db: ReadDb,
  ids: readonly number[],
  contentTypes: readonly ArticleContentType[],
  limit: number,
): Promise<ArticleCard[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select a.id from unnest(${sql.param([...ids])}::integer[]) with ordinality as viewed (id, place)
    join ${published} a on a.id = viewed.id
    where a.content_type = any (${sql.param([...contentTypes])}::integer[])
    order by viewed.place limit ${limit}`);
  return findCards(
    db,
    rows.map(({ id }) => id),
  );
}

/** The most read articles of some types, best first, as ranked by the job. */
export async function findMostRead(
  db: ReadDb,
  contentTypes: readonly ArticleContentType[],
  limit: number,
): Promise<ArticleCard[]> {
  const rows = await db
    .select({ id: articleRankings.articleId, views: articleRankings.views })
    .from(articleRankings)
    .where(inArray(articleRankings.contentType, [...contentTypes]))
    .orderBy(desc(articleRankings.views), asc(articleRankings.contentType), asc(articleRankings.rank))
    .limit(limit);
  return findCards(
    db,
    rows.map(({ id }) => id),
  );
}

const columnFields = {
  id: articleColumns.id,
  kind: articleColumns.kind,
  name: articleColumns.name,
  slug: articleColumns.slug,
  description: articleColumns.description,
  channelBitwise: articleColumns.channelBitwise,
  programId: articleColumns.programId,
  picture: articleColumns.picture,
  hostId: hosts.id,
  hostName: hosts.name,
  hostPicture: hosts.picture,
};

/** Active DJ columns in display order, optionally of one host. */
export async function findColumns(
  db: ReadDb,
  { hostId, id }: { hostId?: number; id?: number } = {},
): Promise<Column[]> {
  const rows = await db
    .select(columnFields)
    .from(articleColumns)
    .leftJoin(hosts, and(eq(hosts.id, articleColumns.hostId), eq(hosts.status, EntityStatus.ACTIVE)))
    .where(
      and(
        eq(articleColumns.status, EntityStatus.ACTIVE),
        // Columns of news, traffic and the like have pages of their own.
        eq(articleColumns.kind, ArticleColumn.DJ_COLUMN),
        hostId === undefined ? undefined : eq(articleColumns.hostId, hostId),
        id === undefined ? undefined : eq(articleColumns.id, id),
      ),
    )
    .orderBy(asc(articleColumns.position), asc(articleColumns.id))
    .limit(200);
  return rows.map(({ hostPicture, ...row }) => ({
    ...row,
    hostName: row.hostName ?? '',
    picture: hostPicture ?? row.picture,
  }));
}

/** Active categories of a content type, in display order. */
export async function findCategories(db: ReadDb, contentType: ArticleContentType): Promise<Category[]> {
  return db
    .select({ id: articleCategories.id, name: articleCategories.name, slug: articleCategories.slug })
    .from(articleCategories)
    .where(and(eq(articleCategories.contentType, contentType), eq(articleCategories.status, EntityStatus.ACTIVE)))
    .orderBy(asc(articleCategories.position), asc(articleCategories.id))
    .limit(100);
}
