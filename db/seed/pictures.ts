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

/** Tables too long to be gone through at every start: only when a drawing has changed since. */
const LONG_COLUMNS = [
  { table: 'articles', column: 'keyart' },
  { table: 'article_columns', column: 'picture' },
  { table: 'songs', column: 'picture' },
  { table: 'stroke_fund_years', column: 'picture' },
] as const;

/**
 * Gives every reference to a drawing of fixtures/art the hash of what it shows now, so that its address may be kept
 * for good. References that are right, and pictures of other names, are not touched. Returns how many changed.
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
