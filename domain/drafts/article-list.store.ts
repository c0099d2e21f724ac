import { and, desc, eq, exists, ilike, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { gramsOf } from '#db/text-grams.ts';
import { articles } from '#db/tables/articles.ts';
import { articleDrafts, articleRevisions } from '#db/tables/drafts.ts';
import { staffAccounts } from '#db/tables/staff.ts';

// Every article of any state, for staff. Two lists that are merged: articles with a draft are in that of the drafts.

export const LISTED_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
type ListedState = (typeof LISTED_STATES)[number];

/** The last row of a page: those after it were changed earlier, or at the same instant and come later in order. */
export interface ListPosition {
  atMs: number;
  /** Drafts come before articles of the same instant. */
  isDraft: boolean;
  id: number;
}

export interface ListFilter {
  contentType?: number;
  state?: ListedState;
  /** Part of the title, or the id of an article. */
  text?: string;
  /** Written or published by this account. */
  accountId?: number;
  /** Channels (bits) and programmes of a reader whose roles have a scope; null: everything. */
  within: { channels: number; programIds: number[] } | null;
}

export interface ListedArticle {
  draftId: number | null;
  articleId: number | null;
  contentType: number;
  title: string;
  section: string | null;
  channelBitwise: number;
  state: ListedState;
  /** Typed since it was published. */
  hasChanges: boolean;
  publishAt: Date | null;
  withdrawAt: Date | null;
  changedAt: Date;
  changedBy: string | null;
}

const field = (name: string) => sql`${articleDrafts.fields} ->> ${name}::text`;
const draftTitle = sql<string>`${field('title')}`;
const draftType = sql<number>`(${field('contentType')})::int`;
const draftChannels = sql<number>`(${field('channelBitwise')})::int`;
const draftProgram = sql<number | null>`(${field('programId')})::int`;

/** The state of an article at an instant, as readers have it. */
const stateAt = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<ListedState>`case
    when ${articles.state} = 'withdrawn' or ${articles.withdrawAt} <= ${at} then 'withdrawn'
    when ${articles.state} = 'published' and ${articles.publishAt} > ${at} then 'scheduled'
    when ${articles.state} = 'published' then 'published'
    else 'draft' end`;
};

function within(scope: ListFilter['within'], { channels, program }: { channels: SQL; program: SQL }) {
  if (scope === null) return undefined;
  return or(sql`${channels} & ${scope.channels} <> 0`, sql`${program} = any(${sql.param(scope.programIds)}::int[])`);
}

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
export const idIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

const before = (position: ListPosition | null, isDraft: boolean, changedAt: SQL, id: SQL): SQL | undefined => {
  if (position === null) return undefined;
  const at = sql`${new Date(position.atMs).toISOString()}::timestamptz`;
  if (position.isDraft === isDraft) return sql`(${changedAt}, ${id}) < (${at}, ${position.id})`;
  return isDraft ? sql`${changedAt} < ${at}` : sql`${changedAt} <= ${at}`;
};

export async function findDraftRows(
  db: Db,
  { contentType, state, text, accountId, within: scope }: ListFilter,
  { position, limit, now }: { position: ListPosition | null; limit: number; now: Date },
): Promise<ListedArticle[]> {
  const rows = await db
    .select({
      draftId: articleDrafts.id,
      articleId: articleDrafts.articleId,
      contentType: draftType,
      title: draftTitle,
      section: sql<string | null>`${field('section')}`,
      channelBitwise: draftChannels,
      state: stateAt(now),
      hasChanges: sql<boolean>`${articleDrafts.revision} > coalesce(${articleDrafts.publishedRevision}, 0)`,
      publishAt: articles.publishAt,
      withdrawAt: articles.withdrawAt,
      changedAt: articleDrafts.changedAt,
      changedBy: staffAccounts.name,
    })
    .from(articleDrafts)
    .leftJoin(articles, eq(articles.id, articleDrafts.articleId))
    .innerJoin(staffAccounts, eq(staffAccounts.id, articleDrafts.changedBy))
    .where(
      and(
        contentType === undefined ? undefined : eq(draftType, contentType),
        state === undefined ? undefined : eq(stateAt(now), state),
        text === undefined
          ? undefined
          : or(
              ilike(draftTitle, like(text)),
              idIn(text) === null ? undefined : eq(articleDrafts.articleId, idIn(text)!),
            ),
        accountId === undefined
          ? undefined
          : or(eq(articleDrafts.createdBy, accountId), eq(articleDrafts.changedBy, accountId)),
        within(scope, { channels: draftChannels, program: draftProgram }),
        // What is public of it must be in scope as well, as it is to open it.
        scope === null
          ? undefined
          : or(
              isNull(articles.id),
              within(scope, { channels: sql`${articles.channelBitwise}`, program: sql`${articles.programId}` }),
            ),
        before(position, true, sql`${articleDrafts.changedAt}`, sql`${articleDrafts.id}`),
      ),
    )
    .orderBy(desc(articleDrafts.changedAt), desc(articleDrafts.id))
    .limit(limit);
  return rows;
}

// As the condition of their index has it.
const IS_UNPUBLISHED = sql`(${articles.state} <> 'published' or ${articles.withdrawAt} is not null)`;

/** Ids of articles that will be public. There are few, and each kind has them at the end of its index. */
const scheduledIds = (now: Date) => sql`select s.id from generate_series(301, 308) as kinds (kind)
  cross join lateral (select a.id from ${articles} as a where a.state = 'published' and a.content_type = kinds.kind
    and a.publish_at > ${now.toISOString()}::timestamptz order by a.publish_at desc limit 200) as s`;

/** Articles of any state with a text in their title; null if there are more than `limit`. */
export async function findTitled(db: Db, text: string, limit: number): Promise<number[] | null> {
  const rows = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(sql`text_grams(${articles.title}) @> ${gramsOf(text)}`, ilike(articles.title, like(text))))
    .limit(limit + 1);
  return rows.length > limit ? null : rows.map(({ id }) => id);
}

/** A condition that an index answers, and that holds for every article of the state. */
function narrowed(state: ListedState | undefined, now: Date): SQL | undefined {
  if (state === 'draft' || state === 'withdrawn') return IS_UNPUBLISHED;
  return state === 'scheduled' ? sql`${articles.id} = any(array(${scheduledIds(now)}))` : undefined;
}

export async function findArticleRows(
  db: Db,
  { contentType, state, text, accountId, within: scope }: ListFilter,
  {
    position,
    limit,
    now,
    titled,
  }: {
    position: ListPosition | null;
    limit: number;
    now: Date;
    /** The articles that can have the text in their title. Null: any. */
    titled: readonly number[] | null;
  },
): Promise<ListedArticle[]> {
  const hasDraft = exists(
    db.select({ id: articleDrafts.id }).from(articleDrafts).where(eq(articleDrafts.articleId, articles.id)),
  );
  const isMine =
    accountId === undefined
      ? undefined
      : exists(
          db
            .select({ id: articleRevisions.id })
            .from(articleRevisions)
            .where(and(eq(articleRevisions.accountId, accountId), eq(articleRevisions.articleId, articles.id))),
        );
  const rows = await db
    .select({
      articleId: articles.id,
      contentType: articles.contentType,
      title: articles.title,
      section: articles.section,
      channelBitwise: articles.channelBitwise,
      state: stateAt(now),
      publishAt: articles.publishAt,
      withdrawAt: articles.withdrawAt,
      changedAt: articles.updatedAt,
    })
    .from(articles)
    .where(
      and(
        not(hasDraft),
        narrowed(state, now),
        titled === null ? undefined : sql`${articles.id} = any(${sql.param([...titled])}::int[])`,
        contentType === undefined ? undefined : eq(articles.contentType, contentType),
        state === undefined ? undefined : eq(stateAt(now), state),
        text === undefined
          ? undefined
          : or(ilike(articles.title, like(text)), idIn(text) === null ? undefined : eq(articles.id, idIn(text)!)),
        isMine,
        within(scope, { channels: sql`${articles.channelBitwise}`, program: sql`${articles.programId}` }),
        before(position, false, sql`${articles.updatedAt}`, sql`${articles.id}`),
      ),
    )
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, draftId: null, hasChanges: false, changedBy: null }));
}
