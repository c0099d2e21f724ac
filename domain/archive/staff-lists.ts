import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { TapeKeeper } from './archive-services.ts';
import { archiveTag } from './archive-tags.rules.ts';
import { listKnownBroadcasts, listReports } from './cutting/archive-cut.store.ts';
import { SOUND_MARGIN_MS } from './sound.rules.ts';
import {
  countCues,
  countListeners,
  findBeside,
  findBroadcastAt,
  findForStaff,
  findOneForStaff,
  findParts,
  findProgramNames,
  findSavedIds,
  findSuspensions,
  type BroadcastPosition,
  type StaffFilter,
} from './staff-lists.store.ts';

// Broadcasts as staff see them: in any state, with what points into them.

/** What other modules know of a broadcast, injected because they depend on this one. */
export interface BroadcastNeighbours extends TapeKeeper {
  /** Removals in force that overlap the span, in order. */
  removalsBetween(
    db: Db,
    streamId: number,
    from: Date,
    to: Date,
  ): Promise<{ id: number; startsAt: Date; endsAt: Date; why: 'rights' | 'law' | 'error' }[]>;
  countSongs(db: Db, streamId: number, from: Date, to: Date): Promise<number>;
  /** Songs that began in the span, in order, also withdrawn ones; limited. */
  listSongMarks(
    db: Db,
    streamId: number,
    from: Date,
    to: Date,
  ): Promise<
    {
      markId: number;
      startsAt: Date;
      endsAt: Date | null;
      title: string;
      artist: string;
      isWithdrawn: boolean;
      isByHand: boolean;
    }[]
  >;
  /** What members saved of these sections, and of moments in the span. */
  countSaved(
    db: Db,
    broadcast: { sectionIds: readonly number[]; streamId: number; startsAt: Date; endsAt: Date },
  ): Promise<{ playlists: number; history: number; bookmarks: number }>;
  /** Private feeds that may contain it. */
  countFeeds(db: Db, programId: number): Promise<number>;
}

/** Broadcasts in any state, newest first. */
export async function listBroadcastsForStaff(
  { db }: { db: Db },
  filter: StaffFilter,
  { after, limit }: { after: BroadcastPosition | null; limit: number },
) {
  const rows = await findForStaff(db, filter, { after, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next = rows.length > limit && last ? { startsAtMs: last.startsAt.getTime(), id: last.id } : null;
  return { items, next };
}

/** A broadcast in any state, by a saved id. Throws `dataNotFound`. */
export async function getSavedBroadcast({ db }: { db: Db }, id: number) {
  const broadcast = isPossibleId(id) ? await findOneForStaff(db, id) : undefined;
  if (broadcast === undefined) throw new DomainError('dataNotFound', `broadcast ${id} does not exist`);
  return broadcast;
}

/** The broadcast in any state that contains an instant: its programme, and the cache tags of its pages. */
export async function broadcastAt(db: Db, streamId: number, at: Date) {
  const row = await findBroadcastAt(db, streamId, at);
  return row === undefined ? null : { programId: row.programId, tags: [archiveTag(row.id)] };
}

/** A broadcast in any state, by a saved id, with what it contains, what points into it, and those beside it. Throws `dataNotFound`. */
export async function getBroadcastForStaff(
  { db, neighbours }: { db: Db; neighbours: BroadcastNeighbours },
  id: number,
) {
  const broadcast = await getSavedBroadcast({ db }, id);
  const { streamId, startsAt, endsAt } = broadcast;
  const sections = await findParts(db, broadcast.id);
  const sectionIds = await findSavedIds(
    db,
    sections.map((section) => section.id),
  );
  const [cues, listeners, removals, songs, saved, feeds, before, after] = await Promise.all([
    countCues(db, broadcast),
    countListeners(db, broadcast),
    neighbours.removalsBetween(db, streamId, startsAt, endsAt),
    neighbours.countSongs(db, streamId, startsAt, endsAt),
    neighbours.countSaved(db, { sectionIds, streamId, startsAt, endsAt }),
    neighbours.countFeeds(db, broadcast.programId),
    findBeside(db, broadcast, 'before'),
    findBeside(db, broadcast, 'after'),
  ]);
  const beside = { before, after };
  return { broadcast, beside, sections, removals, contains: { cues, songs }, pointed: { ...saved, feeds, listeners } };
}

/** Spans of a stream that were taken down and overlap [from, to), in order. */
export async function listTakenDown({ db }: { db: Db }, streamId: number, from: Date, to: Date) {
  const around = await listKnownBroadcasts(db, streamId, from, to);
  return around.filter(({ state, isMerged }) => state === 'taken_down' && !isMerged);
}

/** What a broadcast was cut by, and what is around it within the margin of its drawing; of a tape, as far as its sound. */
export async function getSoundLanes({ db, neighbours }: { db: Db; neighbours: BroadcastNeighbours }, id: number) {
  const broadcast = await getSavedBroadcast({ db }, id);
  const { streamId, startsAt, endsAt } = broadcast;
  const tape = isChannelId(streamId) ? null : await neighbours.tapeSpan(db, streamId);
  const from = new Date(Math.max(startsAt.getTime() - SOUND_MARGIN_MS, tape?.startsAt.getTime() ?? -Infinity));
  const to = new Date(Math.min(endsAt.getTime() + SOUND_MARGIN_MS, tape?.endsAt.getTime() ?? Infinity));
  const [reports, songs, around] = await Promise.all([
    listReports(db, streamId, from, to),
    neighbours.listSongMarks(db, streamId, from, to),
    listKnownBroadcasts(db, streamId, from, to),
  ]);
  const others = around.filter((other) => other.id !== broadcast.id && !other.isMerged && other.state !== 'taken_down');
  return { from, to, reports, songs: songs.filter((song) => !song.isWithdrawn), others };
}

/** Programmes by title, of which the list can be filtered. */
export const listProgramNames = ({ db }: { db: Db }) => findProgramNames(db);

/** Functions that are suspended now. */
export const listSuspensions = ({ db }: { db: Db }) => findSuspensions(db);
