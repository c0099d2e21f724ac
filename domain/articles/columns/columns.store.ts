import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { articleColumns } from '#db/tables/articles.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programs } from '#db/tables/programs.ts';

export interface ColumnFields {
  kind: number;
  name: string;
  slug: string;
  description: string;
  hostId: number | null;
  programId: number | null;
  channelBitwise: number;
  picture: string;
  /** EntityStatus: shown 1, hidden 0. */
  status: number;
  position: number;
}
export type EditableColumn = ColumnFields & { id: number; updatedAt: Date };

const columns = {
  id: articleColumns.id,
  kind: articleColumns.kind,
  name: articleColumns.name,
  slug: articleColumns.slug,
  description: articleColumns.description,
  hostId: articleColumns.hostId,
  programId: articleColumns.programId,
  channelBitwise: articleColumns.channelBitwise,
  picture: articleColumns.picture,
  status: articleColumns.status,
  position: articleColumns.position,
  updatedAt: articleColumns.updatedAt,
};

/** Every column, also hidden ones, in display order, with the name of its columnist. */
export async function findEveryColumn(db: Db): Promise<(EditableColumn & { hostName: string | null })[]> {
  return db
    .select({ ...columns, hostName: hosts.name })
    .from(articleColumns)
    .leftJoin(hosts, eq(hosts.id, articleColumns.hostId))
    .orderBy(asc(articleColumns.kind), asc(articleColumns.position), asc(articleColumns.id))
    .limit(500);
}

export async function lockColumn(tx: Tx, id: number): Promise<EditableColumn | null> {
  const [row] = await tx.select(columns).from(articleColumns).where(eq(articleColumns.id, id)).for('update');
  return row ?? null;
}

/** Names of the fields with a reference that does not exist. */
export async function findBrokenColumnReferences(
  tx: Tx,
  { hostId, programId }: Pick<ColumnFields, 'hostId' | 'programId'>,
): Promise<string[]> {
  const { rows } = await tx.execute<{ host: boolean; program: boolean }>(sql`
    select ${hostId}::integer is null or exists (select from ${hosts} where id = ${hostId}::integer) as host,
      ${programId}::integer is null or exists (select from ${programs} where id = ${programId}::integer) as program`);
  return [...(rows[0]!.host ? [] : ['host_id']), ...(rows[0]!.program ? [] : ['program_id'])];
}

export async function insertColumn(tx: Tx, fields: ColumnFields, now: Date): Promise<number> {
  const [row] = await tx
    .insert(articleColumns)
    .values({ ...fields, createdAt: now, updatedAt: now })
    .returning({ id: articleColumns.id });
  return row!.id;
}

export async function updateColumn(tx: Tx, id: number, fields: ColumnFields, now: Date): Promise<void> {
  await tx
    .update(articleColumns)
    .set({ ...fields, updatedAt: now })
    .where(eq(articleColumns.id, id));
}
