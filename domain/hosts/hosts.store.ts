import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programHosts, programs } from '#db/tables/programs.ts';
import { ChannelBit, channelsOf, EntityStatus, HostType, type ChannelId } from '#shared/enums.ts';
import type { HostCard, HostPage, HostProgram } from './hosts.schema.ts';

const cardColumns = {
  id: hosts.id,
  name: hosts.name,
  nameEng: hosts.nameEng,
  slug: hosts.slug,
  hostType: hosts.hostType,
  channelBitwise: hosts.channelBitwise,
  tagline: hosts.tagline,
  picture: hosts.picture,
};

function toCard<T extends { hostType: number; channelBitwise: number }>(row: T) {
  const hostType: HostCard['hostType'] = row.hostType === HostType.GUEST ? 'guest' : 'regular';
  return { ...row, hostType, channelIds: channelsOf(row.channelBitwise) };
}

export async function findHosts(
  db: ReadDb,
  { channelId, limit }: { channelId?: ChannelId | undefined; limit: number },
): Promise<Omit<HostCard, 'programs'>[]> {
  const rows = await db
    .select(cardColumns)
    .from(hosts)
    .where(
      and(
        eq(hosts.status, EntityStatus.ACTIVE),
        channelId === undefined ? undefined : sql`${hosts.channelBitwise} & ${ChannelBit[channelId]}::int <> 0`,
      ),
    )
    .orderBy(asc(hosts.position), asc(hosts.id))
    .limit(limit);
  return rows.map(toCard);
}

export async function findHost(db: ReadDb, id: number): Promise<Omit<HostPage, 'programs'> | null> {
  const [row] = await db
    .select({ ...cardColumns, bio: hosts.bio })
    .from(hosts)
    .where(and(eq(hosts.id, id), eq(hosts.status, EntityStatus.ACTIVE)));
  return row ? toCard(row) : null;
}

/** Active programmes of hosts, by host. */
export async function findProgramsOf(db: ReadDb, hostIds: readonly number[]): Promise<Map<number, HostProgram[]>> {
  const byHost = new Map<number, HostProgram[]>();
  if (hostIds.length === 0) return byHost;
  const rows = await db
    .select({
      hostId: programHosts.hostId,
      id: programs.id,
      title: programs.title,
      titleChi: programs.titleChi,
      slug: programs.slug,
      tagline: programs.tagline,
      keyart: programs.keyart,
      channelBitwise: programs.channelBitwise,
    })
    .from(programHosts)
    .innerJoin(programs, eq(programs.id, programHosts.programId))
    .where(and(inArray(programHosts.hostId, [...hostIds]), eq(programs.status, EntityStatus.ACTIVE)))
    .orderBy(asc(programs.position), asc(programs.id));
  for (const { hostId, ...row } of rows) {
    const program: HostProgram = { ...row, channelIds: channelsOf(row.channelBitwise) };
    byHost.set(hostId, [...(byHost.get(hostId) ?? []), program]);
  }
  return byHost;
}

/** Ids and slugs of all active hosts, by id. */
export async function findHostAddresses(db: ReadDb, limit: number) {
  return db
    .select({ id: hosts.id, slug: hosts.slug, updatedAt: hosts.updatedAt })
    .from(hosts)
    .where(eq(hosts.status, EntityStatus.ACTIVE))
    .orderBy(asc(hosts.id))
    .limit(limit);
}
