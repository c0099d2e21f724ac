import type { Db, Tx } from '#db/database.ts';
import type { SuspendableFunction } from '#domain/archive/suspendable-functions.rules.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_FAVOURITES, LIST_KINDS, MAX_PLAYLIST, UNDO_MS, type ListKind } from './library.rules.ts';
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

// Operations common to all lists. The door; each list has its own file.

export type { LibraryServices, ListedSection } from './library-services.ts';

export { countSaved } from './lists.store.ts';

/** Names of the functions an operator can suspend (code 20). */
export const SUSPENDABLE = {
  queue: 'library.playlist',
  playlist: 'library.playlist',
  favourite: 'library.favourite',
  history: 'library.history',
  bookmark: 'library.bookmark',
} as const satisfies Record<ListKind, SuspendableFunction>;

/** Runs a change under the list's lock and increments its revision. */
export const changeList = <T>(
  db: Db,
  { memberId }: MemberActor,
  kind: ListKind,
  change: (tx: Tx, revision: number) => Promise<T>,
): Promise<T> => db.transaction(async (tx) => change(tx, await lockList(tx, memberId, kind)));

/** Locks all lists of a member, and counts each as changed, so that open pages read them again. */
export async function lockLists(tx: Tx, memberId: number): Promise<void> {
  for (const kind of LIST_KINDS) await lockList(tx, memberId, kind);
}

/** Entries in each list of a member; taken-down replays count, because they may return. */
export const countLists = (
  { db }: Pick<LibraryServices, 'db'>,
  { memberId }: MemberActor,
): Promise<Record<ListKind, number>> => countEach(db, memberId);

export interface Order {
  id: number;
  /** Null: first. */
  predecessor: number | null;
}

/**
 * Moves an entry directly after another of the same list. Throws 6 if either is missing, for instance removed in
 * another tab.
 */
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

/** As `orderList`, in whichever playlist contains the entry. */
export async function orderPlaylistOf(
  services: Pick<LibraryServices, 'db'>,
  actor: MemberActor,
  order: Order,
): Promise<{ revision: number }> {
  return orderList(services, actor, await kindOf(services, actor, order.id), order);
}

/** The playlist that contains a member's entry; throws 6 if there is none. */
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
  /** Identifies the removal for `undoRemoval`. */
  revision: number;
  removed: number;
}

/**
 * Removes one entry, throwing 6 if missing; several, throwing 6 if all are missing; or all except some. A removal can
 * be undone for an hour.
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

/** How many more entries fit. Hidden entries count, because they may return. */
async function roomIn(
  tx: Tx,
  { bookmarksAtMost }: Pick<LibraryServices, 'bookmarksAtMost'>,
  memberId: number,
  kind: Exclude<ListKind, 'history'>,
): Promise<number> {
  const atMost = { queue: MAX_PLAYLIST, playlist: MAX_PLAYLIST, favourite: MAX_FAVOURITES };
  const most = kind === 'bookmark' ? bookmarksAtMost : atMost[kind];
  return Math.max(0, most - (await countEntries(tx, memberId, kind)));
}

/**
 * Undoes a removal: the same entries with their ids and relative positions. Throws 6 if nothing is left to restore;
 * 120001 or 10027 if there is no room, 120004 if everything was added again since.
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

/** Deletes removed entries that can no longer be restored. */
export const forgetRemoved = ({ db }: Pick<LibraryServices, 'db'>, now: Date): Promise<void> =>
  deleteRemoved(db, new Date(now.getTime() - UNDO_MS));
