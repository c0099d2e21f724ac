import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { ChannelId } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import { HOSTS_MAX, type HostCard, type HostPage } from './hosts.schema.ts';
import { findHost, findHostAddresses, findHosts, findProgramsOf } from './hosts.store.ts';

export type { HostCard, HostPage } from './hosts.schema.ts';

/** Active hosts in display order, regular and guest, with their active programmes. */
export async function listHosts(
  { db }: { db: ReadDb },
  { channelId }: { channelId?: ChannelId | undefined } = {},
): Promise<HostCard[]> {
  return cachedQuery(db, { key: `hosts ${channelId ?? ''}`, tags: ['hosts', 'programs'] }, async () => {
    const rows = await findHosts(db, { channelId, limit: HOSTS_MAX });
    const programs = await findProgramsOf(
      db,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({ ...row, programs: programs.get(row.id) ?? [] }));
  });
}

/** An active host with programmes; `dataNotFound` for any other id. */
export async function getHost({ db }: { db: ReadDb }, id: number): Promise<HostPage> {
  const row = isPossibleId(id) ? await findHost(db, id) : null;
  if (row === null) throw new DomainError('dataNotFound');
  const programs = await findProgramsOf(db, [id]);
  return { ...row, programs: programs.get(id) ?? [] };
}

/** Paths and modification times of all active hosts, for the sitemap. */
export async function listHostAddresses({ db }: { db: ReadDb }, { limit }: { limit: number }) {
  return findHostAddresses(db, limit);
}
