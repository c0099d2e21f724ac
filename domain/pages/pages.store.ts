import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { jobOpenings, staticPages, strokeFundYears } from '#db/tables/pages.ts';
import { EntityStatus, type Brand } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { GuidePage, PageLang, PageName } from './pages.rules.ts';
import type { JobOpening, StaticPage, StrokeFundYear } from './pages.schema.ts';

export async function findStaticPage(db: ReadDb, name: PageName, lang: PageLang): Promise<StaticPage | null> {
  const [row] = await db
    .select()
    .from(staticPages)
    .where(and(eq(staticPages.name, name), eq(staticPages.lang, lang)));
  if (row === undefined) return null;
  const { updatedAt, ...page } = row;
  return { ...page, updatedAtMs: updatedAt.getTime() };
}

/** Parts of the archive's user guide in order. */
export async function findGuideParts(db: ReadDb): Promise<{ name: GuidePage; title: string }[]> {
  const rows = await db
    .select({ name: staticPages.name, title: staticPages.title })
    .from(staticPages)
    // A literal, not a parameter: otherwise PostgreSQL cannot use the index for the prefix.
    .where(and(sql`${staticPages.name} like 'archiveUserguide/%'`, eq(staticPages.lang, 'zh-Hant')))
    .limit(50);
  const guideNumber = (name: string) => Number(name.split('/')[1]);
  return rows
    .map((row) => ({ ...row, name: row.name as GuidePage }))
    .toSorted((a, b) => guideNumber(a.name) - guideNumber(b.name));
}

/** Openings that still accept applications, newest first. */
export async function findJobOpenings(
  db: ReadDb,
  { brand, today }: { brand?: Brand | undefined; today: DayHk },
): Promise<JobOpening[]> {
  return db
    .select({
      id: jobOpenings.id,
      brand: jobOpenings.brand,
      title: jobOpenings.title,
      department: jobOpenings.department,
      duties: jobOpenings.duties,
      requirements: jobOpenings.requirements,
      postedHk: jobOpenings.postedHk,
      closesHk: jobOpenings.closesHk,
    })
    .from(jobOpenings)
    .where(
      and(
        eq(jobOpenings.status, EntityStatus.ACTIVE),
        brand === undefined ? undefined : eq(jobOpenings.brand, brand),
        or(isNull(jobOpenings.closesHk), gte(jobOpenings.closesHk, today)),
      ),
    )
    .orderBy(desc(jobOpenings.postedHk), asc(jobOpenings.id))
    .limit(100);
}

export async function findStrokeFundYears(db: ReadDb): Promise<StrokeFundYear[]> {
  return db.select().from(strokeFundYears).orderBy(desc(strokeFundYears.year)).limit(50);
}
