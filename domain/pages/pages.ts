import type { ReadDb } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { Brand } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import type { PageLang, PageName } from './pages.rules.ts';
import type { JobOpening, StaticPage, StrokeFundYear } from './pages.schema.ts';
import { findGuideParts, findJobOpenings, findStaticPage, findStrokeFundYears } from './pages.store.ts';

export type { JobOpening, StaticPage, StrokeFundYear } from './pages.schema.ts';

interface Context {
  db: ReadDb;
}

/** A static page in a language; `dataNotFound` if it does not exist. */
export async function getStaticPage({ db }: Context, name: PageName, lang: PageLang = 'zh-Hant'): Promise<StaticPage> {
  const page = await findStaticPage(db, name, lang);
  if (page === null) throw new DomainError('dataNotFound');
  return page;
}

/** The parts of the archive's user guide, in order. */
export async function listGuideParts({ db }: Context) {
  return findGuideParts(db);
}

/** Openings that still accept applications, newest first, optionally of one brand. */
export async function listJobOpenings(
  { db, now }: Context & { now: Date },
  { brand }: { brand?: Brand | undefined } = {},
): Promise<JobOpening[]> {
  return findJobOpenings(db, { brand, today: dayHkOf(now) });
}

/** The years of the stroke fund, newest first. */
export async function listStrokeFundYears({ db }: Context): Promise<StrokeFundYear[]> {
  return findStrokeFundYears(db);
}
