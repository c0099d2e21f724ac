import { and, asc, desc, eq, max } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { staticPageRevisions, staticPages } from '#db/tables/pages.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import type { PageLang } from './pages.rules.ts';

export interface PageAddress {
  name: string;
  lang: PageLang;
}
export interface PageFields {
  title: string;
  summary: string;
  blocks: ContentBlock[];
}

const fields = { title: staticPages.title, summary: staticPages.summary, blocks: staticPages.blocks };
const pageAt = ({ name, lang }: PageAddress) => and(eq(staticPages.name, name), eq(staticPages.lang, lang));
const revisionOf = ({ name, lang }: PageAddress) =>
  and(eq(staticPageRevisions.name, name), eq(staticPageRevisions.lang, lang));

/** All static pages by name and language. */
export async function findPages(db: Db) {
  return db
    .select({
      name: staticPages.name,
      lang: staticPages.lang,
      title: staticPages.title,
      updatedAt: staticPages.updatedAt,
    })
    .from(staticPages)
    .orderBy(asc(staticPages.name), desc(staticPages.lang))
    .limit(500);
}

export async function findPageFields(db: Db, address: PageAddress): Promise<PageFields | null> {
  const [row] = await db.select(fields).from(staticPages).where(pageAt(address));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockPageFields(tx: Tx, address: PageAddress): Promise<PageFields | null> {
  const [row] = await tx.select(fields).from(staticPages).where(pageAt(address)).for('update');
  return row ?? null;
}

/** Number of the last revision; 0: never saved at the desk. */
export async function findLastNumber(db: Db, address: PageAddress): Promise<number> {
  const [row] = await db
    .select({ last: max(staticPageRevisions.number) })
    .from(staticPageRevisions)
    .where(revisionOf(address));
  return row?.last ?? 0;
}

export async function updatePage(tx: Tx, address: PageAddress, page: PageFields, now: Date): Promise<void> {
  await tx
    .update(staticPages)
    .set({ ...page, updatedAt: now })
    .where(pageAt(address));
}

export async function insertPageRevision(
  tx: Tx,
  revision: PageAddress & PageFields & { number: number; accountId: number | null; createdAt: Date },
): Promise<void> {
  await tx.insert(staticPageRevisions).values(revision);
}

/** Revisions of a page, newest first, with who saved each. */
export async function findPageRevisions(db: Db, address: PageAddress, limit: number) {
  return db
    .select({
      number: staticPageRevisions.number,
      title: staticPageRevisions.title,
      name: staffAccounts.name,
      createdAt: staticPageRevisions.createdAt,
    })
    .from(staticPageRevisions)
    .leftJoin(staffAccounts, eq(staffAccounts.id, staticPageRevisions.accountId))
    .where(revisionOf(address))
    .orderBy(desc(staticPageRevisions.number))
    .limit(limit);
}

export async function findPageRevision(db: Db, address: PageAddress, number: number): Promise<PageFields | null> {
  const [row] = await db
    .select({
      title: staticPageRevisions.title,
      summary: staticPageRevisions.summary,
      blocks: staticPageRevisions.blocks,
    })
    .from(staticPageRevisions)
    .where(and(revisionOf(address), eq(staticPageRevisions.number, number)));
  return row ?? null;
}
