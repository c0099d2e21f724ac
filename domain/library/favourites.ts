import { listProgramsOf, type ProgramCard } from '#domain/programs/programs.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findFavourites, findFavouritesOf, insertFavourite } from './favourites.store.ts';
import { changeList, removeFromList, SUSPENDABLE, type Removal } from './library.ts';
import { MAX_FAVOURITES } from './library.rules.ts';
import type { LibraryServices } from './library-services.ts';
import { countEntries, findRevision, nextPosition } from './lists.store.ts';

export interface FavouriteItem {
  id: number;
  program: ProgramCard;
}

/** A member's favourites in the member's order; disabled programmes are omitted. */
export async function listFavourites(
  { db }: Pick<LibraryServices, 'db'>,
  { memberId }: MemberActor,
  now: Date,
): Promise<{ items: FavouriteItem[]; revision: number }> {
  const revision = await findRevision(db, memberId, 'favourite');
  const favourites = await findFavourites(db, memberId, MAX_FAVOURITES);
  const programs = await listProgramsOf(
    { db, now },
    favourites.map(({ programId }) => programId),
  );
  const byId = new Map(programs.map((program) => [program.id, program]));
  const items = favourites.flatMap(({ id, programId }) => {
    const program = byId.get(programId);
    return program ? [{ id, program }] : [];
  });
  return { items, revision };
}

const newestAtMs = ({ latestReplay }: ProgramCard) => latestReplay?.startsAtMs ?? Number.NEGATIVE_INFINITY;

/** The newest replay first, then the highest id. */
export const byNewestReplay = (a: ProgramCard, b: ProgramCard): number =>
  newestAtMs(a) === newestAtMs(b) ? b.id - a.id : newestAtMs(b) - newestAtMs(a);

/** A page of favourite programmes, by their newest section. */
export async function listFavouritePrograms(
  services: Pick<LibraryServices, 'db'>,
  actor: MemberActor,
  { limit, offset }: { limit: number; offset: number },
  now: Date,
): Promise<{ programs: ProgramCard[]; total: number }> {
  const { items } = await listFavourites(services, actor, now);
  const programs = items.map(({ program }) => program).toSorted(byNewestReplay);
  return { programs: programs.slice(offset, offset + limit), total: programs.length };
}

/** Adds a favourite; an existing one keeps its position. */
export async function addFavourite(
  { db, archive }: Pick<LibraryServices, 'db' | 'archive'>,
  actor: MemberActor,
  programId: number,
  now: Date,
): Promise<{ id: number; revision: number }> {
  const { memberId } = actor;
  await archive.assertNotSuspended(db, SUSPENDABLE.favourite);
  const [program] = await listProgramsOf({ db, now }, [programId]);
  if (program === undefined) throw new DomainError('dataNotFound');
  return changeList(db, actor, 'favourite', async (tx, revision) => {
    const [known] = await findFavouritesOf(tx, memberId, [programId]);
    if (known !== undefined) return { id: known.id, revision };
    if ((await countEntries(tx, memberId, 'favourite')) >= MAX_FAVOURITES) throw new DomainError('playlistFull');
    const position = await nextPosition(tx, memberId, 'favourite');
    return { id: await insertFavourite(tx, { memberId, programId, position, createdAt: now }), revision };
  });
}

/** Removes one programme from the favourites, or all. */
export async function removeFavourite(
  services: Pick<LibraryServices, 'db'>,
  actor: MemberActor,
  programId: number | 'all',
  now: Date,
): Promise<Removal> {
  if (programId === 'all') return removeFromList(services, actor, 'favourite', { except: [] }, now);
  const [known] = await findFavouritesOf(services.db, actor.memberId, [programId]);
  if (known === undefined) throw new DomainError('dataNotFound');
  return removeFromList(services, actor, 'favourite', { id: known.id }, now);
}
