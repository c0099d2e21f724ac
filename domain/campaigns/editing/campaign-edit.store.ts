import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import {
  campaignItems,
  campaignLines,
  campaignOrders,
  campaignPages,
  campaigns,
  campaignTerms,
} from '#db/tables/campaigns.ts';
import type { CampaignItem, CampaignRow } from '../campaigns.types.ts';
import { MAX_VERSIONS } from './campaign-edit.rules.ts';
import type { PageFields } from './campaign-edit.schema.ts';

// Orders refer to their campaign and items, so that inserting one waits for these locks, and they for it.

/** A campaign, locked against orders until the transaction ends. */
export async function lockFromOrders(tx: Tx, name: string): Promise<CampaignRow | null> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.name, name)).for('update');
  return row ?? null;
}

/** An item, locked against orders until the transaction ends. */
export async function lockItem(tx: Tx, id: number): Promise<CampaignItem | null> {
  const [row] = await tx.select().from(campaignItems).where(eq(campaignItems.id, id)).for('update');
  return row ?? null;
}

export async function hasOrders(db: Db | Tx, campaignId: number): Promise<boolean> {
  const [row] = await db
    .select({ is: sql`1` })
    .from(campaignOrders)
    .where(eq(campaignOrders.campaignId, campaignId))
    .limit(1);
  return row !== undefined;
}

/** Those of the items that were ever ordered. */
export async function findOrderedItems(db: Db | Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: campaignItems.id })
    .from(campaignItems)
    .where(
      and(
        inArray(campaignItems.id, [...ids]),
        sql`exists (select 1 from ${campaignLines} where ${campaignLines.itemId} = ${campaignItems.id})`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Its id; null if the name is taken. */
export async function insertDraft(tx: Tx, row: typeof campaigns.$inferInsert): Promise<number | null> {
  const [made] = await tx.insert(campaigns).values(row).onConflictDoNothing().returning({ id: campaigns.id });
  return made?.id ?? null;
}

/** A draft with its items, words and terms. */
export async function deleteDraftRows(tx: Tx, id: number): Promise<void> {
  await tx.delete(campaignItems).where(eq(campaignItems.campaignId, id));
  await tx.delete(campaigns).where(eq(campaigns.id, id));
}

export async function updateItem(
  tx: Tx,
  id: number,
  set: Partial<Omit<CampaignItem, 'id' | 'campaignId'>>,
): Promise<void> {
  await tx.update(campaignItems).set(set).where(eq(campaignItems.id, id));
}

/** In the order of the schema, as a revision is a hash of it; `jsonb` has an order of its own. */
const inOrder = ({
  title,
  lead,
  picture,
  pictureAlt,
  sections,
  thanks,
  failure,
  shareText,
}: PageFields): PageFields => ({
  title,
  lead,
  picture,
  pictureAlt,
  sections: sections.map((one) => ({
    heading: one.heading,
    body: one.body,
    picture: one.picture,
    pictureAlt: one.pictureAlt,
  })),
  thanks,
  failure,
  shareText,
});

export async function findPage(db: Db | Tx, campaignId: number): Promise<PageFields | null> {
  const [row] = await db
    .select({ fields: campaignPages.fields })
    .from(campaignPages)
    .where(eq(campaignPages.id, campaignId));
  return row ? inOrder(row.fields) : null;
}

export async function savePageRow(tx: Tx, campaignId: number, fields: PageFields, now: Date): Promise<void> {
  await tx
    .insert(campaignPages)
    .values({ id: campaignId, fields, updatedAt: now })
    .onConflictDoUpdate({ target: campaignPages.id, set: { fields, updatedAt: now } });
}

export interface TermsRow {
  version: number;
  clauses: string[];
  publishedAt: Date | null;
}

/** Versions of terms, the newest first. */
export const findTerms = (db: Db | Tx, campaignId: number): Promise<TermsRow[]> =>
  db
    .select({
      version: campaignTerms.version,
      clauses: campaignTerms.clauses,
      publishedAt: campaignTerms.publishedAt,
    })
    .from(campaignTerms)
    .where(eq(campaignTerms.campaignId, campaignId))
    .orderBy(desc(campaignTerms.version))
    .limit(MAX_VERSIONS);

/** Writes the version that is not published yet. */
export async function saveTermsRow(
  tx: Tx,
  { campaignId, version, clauses }: { campaignId: number; version: number; clauses: string[] },
  now: Date,
): Promise<void> {
  await tx
    .insert(campaignTerms)
    .values({ campaignId, version, clauses, updatedAt: now })
    .onConflictDoUpdate({
      target: [campaignTerms.campaignId, campaignTerms.version],
      set: { clauses, updatedAt: now },
    });
}

export async function publishTermsRow(tx: Tx, campaignId: number, now: Date): Promise<void> {
  await tx
    .update(campaignTerms)
    .set({ publishedAt: now })
    .where(and(eq(campaignTerms.campaignId, campaignId), isNull(campaignTerms.publishedAt)));
}

/** What the page of a public campaign of this name says; null if its words are in the site's code, or it is a draft. */
export async function findPublicPage(
  db: Db,
  name: string,
): Promise<{
  kind: CampaignRow['kind'];
  fields: PageFields;
  terms: (Omit<TermsRow, 'publishedAt'> & { publishedAt: Date })[];
} | null> {
  const [row] = await db
    .select({ id: campaigns.id, kind: campaigns.kind, fields: campaignPages.fields })
    .from(campaigns)
    .innerJoin(campaignPages, eq(campaignPages.id, campaigns.id))
    .where(and(eq(campaigns.name, name), campaigns.isPublic));
  if (!row) return null;
  const terms = await findTerms(db, row.id);
  return {
    kind: row.kind,
    fields: row.fields,
    terms: terms.flatMap(({ publishedAt, ...version }) => (publishedAt === null ? [] : { ...version, publishedAt })),
  };
}

/** Public campaigns that were made at the desk and have not ended, oldest first. */
export const findPublicPages = (db: Db, limit: number): Promise<{ name: string; title: string }[]> =>
  db
    .select({ name: campaigns.name, title: sql<string>`${campaignPages.fields}->>'title'` })
    .from(campaigns)
    .innerJoin(campaignPages, eq(campaignPages.id, campaigns.id))
    .where(and(campaigns.isPublic, isNull(campaigns.endedAt)))
    .orderBy(asc(campaigns.id))
    .limit(limit);
