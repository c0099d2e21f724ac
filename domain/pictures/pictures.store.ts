import { and, asc, desc, eq, ilike, inArray, isNotNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { plannedForValues } from '#db/prepared-statements.ts';
import { pictures, pictureUses } from '#db/tables/pictures.ts';
import { gramsOf } from '#db/text-grams.ts';
import type { PictureFields } from './pictures.schema.ts';

const MAX_USES = 100;

export interface StoredPicture {
  id: number;
  /** Name in the file store. */
  fileSha256: string;
  width: number;
  height: number;
  createdAt: Date;
  fields: PictureFields;
}

const toStored = (row: typeof pictures.$inferSelect): StoredPicture => ({
  id: row.id,
  fileSha256: row.fileSha256,
  width: row.width,
  height: row.height,
  createdAt: row.createdAt,
  fields: {
    alt: row.alt,
    source: row.source,
    licence: row.licence,
    rightsUntil: row.rightsUntil,
    focalX: row.focalX,
    focalY: row.focalY,
    // In a fixed order, as the revision is a hash of it.
    crops: {
      ...(row.crops['16x9'] && { '16x9': row.crops['16x9'] }),
      ...(row.crops['1x1'] && { '1x1': row.crops['1x1'] }),
    },
  },
});

export async function findPicture(db: Db | Tx, id: number): Promise<StoredPicture | null> {
  const [row] = await db.select().from(pictures).where(eq(pictures.id, id));
  return row ? toStored(row) : null;
}

/** The same, locked until the transaction ends. */
export async function lockPicture(tx: Tx, id: number): Promise<StoredPicture | null> {
  const [row] = await tx.select().from(pictures).where(eq(pictures.id, id)).for('update');
  return row ? toStored(row) : null;
}

/** The picture of these bytes; null if there is none. */
export async function findPictureOf(db: Db | Tx, sha256: string): Promise<number | null> {
  const [row] = await db.select({ id: pictures.id }).from(pictures).where(eq(pictures.sha256, sha256));
  return row?.id ?? null;
}

/** Its id; null if somebody else has just added the same bytes. */
export async function insertPicture(
  tx: Tx,
  picture: { sha256: string; fileSha256: string; width: number; height: number; now: Date },
): Promise<number | null> {
  const { now, ...row } = picture;
  const [made] = await tx
    .insert(pictures)
    .values({ ...row, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: pictures.sha256 })
    .returning({ id: pictures.id });
  return made?.id ?? null;
}

export async function updatePicture(tx: Tx, id: number, fields: PictureFields, now: Date): Promise<void> {
  await tx
    .update(pictures)
    .set({ ...fields, updatedAt: now })
    .where(eq(pictures.id, id));
}

export async function deletePicture(tx: Tx, id: number): Promise<void> {
  await tx.delete(pictures).where(eq(pictures.id, id));
}

const FILES_LOCK = 881_903_210;

/** Until the transaction ends, nobody else adds or removes a file of the library. */
export async function lockFiles(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FILES_LOCK})`);
}

/** Whether any picture is served from a file. */
export async function isFileUsed(db: Db | Tx, fileSha256: string): Promise<boolean> {
  const [row] = await db.select({ id: pictures.id }).from(pictures).where(eq(pictures.fileSha256, fileSha256)).limit(1);
  return row !== undefined;
}

export interface PictureFilter {
  /** Part of the alternative text, source or licence, or an id. */
  text?: string | undefined;
  lack?: 'rights' | 'alt' | 'uses' | undefined;
  /** The pictures that can have the text in their words. Null: any. */
  worded?: readonly number[] | null | undefined;
}

const isUsed = sql`exists (select 1 from ${pictureUses} where ${pictureUses.pictureId} = ${pictures.id})`;

/** Alternative text, source or licence has it. */
function hasWords(text: string): SQL | undefined {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(pictures.alt, pattern), ilike(pictures.source, pattern), ilike(pictures.licence, pattern));
}

/** Pictures with a text in their words; null if there are more than `limit`. */
export async function findWorded(db: Db, text: string, limit: number): Promise<number[] | null> {
  const words = sql`text_grams(${pictures.alt} || ' ' || ${pictures.source} || ' ' || ${pictures.licence})`;
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(sql`${words} @> ${gramsOf(text)}`, hasWords(text)))
    .limit(limit + 1);
  return rows.length > limit ? null : rows.map(({ id }) => id);
}

function matching({ text, lack, worded }: PictureFilter, soon: string): SQL | undefined {
  return and(
    text === undefined
      ? undefined
      : or(
          worded == null ? hasWords(text) : inArray(pictures.id, [...worded]),
          /^[1-9]\d{0,8}$/.test(text) ? eq(pictures.id, Number(text)) : undefined,
        ),
    lack === 'rights' ? and(isNotNull(pictures.rightsUntil), lte(pictures.rightsUntil, soon)) : undefined,
    lack === 'alt' ? eq(pictures.alt, '') : undefined,
    lack === 'uses' ? not(isUsed) : undefined,
  );
}

/** Pictures, newest first. `soon` is the last day of rights that end soon. */
export async function findPictures(
  db: Db,
  filter: PictureFilter,
  { before, limit, soon }: { before: number | null; limit: number; soon: string },
): Promise<(StoredPicture & { uses: number })[]> {
  const uses = sql<number>`(select count(*)::int from ${pictureUses} where ${pictureUses.pictureId} = ${pictures.id})`;
  const rows = await db
    .select({ picture: pictures, uses })
    .from(pictures)
    .where(and(plannedForValues, matching(filter, soon), before === null ? undefined : lt(pictures.id, before)))
    .orderBy(desc(pictures.id))
    .limit(limit);
  return rows.map(({ picture, uses: count }) => ({ ...toStored(picture), uses: count }));
}

/** Rows that name a picture, a hundred at most. */
export async function findUses(db: Db | Tx, id: number) {
  return db
    .select({ tableName: pictureUses.tableName, rowKey: pictureUses.rowKey, title: pictureUses.title })
    .from(pictureUses)
    .where(eq(pictureUses.pictureId, id))
    .orderBy(asc(pictureUses.tableName), asc(pictureUses.rowKey))
    .limit(MAX_USES);
}
