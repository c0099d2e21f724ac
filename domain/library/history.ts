import { isRecordingPaused } from '#domain/playback/playback.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findHistory, saveHistoryEntry, trimHistory } from './history.store.ts';
import { itemsOf, shownEntries, type Item } from './items.ts';
import { changeList, kindOf, SUSPENDABLE } from './library.ts';
import { MAX_HISTORY, instantInto, searchWords } from './library.rules.ts';
import type { LibraryServices } from './library-services.ts';
import { findRevision, nextPosition } from './lists.store.ts';

export type HistoryItem = Item & { entryId: number; playedAt: Date };

/**
 * A member's history, last played first, optionally filtered by keyword, with the offset of the next page; null after
 * the last.
 */
export async function listHistory(
  services: LibraryServices,
  { memberId }: MemberActor,
  { limit, offset, keyword = '' }: { limit: number; offset: number; keyword?: string | undefined },
  now: Date,
): Promise<{ items: HistoryItem[]; nextOffset: number | null; isPaused: boolean; revision: number }> {
  const { db } = services;
  const revision = await findRevision(db, memberId, 'history');
  const isPaused = await isRecordingPaused(db, memberId);
  const entries = await findHistory(db, memberId, { limit: limit + 1, offset, words: searchWords(keyword) });
  const shown = await shownEntries(services, entries.slice(0, limit), now);
  const items = await itemsOf(
    services,
    memberId,
    shown.map(({ section }) => section),
  );
  return {
    items: items.map((item, i) => ({ ...item, entryId: shown[i]!.id, playedAt: shown[i]!.playedAt })),
    nextOffset: entries.length > limit ? offset + limit : null,
    isPaused,
    revision,
  };
}

async function sectionOf({ db, archive }: LibraryServices, sectionId: number, now: Date) {
  const section = (await archive.findSections(db, [sectionId], now)).get(sectionId);
  if (section === undefined) throw new DomainError('dataNotFound');
  return section;
}

/** Adds a played section at the top of the history; does nothing while recording is paused. */
export async function addToHistory(
  services: LibraryServices,
  actor: MemberActor,
  sectionId: number,
  now: Date,
): Promise<{ id: number | null; revision: number }> {
  const { db, archive } = services;
  await archive.assertNotSuspended(db, SUSPENDABLE.history);
  const section = await sectionOf(services, sectionId, now);
  const { memberId } = actor;
  if (await isRecordingPaused(db, memberId)) return { id: null, revision: await findRevision(db, memberId, 'history') };
  return changeList(db, actor, 'history', async (tx, revision) => {
    const position = await nextPosition(tx, memberId, 'history');
    const id = await saveHistoryEntry(tx, { memberId, sectionId: section.id, position, playedAt: now });
    await trimHistory(tx, memberId, MAX_HISTORY);
    return { id, revision };
  });
}

/** Forwards a playback position in a section (AP-056): `at` is the instant itself, which moved edges do not affect. */
export async function updateSectionPlayback(
  services: LibraryServices,
  actor: MemberActor,
  {
    sectionId,
    entryId,
    position,
    at,
    deviceName,
  }: {
    deviceName: string;
    sectionId: number;
    entryId?: number | undefined;
    position: number;
    at?: Date | undefined;
  },
  now: Date,
): Promise<void> {
  if (entryId !== undefined) await kindOf(services, actor, entryId);
  const section = await sectionOf(services, sectionId, now);
  const { memberId, sessionId } = actor;
  const event = {
    memberId,
    sessionId,
    deviceName,
    streamId: section.streamId,
    at: at ?? instantInto(section, position),
  };
  await services.recordPlaybackPosition(services.db, event, now);
}
