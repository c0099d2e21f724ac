import type { Db, Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { itemsOf, shownEntries, type Item } from './items.ts';
import { changeList, SUSPENDABLE } from './library.ts';
import {
  MAX_FAVOURITES,
  fitInto,
  NEIGHBOURS_AT_ONCE,
  MAX_PLAYLIST,
  refusalOf,
  type Direction,
  type PlaylistKind,
  type Wanted,
} from './library.rules.ts';
import type { LibraryServices, ListedSection } from './library-services.ts';
import { countEntries, findRevision, nextPosition, openAfter } from './lists.store.ts';
import { findBookmarks } from './bookmarks.store.ts';
import { findFavouriteEntries, findFavourites } from './favourites.store.ts';
import { findHistory, findHistoryEntries } from './history.store.ts';
import { findEntries, findSectionIdsOf, insertEntries, type PlaylistEntry } from './playlist.store.ts';

export type PlaylistItem = Item & { entryId: number; isAuto: boolean };

/** More than a list shows, because hidden or merged sections lie in between. */
const MAX_ROWS = 4 * MAX_PLAYLIST;
/** History is read in steps until the list is full. */
const HISTORY_STEP = 200;

async function present(services: LibraryServices, memberId: number, entries: readonly PlaylistEntry[], now: Date) {
  const shown = await shownEntries(services, entries, now);
  const items = await itemsOf(
    services,
    memberId,
    shown.map(({ section }) => section),
  );
  return items.map((item, i): PlaylistItem => ({ ...item, entryId: shown[i]!.id, isAuto: shown[i]!.isAuto }));
}

/** A member's playlist in order. */
export async function listPlaylist(
  services: LibraryServices,
  { memberId }: MemberActor,
  kind: PlaylistKind,
  now: Date,
): Promise<{ items: PlaylistItem[]; revision: number }> {
  const revision = await findRevision(services.db, memberId, kind);
  const entries = await findEntries(services.db, memberId, kind, MAX_ROWS);
  return { items: await present(services, memberId, entries, now), revision };
}

export interface Added {
  /** The added entries, or the whole list if requested. */
  items: PlaylistItem[];
  added: number;
  leftOut: { alreadyThere: number; noRoom: number };
  revision: number;
}

export interface Adding {
  direction?: Direction | undefined;
  /** The entry to add after; by default the end. */
  afterEntryId?: number | undefined;
  /** Sections of these entries are excluded. */
  exceptEntryIds?: readonly number[] | undefined;
  /** Returns the whole list. */
  fetch?: boolean | undefined;
}

/** Sections to add, in order, chosen under the list's lock; `more` counts those not examined for lack of room. */
type Choose = (tx: Tx, room: number, there: ReadonlySet<number>) => Promise<{ wanted: Wanted[]; more: number }>;

/** Adds what fits under the list's lock, and reports the rest. */
async function add(
  services: LibraryServices,
  actor: MemberActor,
  kind: PlaylistKind,
  { afterEntryId, exceptEntryIds = [], fetch = false }: Adding,
  choose: Choose,
  now: Date,
): Promise<Added> {
  const { db, archive } = services;
  const { memberId } = actor;
  await archive.assertNotSuspended(db, SUSPENDABLE[kind]);
  const { entries, ...told } = await changeList(db, actor, kind, async (tx, revision) => {
    const listed = await shownEntries({ db: tx, archive }, await findEntries(tx, memberId, kind, MAX_ROWS), now);
    const there = new Set(listed.map(({ section }) => section.id));
    const left = await archive.findSections(tx, await findSectionIdsOf(tx, memberId, exceptEntryIds), now);
    const leftIds = new Set([...left.values()].map(({ id }) => id));
    const room = Math.max(0, MAX_PLAYLIST - listed.length);
    const { wanted, more } = await choose(tx, room, there);
    const fit = fitInto(
      there,
      room,
      wanted.filter(({ sectionId }) => !leftIds.has(sectionId)),
    );
    const noRoom = fit.noRoom + more;
    const refusal = refusalOf({ ...fit, noRoom });
    if (refusal !== null) throw new DomainError(refusal);
    const from =
      afterEntryId === undefined
        ? await nextPosition(tx, memberId, kind)
        : await openAfter(tx, memberId, kind, { id: afterEntryId, places: fit.fitting.length });
    if (from === null) throw new DomainError('dataNotFound');
    return {
      entries: await insertEntries(tx, { memberId, kind, from, now }, fit.fitting),
      added: fit.fitting.length,
      leftOut: { alreadyThere: fit.alreadyThere, noRoom },
      revision,
    };
  });
  const items = fetch
    ? (await listPlaylist(services, actor, kind, now)).items
    : await present(services, memberId, entries, now);
  return { ...told, items };
}

const chosen = (sections: readonly ListedSection[], isAuto = false): Wanted[] =>
  sections.filter(({ isHeard }) => isHeard).map(({ id }) => ({ sectionId: id, isAuto }));

/** The chosen sections, plus neighbours of the outermost in the given direction. */
async function withNeighbours(
  { archive }: LibraryServices,
  tx: Tx,
  sections: readonly ListedSection[],
  { direction, isAuto = false }: { direction?: Direction | undefined; isAuto?: boolean | undefined },
  now: Date,
): Promise<Wanted[]> {
  const outermost = sections.at(direction === 'backward' ? 0 : -1);
  if (direction === undefined || outermost === undefined) return chosen(sections, isAuto);
  const near = await archive.listNeighbours(tx, outermost, { direction, limit: NEIGHBOURS_AT_ONCE }, now);
  return [...chosen(sections, isAuto), ...chosen(near, true)];
}

/** A section, a broadcast, or a programme for its newest broadcast; the most specific one counts. */
export interface Named {
  sectionId?: number | undefined;
  archiveId?: number | undefined;
  programId?: number | undefined;
}

async function sectionsOf(
  { archive }: LibraryServices,
  db: Db,
  { sectionId, archiveId, programId }: Named,
  now: Date,
): Promise<ListedSection[]> {
  if (sectionId !== undefined) {
    const section = (await archive.findSections(db, [sectionId], now)).get(sectionId);
    return section ? [section] : [];
  }
  const newest = archiveId === undefined && programId !== undefined && (await archive.findNewest(db, [programId], now));
  const id = archiveId ?? (newest ? newest.get(programId!)?.archiveId : undefined);
  return id === undefined ? [] : ((await archive.findSectionsOf(db, [id], now)).get(id) ?? []);
}

/** Adds the named sections. Throws 1 if none is named, 6 if none can be played. */
export async function addToPlaylist(
  services: LibraryServices,
  actor: MemberActor,
  kind: PlaylistKind,
  asked: Named & Adding & { isAuto?: boolean | undefined },
  now: Date,
): Promise<Added> {
  if (asked.sectionId === undefined && asked.archiveId === undefined && asked.programId === undefined)
    throw new DomainError('invalidParam', 'a section, broadcast or programme to add is required');
  return add(
    services,
    actor,
    kind,
    asked,
    async (tx) => {
      const sections = await sectionsOf(services, tx, asked, now);
      return { wanted: await withNeighbours(services, tx, sections, asked, now), more: 0 };
    },
    now,
  );
}

/** Entries of another list whose sections are added to the playlist. */
export type WhichEntries = { ids: readonly number[] } | 'all';

/**
 * Adds the newest broadcasts of some or all favourites to the member's own playlist; a single one can have neighbours.
 */
export async function addFavouritesToPlaylist(
  services: LibraryServices,
  actor: MemberActor,
  { which, direction, ...asked }: Adding & { which: WhichEntries },
  now: Date,
): Promise<Added> {
  const { archive } = services;
  const { memberId } = actor;
  return add(
    services,
    actor,
    'playlist',
    asked,
    async (tx) => {
      const favourites =
        which === 'all'
          ? await findFavourites(tx, memberId, MAX_FAVOURITES)
          : await findFavouriteEntries(tx, memberId, which.ids);
      if (which !== 'all' && favourites.length === 0) throw new DomainError('dataNotFound');
      const programs = favourites.map(({ programId }) => programId);
      const newest = await archive.findNewest(tx, programs, now);
      const archives = programs.flatMap((id) => newest.get(id)?.archiveId ?? []);
      const bySection = await archive.findSectionsOf(tx, archives, now);
      const sections = archives.flatMap((id) => bySection.get(id) ?? []);
      const isOne = which !== 'all' && which.ids.length === 1;
      const wanted = await withNeighbours(services, tx, sections, isOne ? { direction } : {}, now);
      return { wanted, more: 0 };
    },
    now,
  );
}

/** Adds some or all of the history, newest first, to the member's own playlist; a single one can have neighbours. */
export async function addHistoryToPlaylist(
  services: LibraryServices,
  actor: MemberActor,
  { which, direction, ...asked }: Adding & { which: WhichEntries },
  now: Date,
): Promise<Added> {
  const { memberId } = actor;
  return add(
    services,
    actor,
    'playlist',
    asked,
    async (tx, room, there) => {
      if (which !== 'all') {
        const entries = await findHistoryEntries(tx, memberId, which.ids);
        if (entries.length === 0) throw new DomainError('dataNotFound');
        const shown = await shownEntries({ ...services, db: tx }, entries, now);
        const sections = shown.map(({ section }) => section);
        const isOne = which.ids.length === 1;
        return { wanted: await withNeighbours(services, tx, sections, isOne ? { direction } : {}, now), more: 0 };
      }
      const wanted: Wanted[] = [];
      const isEnough = () => fitInto(there, room, wanted).noRoom > 0;
      for (let offset = 0; ; offset += HISTORY_STEP) {
        const entries = await findHistory(tx, memberId, { limit: HISTORY_STEP, offset });
        const shown = await shownEntries({ ...services, db: tx }, entries, now);
        wanted.push(...chosen(shown.map(({ section }) => section)));
        const looked = offset + entries.length;
        if (entries.length < HISTORY_STEP) return { wanted, more: 0 };
        if (isEnough()) return { wanted, more: (await countEntries(tx, memberId, 'history')) - looked };
      }
    },
    now,
  );
}

/** Adds the sections of bookmarks to the member's own playlist. */
export async function addBookmarkedToPlaylist(
  services: LibraryServices,
  actor: MemberActor,
  { ids, ...asked }: Adding & { ids: readonly number[] },
  now: Date,
): Promise<Added> {
  return add(
    services,
    actor,
    'playlist',
    asked,
    async (tx) => {
      const marked = await findBookmarks(tx, actor.memberId, services.bookmarksAtMost);
      const some = marked.filter(({ id }) => ids.includes(id));
      if (some.length === 0) throw new DomainError('dataNotFound');
      const sections = await services.archive.findSectionsAt(tx, some, now);
      return { wanted: chosen(sections.filter((section) => section !== undefined)), more: 0 };
    },
    now,
  );
}
