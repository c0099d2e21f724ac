import { and, asc, eq, ilike, max, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programHosts, programs } from '#db/tables/programs.ts';
import { ChannelBit, EntityStatus, HostType, type ChannelId } from '#shared/enums.ts';
import type { ListPosition } from '#shared/staff/list-position.ts';
import type { HostFields } from './host-edit.schema.ts';

// Hosts of every state but deleted, for their editors.

const MAX_PROGRAMS = 200;
const ALL_CHANNELS = 7;

export interface EditableHost {
  id: number;
  isActive: boolean;
  fields: HostFields;
}

const notDeleted = ne(hosts.status, EntityStatus.DELETED);

async function findEditable(db: Db | Tx, id: number, isLocked: boolean): Promise<EditableHost | null> {
  const query = db
    .select()
    .from(hosts)
    .where(and(eq(hosts.id, id), notDeleted));
  const [row] = await (isLocked ? query.for('update') : query);
  if (row === undefined) return null;
  return {
    id,
    isActive: row.status === EntityStatus.ACTIVE,
    fields: {
      name: row.name,
      nameEng: row.nameEng,
      slug: row.slug,
      isGuest: row.hostType === HostType.GUEST,
      channelBitwise: row.channelBitwise & ALL_CHANNELS,
      tagline: row.tagline,
      bio: row.bio,
      picture: row.picture,
      position: row.position,
    },
  };
}

export const findEditableHost = (db: Db | Tx, id: number) => findEditable(db, id, false);

/** The same, locked until the transaction ends. */
export const lockEditableHost = (tx: Tx, id: number) => findEditable(tx, id, true);

export interface HostListFilter {
  /** Part of a name, or an id. */
  text?: string | undefined;
  isActive?: boolean | undefined;
  isGuest?: boolean | undefined;
  channelId?: ChannelId | undefined;
}

function matching({ text, isActive, isGuest, channelId }: HostListFilter): SQL | undefined {
  const pattern = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    notDeleted,
    isActive === undefined ? undefined : eq(hosts.status, isActive ? EntityStatus.ACTIVE : EntityStatus.INACTIVE),
    isGuest === undefined ? undefined : eq(hosts.hostType, isGuest ? HostType.GUEST : HostType.REGULAR),
    channelId === undefined ? undefined : sql`${hosts.channelBitwise} & ${ChannelBit[channelId]}::int <> 0`,
    pattern
      ? or(ilike(hosts.name, pattern), ilike(hosts.nameEng, pattern), sql`${hosts.id}::text = ${text}`)
      : undefined,
  );
}

/** Hosts in list order. */
export async function findHostRows(
  db: Db,
  filter: HostListFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
) {
  return db
    .select({
      id: hosts.id,
      name: hosts.name,
      nameEng: hosts.nameEng,
      isGuest: sql<boolean>`${hosts.hostType} = ${HostType.GUEST}::int`,
      channelBitwise: sql<number>`${hosts.channelBitwise} & ${ALL_CHANNELS}::int`,
      isActive: sql<boolean>`${hosts.status} = ${EntityStatus.ACTIVE}::int`,
      picture: hosts.picture,
      position: hosts.position,
      // A column of the only table of a query is not qualified; here it would be that of a programme.
      programTitles: sql<
        string[]
      >`array(select p.title from ${programHosts} ph join ${programs} p on p.id = ph.program_id
        where ph.host_id = ${hosts}.id and p.status = ${EntityStatus.ACTIVE}::int order by p.position, p.id)`,
    })
    .from(hosts)
    .where(
      and(
        matching(filter),
        after ? sql`(${hosts.position}, ${hosts.id}) > (${after.position}::int, ${after.id}::int)` : undefined,
      ),
    )
    .orderBy(asc(hosts.position), asc(hosts.id))
    .limit(limit);
}

/** Programmes of a host, of every state but deleted. */
export async function findProgramsOfHost(db: Db | Tx, hostId: number) {
  return db
    .select({ id: programs.id, title: programs.title })
    .from(programHosts)
    .innerJoin(programs, eq(programs.id, programHosts.programId))
    .where(and(eq(programHosts.hostId, hostId), ne(programs.status, EntityStatus.DELETED)))
    .orderBy(asc(programs.position), asc(programs.id))
    .limit(MAX_PROGRAMS);
}

export async function findNextPosition(db: Db): Promise<number> {
  const [last] = await db.select({ position: max(hosts.position) }).from(hosts);
  return (last?.position ?? 0) + 1;
}

const rowOf = ({ isGuest, channelBitwise, ...fields }: HostFields) => ({
  ...fields,
  hostType: isGuest ? HostType.GUEST : HostType.REGULAR,
  channelBitwise: channelBitwise | (isGuest ? HostType.GUEST : 0),
});

export async function insertHost(tx: Tx, fields: HostFields, now: Date): Promise<number> {
  const [row] = await tx
    .insert(hosts)
    .values({ ...rowOf(fields), createdAt: now, updatedAt: now })
    .returning({ id: hosts.id });
  return row!.id;
}

export async function updateHost(tx: Tx, id: number, fields: HostFields, now: Date): Promise<void> {
  await tx
    .update(hosts)
    .set({ ...rowOf(fields), updatedAt: now })
    .where(eq(hosts.id, id));
}

export async function updateHostStatus(tx: Tx, id: number, isActive: boolean, now: Date): Promise<void> {
  await tx
    .update(hosts)
    .set({ status: isActive ? EntityStatus.ACTIVE : EntityStatus.INACTIVE, updatedAt: now })
    .where(eq(hosts.id, id));
}
