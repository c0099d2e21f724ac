import { asc, desc, eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { articleCategories, articleColumns, mediaFiles } from '#db/tables/articles.ts';
import { programs } from '#db/tables/programs.ts';
import { EntityStatus } from '#shared/enums.ts';

const MAX_CHOICES = 1_000;
const MAX_RECORDINGS = 100;

/** Active columns, categories and programmes, and the newest recordings. */
export async function findChoices(db: Db) {
  const [columns, categories, found, recordings] = await Promise.all([
    db
      .select({ id: articleColumns.id, name: articleColumns.name })
      .from(articleColumns)
      .where(eq(articleColumns.status, EntityStatus.ACTIVE))
      .orderBy(asc(articleColumns.position), asc(articleColumns.id))
      .limit(MAX_CHOICES),
    db
      .select({ id: articleCategories.id, name: articleCategories.name, contentType: articleCategories.contentType })
      .from(articleCategories)
      .where(eq(articleCategories.status, EntityStatus.ACTIVE))
      .orderBy(asc(articleCategories.position), asc(articleCategories.id))
      .limit(MAX_CHOICES),
    db
      .select({ id: programs.id, name: programs.title })
      .from(programs)
      .where(eq(programs.status, EntityStatus.ACTIVE))
      .orderBy(asc(programs.title), asc(programs.id))
      .limit(MAX_CHOICES),
    db
      .select({
        id: mediaFiles.id,
        name: mediaFiles.title,
        kind: mediaFiles.kind,
        durationMs: mediaFiles.durationMs,
      })
      .from(mediaFiles)
      .orderBy(desc(mediaFiles.id))
      .limit(MAX_RECORDINGS),
  ]);
  return { columns, categories, programs: found, recordings };
}
