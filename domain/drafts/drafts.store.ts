import { and, desc, eq, gte, lt, max, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { articleDrafts, articleRevisions, draftPresence, type FieldChange } from '#db/tables/drafts.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { ArticleFields, DraftBlock, DraftFields } from './drafts.schema.ts';

export interface Draft {
  id: number;
  articleId: number | null;
  fields: DraftFields;
  revision: number;
  changes: Record<string, FieldChange>;
  publishedRevision: number | null;
  createdBy: number;
  changedBy: number;
  changedAt: Date;
}

/** A draft from before blocks had ids gets them by position, and keeps them from its next save on. */
function toDraft(row: typeof articleDrafts.$inferSelect): Draft {
  const fields = row.fields as Omit<DraftFields, 'blocks'> & Pick<ArticleFields, 'blocks'>;
  const blocks = fields.blocks.map((block, i) =>
    'id' in block ? (block as DraftBlock) : { ...block, id: `b${i + 1}` },
  );
  return { ...row, fields: { ...fields, blocks } };
}

export async function findDraft(db: Db | Tx, id: number): Promise<Draft | null> {
  const [row] = await db.select().from(articleDrafts).where(eq(articleDrafts.id, id));
  return row ? toDraft(row) : null;
}

export async function findDraftOfArticle(db: Db | Tx, articleId: number): Promise<Draft | null> {
  const [row] = await db.select().from(articleDrafts).where(eq(articleDrafts.articleId, articleId));
  return row ? toDraft(row) : null;
}

/** The same, locked until the transaction ends. */
export async function lockDraft(tx: Tx, id: number): Promise<Draft | null> {
  const [row] = await tx.select().from(articleDrafts).where(eq(articleDrafts.id, id)).for('update');
  return row ? toDraft(row) : null;
}

/** Null if the article has a draft already. */
export async function insertDraft(
  tx: Tx,
  draft: Pick<Draft, 'articleId' | 'fields' | 'publishedRevision'> & { by: number },
  now: Date,
): Promise<number | null> {
  const { by, ...values } = draft;
  const [row] = await tx
    .insert(articleDrafts)
    .values({ ...values, createdBy: by, createdAt: now, changedBy: by, changedAt: now })
    .onConflictDoNothing({ target: articleDrafts.articleId })
    .returning({ id: articleDrafts.id });
  return row?.id ?? null;
}

export async function updateDraft(
  tx: Tx,
  id: number,
  change: Partial<
    Pick<Draft, 'articleId' | 'fields' | 'revision' | 'changes' | 'publishedRevision' | 'changedBy' | 'changedAt'>
  >,
): Promise<void> {
  await tx.update(articleDrafts).set(change).where(eq(articleDrafts.id, id));
}

export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.delete(articleDrafts).where(eq(articleDrafts.id, id));
}

/** Names of accounts, by id. */
export async function findNames(db: Db | Tx, accountIds: readonly number[]): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .select({ id: staffAccounts.id, name: staffAccounts.name })
    .from(staffAccounts)
    .where(sql`${staffAccounts.id} = any(${sql.param([...new Set(accountIds)])}::int[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

// PRESENCE

export interface Present {
  name: string;
  accountId: number;
  openedAt: Date;
  typedAt: Date | null;
}

/** Marks a tab as present, and deletes those of the draft last seen before an instant. */
export async function keepPresent(
  tx: Tx,
  { draftId, client, accountId, hasTyped }: { draftId: number; client: string; accountId: number; hasTyped: boolean },
  { now, notSince }: { now: Date; notSince: Date },
): Promise<void> {
  await tx.delete(draftPresence).where(and(eq(draftPresence.draftId, draftId), lt(draftPresence.seenAt, notSince)));
  await tx
    .insert(draftPresence)
    .values({ draftId, client, accountId, openedAt: now, seenAt: now, typedAt: hasTyped ? now : null })
    .onConflictDoUpdate({
      target: [draftPresence.draftId, draftPresence.client],
      set: { seenAt: now, ...(hasTyped && { typedAt: now }) },
    });
}

/** The other tabs that have a draft open, in the order in which they opened it. */
export function findPresent(
  db: Db | Tx,
  { draftId, client, since }: { draftId: number; client: string; since: Date },
): Promise<Present[]> {
  return db
    .select({
      name: staffAccounts.name,
      accountId: draftPresence.accountId,
      openedAt: draftPresence.openedAt,
      typedAt: draftPresence.typedAt,
    })
    .from(draftPresence)
    .innerJoin(staffAccounts, eq(staffAccounts.id, draftPresence.accountId))
    .where(and(eq(draftPresence.draftId, draftId), ne(draftPresence.client, client), gte(draftPresence.seenAt, since)))
    .orderBy(draftPresence.openedAt)
    .limit(20);
}

// REVISIONS

export interface Revision {
  number: number;
  fields: ArticleFields;
  publishAt: Date;
  withdrawAt: Date | null;
  note: string;
  name: string | null;
  createdAt: Date;
}

/** The number of the last revision of an article; 0 if there is none. */
export async function findLastRevision(tx: Tx, articleId: number): Promise<number> {
  const [row] = await tx
    .select({ last: max(articleRevisions.number) })
    .from(articleRevisions)
    .where(eq(articleRevisions.articleId, articleId));
  return row?.last ?? 0;
}

export async function insertRevision(tx: Tx, revision: typeof articleRevisions.$inferInsert): Promise<void> {
  await tx.insert(articleRevisions).values(revision);
}

const revisions = (db: Db | Tx) =>
  db
    .select({
      number: articleRevisions.number,
      fields: articleRevisions.fields,
      publishAt: articleRevisions.publishAt,
      withdrawAt: articleRevisions.withdrawAt,
      note: articleRevisions.note,
      name: staffAccounts.name,
      createdAt: articleRevisions.createdAt,
    })
    .from(articleRevisions)
    .leftJoin(staffAccounts, eq(staffAccounts.id, articleRevisions.accountId))
    .$dynamic();

const toRevision = (row: Awaited<ReturnType<typeof revisions>>[number]): Revision => ({
  ...row,
  fields: row.fields as ArticleFields,
});

/** Newest first, older than a number. */
export async function findRevisions(
  db: Db,
  articleId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<Revision[]> {
  const rows = await revisions(db)
    .where(
      and(eq(articleRevisions.articleId, articleId), before === null ? undefined : lt(articleRevisions.number, before)),
    )
    .orderBy(desc(articleRevisions.number))
    .limit(limit);
  return rows.map(toRevision);
}

export async function findRevision(db: Db | Tx, articleId: number, number: number): Promise<Revision | null> {
  const [row] = await revisions(db).where(
    and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.number, number)),
  );
  return row ? toRevision(row) : null;
}
