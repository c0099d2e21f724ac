import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { tables, type Db } from '#db/database.ts';
import manifest from '#fixtures/art/manifest.json' with { type: 'json' };

const COLUMNS = [
  { table: 'programs', column: 'keyart' },
  { table: 'hosts', column: 'picture' },
  { table: 'videos', column: 'keyart' },
  { table: 'events', column: 'keyart' },
] as const;

/** Tables too large to scan at every start: only when a drawing has changed. */
const LONG_COLUMNS = [
  { table: 'articles', column: 'keyart' },
  { table: 'article_columns', column: 'picture' },
  { table: 'songs', column: 'picture' },
  { table: 'stroke_fund_years', column: 'picture' },
] as const;

/**
 * Updates every reference to a drawing of fixtures/art to the hash of its current content, so that its URL can be
 * cached for good. Correct references and other pictures are not touched. Returns the number of changes.
 */
export async function seedPictures(db: Db): Promise<number> {
  const drawings = JSON.stringify(manifest);
  const version = createHash('sha256').update(drawings).digest('hex').slice(0, 16);
  const isNew = await db
    .insert(tables.seedSteps)
    .values({ name: 'pictures', version })
    .onConflictDoNothing()
    .returning();
  let changed = 0;
  for (const { table, column } of isNew.length > 0 ? [...COLUMNS, ...LONG_COLUMNS] : COLUMNS) {
    const reference = sql.identifier(column);
    const { rowCount } = await db.execute(sql`
      update ${sql.identifier(table)}
      set ${reference} = drawing.key || '@' || drawing.value
      from jsonb_each_text(${drawings}::jsonb) as drawing
      where split_part(${reference}, '@', 1) = drawing.key and ${reference} <> drawing.key || '@' || drawing.value`);
    changed += rowCount ?? 0;
  }
  return changed;
}
