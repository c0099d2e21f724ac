import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { ChannelId } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { foldKeyword } from './programs.rules.ts';
import type { ProgramCard, ProgramCategory, ProgramPage } from './programs.schema.ts';
import {
  countPrograms,
  findCategories,
  findHostsOf,
  findLatestReplays,
  findParts,
  findProgram,
  findProgramAddresses,
  findPrograms,
  findProgramsOf,
  findRelated,
  findSlotsOf,
} from './programs.store.ts';

export { presentProgram } from './programs.present.ts';
export type { ProgramCard, ProgramCategory, ProgramPage, ScheduleEntry } from './programs.schema.ts';

/** Cache tags of data about programmes. */
const PROGRAM_TAGS = ['programs', 'hosts', 'timetable', 'archive'];

interface Context {
  db: ReadDb;
  /** Decides which weekly slots are over. Defaults to the current time. */
  now?: Date;
}

/** Adds hosts, slots and the newest replay to rows, with one query for each. */
async function complete(
  { db, now = new Date() }: Context,
  rows: readonly Omit<ProgramCard, 'hosts' | 'schedule' | 'latestReplay'>[],
): Promise<ProgramCard[]> {
  const ids = rows.map((row) => row.id);
  const hosts = await findHostsOf(db, ids);
  const slots = await findSlotsOf(db, ids, dayHkOf(now));
  const replays = await findLatestReplays(db, ids, now);
  return rows.map((row) => ({
    ...row,
    hosts: (hosts.get(row.id) ?? []).map(({ id, name, slug }) => ({ id, name, slug })),
    schedule: slots.get(row.id) ?? [],
    latestReplay: replays.get(row.id) ?? null,
  }));
}

export interface ProgramListRequest {
  categoryId?: number | undefined;
  channelId?: ChannelId | undefined;
  /** WeekdayBit. */
  weekdayBit?: number | undefined;
  keyword?: string | undefined;
  /** Includes parts. */
  withParts?: boolean | undefined;
  limit: number;
  offset?: number | undefined;
}

/**
 * Active programmes in list order. Without a keyword only main programmes; a keyword also finds parts. `total` counts
 * all matches.
 */
export async function listPrograms(
  context: Context,
  { categoryId, channelId, weekdayBit, keyword, withParts = false, limit, offset = 0 }: ProgramListRequest,
): Promise<{ programs: ProgramCard[]; total: number }> {
  if (categoryId !== undefined && !isPossibleId(categoryId)) return { programs: [], total: 0 };
  const folded = keyword === undefined ? '' : foldKeyword(keyword);
  const filter = {
    categoryId,
    channelId,
    weekdayBit,
    keyword: folded || undefined,
    mainOnly: folded === '' && !withParts,
    today: dayHkOf(context.now ?? new Date()),
  };
  const find = async () => {
    const rows = await findPrograms(context.db, filter, { limit, offset });
    const total = offset === 0 && rows.length < limit ? rows.length : await countPrograms(context.db, filter);
    return { programs: await complete(context, rows), total };
  };
  // Keywords are unbounded, so these results are not cached.
  if (filter.keyword !== undefined) return find();
  const key = `programs ${JSON.stringify([filter, limit, offset])}`;
  return cachedQuery(context.db, { key, tags: PROGRAM_TAGS }, find);
}

/** Active programmes by id, unordered. Unknown ids are omitted. */
export async function listProgramsOf(context: Context, ids: readonly number[]): Promise<ProgramCard[]> {
  const possible = ids.filter(isPossibleId);
  return possible.length === 0 ? [] : complete(context, await findProgramsOf(context.db, possible));
}

/** Categories in display order, including those without an active programme. */
export async function listCategories({ db }: Context): Promise<ProgramCategory[]> {
  return findCategories(db);
}

/** An active programme with parent, parts, hosts and weekly slots; `dataNotFound` for any other id. */
export async function getProgram(context: Context, id: number): Promise<ProgramPage> {
  return cachedQuery(context.db, { key: `program ${id}`, tags: PROGRAM_TAGS }, () => findProgramPage(context, id));
}

async function findProgramPage({ db, now = new Date() }: Context, id: number): Promise<ProgramPage> {
  const row = isPossibleId(id) ? await findProgram(db, id) : null;
  if (row === null) throw new DomainError('dataNotFound');
  const hosts = await findHostsOf(db, [id]);
  const slots = await findSlotsOf(db, [id], dayHkOf(now));
  const latestReplay = (await findLatestReplays(db, [id], now)).get(id) ?? null;
  const parts = await complete({ db, now }, await findParts(db, id));
  return { ...row, hosts: hosts.get(id) ?? [], schedule: slots.get(id) ?? [], latestReplay, parts };
}

/** Related main programmes, closest first; `dataNotFound` if the programme does not exist. */
export async function listRelatedPrograms(
  context: Context,
  { programId, limit }: { programId: number; limit: number },
): Promise<ProgramCard[]> {
  return cachedQuery(context.db, { key: `programs near ${programId} ${limit}`, tags: PROGRAM_TAGS }, async () => {
    const program = isPossibleId(programId) ? await findProgram(context.db, programId) : null;
    if (program === null) throw new DomainError('dataNotFound');
    const rows = await findRelated(context.db, { ...program, parentId: program.parent?.id ?? null }, limit);
    return complete(context, rows);
  });
}

/** Paths and modification times of all active programmes, including parts, for the sitemap. */
export async function listProgramAddresses({ db }: Context, { limit }: { limit: number }) {
  return findProgramAddresses(db, limit);
}
