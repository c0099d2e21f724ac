import { and, asc, eq, ilike, inArray, max, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programCategories, programHosts, programs } from '#db/tables/programs.ts';
import { ChannelBit, EntityStatus, ProgramType, type ChannelId } from '#shared/enums.ts';
import type { ListPosition } from '#shared/staff/list-position.ts';
import type { ProgramFields } from './program-edit.schema.ts';

// Programmes of every state but deleted, for their editors.

const MAX_CHOICES = 2_000;

export interface EditableProgram {
  id: number;
  isActive: boolean;
  fields: ProgramFields;
}

const notDeleted = ne(programs.status, EntityStatus.DELETED);

async function findEditable(db: Db | Tx, id: number, isLocked: boolean): Promise<EditableProgram | null> {
  const query = db
    .select()
    .from(programs)
    .where(and(eq(programs.id, id), notDeleted));
  const [row] = await (isLocked ? query.for('update') : query);
  if (row === undefined) return null;
  const billed = await db
    .select({ hostId: programHosts.hostId })
    .from(programHosts)
    .innerJoin(hosts, eq(hosts.id, programHosts.hostId))
    .where(and(eq(programHosts.programId, id), ne(hosts.status, EntityStatus.DELETED)))
    .orderBy(asc(programHosts.position), asc(programHosts.hostId));
  return {
    id,
    isActive: row.status === EntityStatus.ACTIVE,
    fields: {
      title: row.title,
      titleChi: row.titleChi,
      slug: row.slug,
      tagline: row.tagline,
      description: row.description,
      categoryId: row.categoryId,
      parentProgramId: row.parentProgramId,
      channelBitwise: row.channelBitwise,
      keyart: row.keyart,
      position: row.position,
      hostIds: billed.map(({ hostId }) => hostId),
    },
  };
}

export const findEditableProgram = (db: Db | Tx, id: number) => findEditable(db, id, false);

/** The same, locked until the transaction ends. */
export const lockEditableProgram = (tx: Tx, id: number) => findEditable(tx, id, true);

export interface ProgramListFilter {
  /** Part of a title, or an id. */
  text?: string | undefined;
  isActive?: boolean | undefined;
  channelId?: ChannelId | undefined;
  categoryId?: number | undefined;
}

function matching({ text, isActive, channelId, categoryId }: ProgramListFilter): SQL | undefined {
  const pattern = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    notDeleted,
    isActive === undefined ? undefined : eq(programs.status, isActive ? EntityStatus.ACTIVE : EntityStatus.INACTIVE),
    channelId === undefined ? undefined : sql`${programs.channelBitwise} & ${ChannelBit[channelId]}::int <> 0`,
    categoryId === undefined ? undefined : eq(programs.categoryId, categoryId),
    pattern
      ? or(
          ilike(programs.title, pattern),
          ilike(programs.titleChi, pattern),
          sql`${programs.id}::text = ${text}`,
          sql`exists (select 1 from ${programHosts} join ${hosts} on ${hosts.id} = ${programHosts.hostId}
            where ${programHosts.programId} = ${programs.id}
              and (${ilike(hosts.name, pattern)} or ${ilike(hosts.nameEng, pattern)}))`,
        )
      : undefined,
  );
}

/** Programmes in list order. */
export async function findProgramRows(
  db: Db,
  filter: ProgramListFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
) {
  return db
    .select({
      id: programs.id,
      title: programs.title,
      titleChi: programs.titleChi,
      categoryName: programCategories.name,
      isPart: sql<boolean>`${programs.programType} = ${ProgramType.SUB}::int`,
      channelBitwise: programs.channelBitwise,
      isActive: sql<boolean>`${programs.status} = ${EntityStatus.ACTIVE}::int`,
      keyart: programs.keyart,
      position: programs.position,
      hostNames: sql<string[]>`array(select h.name from ${programHosts} ph join ${hosts} h on h.id = ph.host_id
        where ph.program_id = ${programs.id} order by ph.position, h.id)`,
    })
    .from(programs)
    .innerJoin(programCategories, eq(programCategories.id, programs.categoryId))
    .where(
      and(
        matching(filter),
        after ? sql`(${programs.position}, ${programs.id}) > (${after.position}::int, ${after.id}::int)` : undefined,
      ),
    )
    .orderBy(asc(programs.position), asc(programs.id))
    .limit(limit);
}

/** What a programme may name: categories, hosts, and programmes of which it may be a part. */
export async function findProgramChoices(db: Db) {
  const [categories, people, mains, [last]] = await Promise.all([
    db
      .select({ id: programCategories.id, name: programCategories.name })
      .from(programCategories)
      .orderBy(asc(programCategories.position), asc(programCategories.id))
      .limit(MAX_CHOICES),
    db
      .select({ id: hosts.id, name: hosts.name, status: hosts.status })
      .from(hosts)
      .where(ne(hosts.status, EntityStatus.DELETED))
      .orderBy(asc(hosts.position), asc(hosts.id))
      .limit(MAX_CHOICES),
    db
      .select({ id: programs.id, name: programs.title })
      .from(programs)
      .where(and(notDeleted, eq(programs.programType, ProgramType.MAIN)))
      .orderBy(asc(programs.position), asc(programs.id))
      .limit(MAX_CHOICES),
    db.select({ position: max(programs.position) }).from(programs),
  ]);
  return {
    categories,
    hosts: people.map(({ id, name, status }) => ({ id, name, isActive: status === EntityStatus.ACTIVE })),
    programs: mains,
    nextPosition: (last?.position ?? 0) + 1,
  };
}

/** Names of the fields that refer to nothing that may be referred to. `id` is null for a new programme. */
export async function findBrokenFields(tx: Tx, id: number | null, fields: ProgramFields): Promise<string[]> {
  const { categoryId, parentProgramId, hostIds } = fields;
  const [category] = await tx
    .select({ id: programCategories.id })
    .from(programCategories)
    .where(eq(programCategories.id, categoryId));
  const people = hostIds.length
    ? await tx
        .select({ id: hosts.id })
        .from(hosts)
        .where(and(inArray(hosts.id, hostIds), ne(hosts.status, EntityStatus.DELETED)))
    : [];
  const [parent] =
    parentProgramId === null || parentProgramId === id
      ? []
      : await tx
          .select({ id: programs.id })
          .from(programs)
          .where(and(eq(programs.id, parentProgramId), eq(programs.programType, ProgramType.MAIN), notDeleted));
  // A programme with parts is no part itself.
  const [part] =
    parentProgramId === null || id === null
      ? []
      : await tx.select({ id: programs.id }).from(programs).where(eq(programs.parentProgramId, id)).limit(1);
  return [
    ...(category ? [] : ['categoryId']),
    ...(people.length === hostIds.length ? [] : ['hostIds']),
    ...(parentProgramId === null || (parent && !part) ? [] : ['parentProgramId']),
  ];
}

export async function findPartIds(tx: Tx, id: number): Promise<number[]> {
  const parts = await tx.select({ id: programs.id }).from(programs).where(eq(programs.parentProgramId, id)).limit(500);
  return parts.map((part) => part.id);
}

async function writeHosts(tx: Tx, programId: number, hostIds: readonly number[]): Promise<void> {
  await tx.delete(programHosts).where(eq(programHosts.programId, programId));
  if (hostIds.length > 0)
    await tx.insert(programHosts).values(hostIds.map((hostId, i) => ({ programId, hostId, position: i + 1 })));
}

const rowOf = ({ hostIds: _hostIds, ...fields }: ProgramFields) => ({
  ...fields,
  programType: fields.parentProgramId === null ? ProgramType.MAIN : ProgramType.SUB,
});

export async function insertProgram(tx: Tx, fields: ProgramFields, now: Date): Promise<number> {
  const [row] = await tx
    .insert(programs)
    .values({ ...rowOf(fields), createdAt: now, updatedAt: now })
    .returning({ id: programs.id });
  await writeHosts(tx, row!.id, fields.hostIds);
  return row!.id;
}

export async function updateProgram(tx: Tx, id: number, fields: ProgramFields, now: Date): Promise<void> {
  await tx
    .update(programs)
    .set({ ...rowOf(fields), updatedAt: now })
    .where(eq(programs.id, id));
  await writeHosts(tx, id, fields.hostIds);
}

export async function updateProgramStatus(tx: Tx, id: number, isActive: boolean, now: Date): Promise<void> {
  await tx
    .update(programs)
    .set({ status: isActive ? EntityStatus.ACTIVE : EntityStatus.INACTIVE, updatedAt: now })
    .where(eq(programs.id, id));
}
