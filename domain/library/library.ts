import type { Db, Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { FAVOURITES_AT_MOST, PLAYLIST_AT_MOST, UNDO_MS, type ListKind } from './library.rules.ts';
import type { LibraryServices } from './library-services.ts';
import {
  countEach,
  countEntries,
  deleteRemoved,
  findKindOf,
  findRemoved,
  lockList,
  moveEntry,
  removeEntries,
  restoreEntries,
} from './lists.store.ts';

// What is done to every list alike. The door; its parts stand beside it.

export type { LibraryServices, ListedSection } from './library-services.ts';

/** Names of the functions that an operator may switch off (code 20). */
export const SUSPENDABLE = {
  queue: 'library.playlist',
  playlist: 'library.playlist',
  favourite: 'library.favourite',
  history: 'library.history',
  bookmark: 'library.bookmark',
} as const satisfies Record<ListKind, string>;

/** Changes one list: nobody else changes it meanwhile, and its revision is raised. */
export const changeList = <T>(
  db: Db,
  { memberId }: MemberActor,
  kind: ListKind,
  change: (tx: Tx, revision: number) => Promise<T>,
): Promise<T> => db.transaction(async (tx) => change(tx, await lockList(tx, memberId, kind)));

/** How many entries each list of a member has; one whose replay was taken down counts, as it may be shown again. */
export const countLists = (
  { db }: Pick<LibraryServices, 'db'>,
  { memberId }: MemberActor,
): Promise<Record<ListKind, number>> => countEach(db, memberId);

export interface Order {
  id: number;
  /** Null: first. */
  predecessor: number | null;
}

/** Puts an entry right after another of the same list. 6 where either is gone, also because another tab removed it. */
export async function orderList(
  { db }: Pick<LibraryServices, 'db'>,
  actor: MemberActor,
  kind: ListKind,
  order: Order,
): Promise<{ revision: number }> {
  if (order.id === order.predecessor) throw new DomainError('invalidParam', 'an entry cannot follow itself');
  return changeList(db, actor, kind, async (tx, revision) => {
    if (!(await moveEntry(tx, actor.memberId, kind, order))) throw new DomainError('dataNotFound');
    return { revision };
  });
}

/** As `orderList`, in whichever of the two playlists the entry is. */
export async function orderPlaylistOf(
  services: Pick<LibraryServices, 'db'>,
  actor: MemberActor,
  order: Order,
): Promise<{ revision: number }> {
  return orderList(services, actor, await kindOf(services, actor, order.id), order);
}

/** Which playlist an entry of the member's is in; 6 where there is none of that number. */
export async function kindOf(
  { db }: Pick<LibraryServices, 'db'>,
  { memberId }: MemberActor,
  id: number,
): Promise<'queue' | 'playlist'> {
  const kind = await findKindOf(db, memberId, id);
  if (kind === null) throw new DomainError('dataNotFound');
  return kind;
}

export interface Removal {
  list: ListKind;
  /** Names the removal to `undoRemoval`. */
  revision: number;
  removed: number;
}

/**
 * Takes one entry off, 6 where it is not there; several, 6 where none of them is; or all but some. What is taken off can be
 * put back for an hour.
 */
export async function removeFromList(
  { db }: Pick<LibraryServices, 'db'>,
  actor: MemberActor,
  kind: ListKind,
  which: { id: number } | { ids: readonly number[] } | { except: readonly number[] },
  now: Date,
): Promise<Removal> {
  return changeList(db, actor, kind, async (tx, revision) => {
    const chosen = 'id' in which ? { ids: [which.id] } : which;
    const removed = await removeEntries(tx, actor.memberId, kind, chosen, { revision, now });
    if (removed === 0 && !('except' in which)) throw new DomainError('dataNotFound');
    return { list: kind, revision, removed };
  });
}

const FULL = {
  queue: 'playlistFull',
  playlist: 'playlistFull',
  favourite: 'playlistFull',
  bookmark: 'tooManyBookmarks',
} as const;

/** How many more a list takes. What it holds and does not show counts here, as it may be shown again. */
async function roomIn(
  tx: Tx,
  { bookmarksAtMost }: Pick<LibraryServices, 'bookmarksAtMost'>,
  memberId: number,
  kind: Exclude<ListKind, 'history'>,
): Promise<number> {
  const atMost = { queue: PLAYLIST_AT_MOST, playlist: PLAYLIST_AT_MOST, favourite: FAVOURITES_AT_MOST };
  const most = kind === 'bookmark' ? bookmarksAtMost : atMost[kind];
  return Math.max(0, most - (await countEntries(tx, memberId, kind)));
}

/**
 * Puts back what a removal took off: the same entries under the same numbers, at the same place among the others. 6 where
 * nothing is left to put back; 120001 or 10027 where there is no room, 120004 where all of it was added again since.
 */
export async function undoRemoval(
  services: Pick<LibraryServices, 'db' | 'bookmarksAtMost'>,
  actor: MemberActor,
  { list, revision: undone }: { list: ListKind; revision: number },
  now: Date,
): Promise<{ restored: number; leftOut: { alreadyThere: number; noRoom: number }; revision: number }> {
  const { memberId } = actor;
  return changeList(services.db, actor, list, async (tx, revision) => {
    const since = new Date(now.getTime() - UNDO_MS);
    const removed = await findRemoved(tx, memberId, list, { revision: undone, since });
    if (removed.length === 0) throw new DomainError('dataNotFound');
    const missing = removed.filter(({ isBack }) => !isBack);
    if (missing.length === 0) throw new DomainError('playlistHasItem');
    const room = list === 'history' ? missing.length : await roomIn(tx, services, memberId, list);
    if (room === 0 && list !== 'history') throw new DomainError(FULL[list]);
    const back = missing.slice(0, room).map(({ id }) => id);
    await restoreEntries(tx, memberId, list, back);
    const leftOut = { alreadyThere: removed.length - missing.length, noRoom: missing.length - back.length };
    return { restored: back.length, leftOut, revision };
  });
}

/** Forgets what was taken off lists so long ago that it cannot be put back. */
export const forgetRemoved = ({ db }: Pick<LibraryServices, 'db'>, now: Date): Promise<void> =>
  deleteRemoved(db, new Date(now.getTime() - UNDO_MS));
