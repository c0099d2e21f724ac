import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, SEARCH_INDEX } from '#db/outbox.ts';
import { listAired, programmesBetween, recordAgain, recordAsRun } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS, ContentType, type ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { cutBroadcasts, cutSections, SETTLE_MS, type Aired, type CutBroadcast } from './archive-cut.rules.ts';
import {
  insertBroadcasts,
  listKnownBroadcasts,
  listKnownSections,
  listMarks,
  listReplayDays,
  listReports,
  lockCut,
  mergeBroadcast,
  setBroadcastsAside,
  takeDownWith,
  updateBroadcast,
  type KnownBroadcast,
} from './archive-cut.store.ts';
import { matchSpans, sameInstant, type Span } from './archive-match.rules.ts';
import { rundownOf, saveParts } from './archive-parts.ts';
import type { ArchiveSettings, SoundKeeper } from '#domain/archive/archive-services.ts';
import { ARCHIVE_TAG, archiveTag } from '#domain/archive/archive-tags.rules.ts';

export const CUT_ARCHIVE = 'cut-archive';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** As-run records are caught up for a day; older broadcasts are cut only on request. */
const LOOK_BACK_MS = 26 * HOUR_MS;
/** Read beyond the edges of the cut, so that overlapping items are seen whole. */
const MARGIN_MS = 25 * HOUR_MS;
/** The job runs each minute; an edge within this gets its own job. */
const EDGE_AHEAD_MS = 90_000;

export interface CutContext {
  sound: SoundKeeper;
  settings: ArchiveSettings;
  now: Date;
}

/** A change made by a cut, as reported to its caller. */
export interface ArchiveChange {
  kind: 'made' | 'moved' | 'over' | 'merged';
  archiveId: number;
  programId: number;
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  /** What it was merged into. */
  into?: number;
}

/** Edges of a broadcast that staff set. */
export interface EditedEdges extends Span {
  archiveId: number;
}

interface CutResult {
  changes: ArchiveChange[];
  sectionIds: number[];
}

/** Adds titles of dated changes; records contain only the programme. */
async function withTitles({ db, now }: { db: Db; now: Date }, channelId: ChannelId, rows: Omit<Aired, 'title'>[]) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const planned = await programmesBetween({ db, now }, channelId, first.startsAt, last.endsAt);
  const named = planned.filter((item) => item.source === 'override');
  return rows.map((row): Aired => {
    const change = named.find(
      (item) =>
        item.programId === row.programId &&
        item.startsAtMs < row.endsAt.getTime() &&
        item.endsAtMs > row.startsAt.getTime(),
    );
    return { ...row, title: change?.programName ?? null };
  });
}

/** Recuts what started in [from, to) on a channel. Ids are kept and edges moved; idempotent. `edited`: edges to apply. */
async function cutStretch(
  tx: Tx,
  { sound, settings, now }: CutContext,
  channelId: ChannelId,
  { from, to }: { from: Date; to: Date },
  edited?: EditedEdges,
): Promise<CutResult> {
  await lockCut(tx, channelId);
  const wide = [new Date(from.getTime() - MARGIN_MS), new Date(to.getTime() + MARGIN_MS)] as const;
  const known = await listKnownBroadcasts(tx, channelId, ...wide);
  const knownSections = await listKnownSections(tx, known);
  const reports = await listReports(tx, channelId, ...wide);
  const marks = await listMarks(tx, channelId, ...wide);
  const aired = await listAired(tx, channelId, ...wide);
  const asRun = await withTitles({ db: tx, now }, channelId, aired);
  const ofStaff = asRun.filter((row) => row.source === 'staff');
  const set = known.map((row): KnownBroadcast =>
    row.id === edited?.archiveId
      ? { ...row, startsAt: edited.startsAt, endsAt: edited.endsAt, source: 'staff', isMerged: false }
      : row,
  );
  const byHand = set.filter(
    (row) =>
      !row.isMerged &&
      (row.source === 'staff' || row.source === 'import') &&
      // A staff record in the timetable is a later statement on the same broadcast.
      !ofStaff.some(
        (item) => item.programId === row.programId && item.startsAt < row.endsAt && item.endsAt > row.startsAt,
      ),
  );
  const isWithin = (span: Span) => span.startsAt >= from && span.startsAt < to;
  const wanted = cutBroadcasts({ asRun, byHand, reports: reports.programmes }, now);
  const { rows, left } = matchSpans(wanted, known);

  const result: CutResult = { changes: [], sectionIds: [] };
  const tell = (kind: ArchiveChange['kind'], archiveId: number, item: Span & { programId: number }, into?: number) => {
    const { programId, startsAt, endsAt } = item;
    const change = { kind, archiveId, programId, streamId: channelId, startsAt, endsAt };
    result.changes.push(into === undefined ? change : { ...change, into });
  };

  const fresh = wanted.flatMap((item, index) => (rows[index] === undefined && isWithin(item) ? [{ item, index }] : []));
  const moved = wanted.flatMap((item, index) => {
    const row = rows[index];
    if (row === undefined) return [];
    const isSame =
      sameInstant(row, item) && row.isOver === item.isOver && row.title === item.title && row.source === item.source;
    return isSame && !row.isMerged ? [] : [{ item, row, hasMoved: row.isMerged || !sameInstant(row, item) }];
  });
  const hasNumber = (index: number) => {
    const item = wanted[index];
    return item !== undefined && (rows[index] !== undefined || isWithin(item));
  };
  const gone = left.filter(({ row, into }) => into !== null && hasNumber(into) && isWithin(row));
  // Rows that leave a start time go first, because start times are unique.
  await setBroadcastsAside(tx, [
    ...gone.map(({ row }) => row.id),
    ...moved.flatMap((m) => (m.hasMoved ? m.row.id : [])),
  ]);
  for (const { item, row, hasMoved } of moved) {
    await updateBroadcast(tx, row.id, { ...item, dayHk: stationDayOf(item.startsAt) });
    tell(hasMoved ? 'moved' : 'over', row.id, item);
  }
  const daysOf = await listReplayDays(
    tx,
    fresh.map(({ item }) => item.programId),
  );
  const availableUntil = ({ programId, startsAt }: CutBroadcast) =>
    new Date(startsAt.getTime() + (daysOf.get(programId) ?? settings.replayDays) * DAY_MS);
  const ids = await insertBroadcasts(
    tx,
    fresh.map(({ item }) => ({
      ...item,
      streamId: channelId,
      dayHk: stationDayOf(item.startsAt),
      availableUntil: availableUntil(item),
    })),
  );
  const idAt = new Map(wanted.flatMap((_, index) => (rows[index] ? [[index, rows[index].id]] : [])));
  for (const [i, { item, index }] of fresh.entries()) {
    const id = ids[i] ?? 0;
    idAt.set(index, id);
    tell('made', id, item);
  }
  for (const { row, into } of gone) {
    const heir = idAt.get(into ?? -1);
    if (heir === undefined) continue;
    await mergeBroadcast(tx, row, heir);
    // A take-down persists through a merge.
    if (row.state === 'taken_down') await takeDownWith(tx, heir);
    await sound.releaseSound(tx, { streamId: channelId, why: keptAs(row.id) });
    tell('merged', row.id, row, heir);
  }

  const withParts = wanted.flatMap((item, index) => {
    const archiveId = idAt.get(index);
    if (archiveId === undefined) return [];
    const given = { rundown: rundownOf(knownSections, rows[index]), reports: reports.sections, marks };
    return cutSections(item, given, now).map((part) => ({ ...part, archiveId, programId: item.programId }));
  });
  result.sectionIds = await saveParts(tx, withParts, knownSections, new Set(gone.map(({ row }) => row.id)));

  for (const { item, row, hasMoved } of moved)
    if (hasMoved && row.state !== 'taken_down')
      await keep(tx, sound, channelId, row.id, { ...item, availableUntil: row.availableUntil });
  for (const [i, { item }] of fresh.entries())
    await keep(tx, sound, channelId, ids[i] ?? 0, { ...item, availableUntil: availableUntil(item) });
  return result;
}

/** The reason under which a broadcast's sound is kept. */
export const keptAs = (archiveId: number): string => `archive/${archiveId}`;

async function keep(
  tx: Tx,
  sound: SoundKeeper,
  streamId: number,
  archiveId: number,
  { startsAt, endsAt, availableUntil }: Span & { availableUntil: Date | null },
): Promise<void> {
  // Already expired: its sound leaves with the live window.
  if (availableUntil !== null && availableUntil <= startsAt) return;
  await sound.keepSound(tx, { streamId, startsAt, endsAt, keptUntil: availableUntil, why: keptAs(archiveId) });
}

/** Purges pages and queues search indexing after a cut. */
async function followUp(tx: Tx, { changes, sectionIds }: CutResult): Promise<void> {
  if (changes.length > 0 || sectionIds.length > 0)
    await purgePages(tx, [ARCHIVE_TAG, ...changes.map(({ archiveId }) => archiveTag(archiveId))]);
  for (const itemId of sectionIds)
    await queueJob(
      tx,
      SEARCH_INDEX,
      { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId },
      { jobKey: `search-index/202/${itemId}` },
    );
}

/** Queues the cut at upcoming edges: when the next item starts, and when this one's last sound has arrived. */
async function queueEdges(tx: Tx, channelId: ChannelId, now: Date): Promise<void> {
  const known = await listKnownBroadcasts(tx, channelId, new Date(now.getTime() - MARGIN_MS), now);
  for (const { endsAt, isOver, isMerged } of known)
    for (const at of [endsAt.getTime(), endsAt.getTime() + SETTLE_MS]) {
      if (isOver || isMerged || at <= now.getTime() || at > now.getTime() + EDGE_AHEAD_MS) continue;
      await queueJob(
        tx,
        CUT_ARCHIVE,
        { channelId },
        { runAt: new Date(at), jobKey: `${CUT_ARCHIVE}/${channelId}/${at}`, maxAttempts: 3 },
      );
    }
}

/**
 * Cuts recent broadcasts of one or all channels, and schedules the next edges. `from`: start earlier, for a late
 * report.
 */
export async function cutArchive(
  { db, ...context }: CutContext & { db: Db },
  { channelId, from }: { channelId?: ChannelId | undefined; from?: Date | undefined } = {},
): Promise<ArchiveChange[]> {
  const { now } = context;
  // At an edge the timetable's own minutely run may not have happened yet.
  await recordAsRun({ db, now });
  const lately = new Date(now.getTime() - LOOK_BACK_MS);
  const done: ArchiveChange[] = [];
  for (const id of channelId === undefined ? CHANNEL_IDS : [channelId])
    done.push(
      ...(await db.transaction(async (tx) => {
        const stretch = { from: from && from < lately ? from : lately, to: new Date(now.getTime() + 1) };
        const result = await cutStretch(tx, context, id, stretch);
        await followUp(tx, result);
        await queueEdges(tx, id, now);
        return result.changes;
      })),
    );
  return done;
}

/**
 * Makes the marks of a studio parts of the broadcast that is on air at an instant, in the transaction that changes them. Returns
 * its id; null if it has only begun and is not cut yet, which is then queued.
 */
export async function cutMarks(
  tx: Tx,
  { channelId, at }: { channelId: ChannelId; at: Date },
  now: Date,
): Promise<number | null> {
  await lockCut(tx, channelId);
  const around = await listKnownBroadcasts(tx, channelId, at, new Date(at.getTime() + 1));
  const broadcast = around.find(({ isMerged }) => !isMerged);
  if (broadcast === undefined) {
    await queueJob(tx, CUT_ARCHIVE, { channelId }, { maxAttempts: 3 });
    return null;
  }
  const { id: archiveId, programId, startsAt, endsAt } = broadcast;
  const known = await listKnownSections(tx, [broadcast]);
  const reports = await listReports(tx, channelId, startsAt, endsAt);
  const marks = await listMarks(tx, channelId, startsAt, endsAt);
  const given = { rundown: rundownOf(known, broadcast), reports: reports.sections, marks };
  const parts = cutSections(broadcast, given, now).map((part) => ({ ...part, archiveId, programId }));
  const sectionIds = await saveParts(tx, parts, known, new Set());
  await followUp(tx, { changes: [], sectionIds });
  await purgePages(tx, [archiveTag(archiveId)]);
  return archiveId;
}

/** Applies edges that staff set, and recuts what is around them: soft edges of neighbours follow. */
export async function cutEdited(
  tx: Tx,
  context: CutContext,
  channelId: ChannelId,
  edited: EditedEdges,
): Promise<ArchiveChange[]> {
  const stretch = {
    from: new Date(edited.startsAt.getTime() - MARGIN_MS),
    to: new Date(Math.min(edited.endsAt.getTime() + MARGIN_MS, context.now.getTime() + 1)),
  };
  const result = await cutStretch(tx, context, channelId, stretch, edited);
  await followUp(tx, result);
  return result.changes;
}

/** Recuts a station day by the current timetable. The caller's transaction decides whether it is kept. */
export async function recutDay(tx: Tx, context: CutContext, day: DayHk): Promise<ArchiveChange[]> {
  const stretch = stationDaySpan(day);
  const changes: ArchiveChange[] = [];
  for (const channelId of CHANNEL_IDS) {
    await recordAgain({ tx, now: context.now }, channelId, stretch);
    const result = await cutStretch(tx, context, channelId, stretch);
    await followUp(tx, result);
    changes.push(...result.changes);
  }
  return changes;
}

/** Creates past days that nobody recorded, for the demo; purges nothing, because there are no readers yet. */
export async function cutPastDays(
  { db, ...context }: CutContext & { db: Db },
  days: readonly DayHk[],
): Promise<number> {
  let made = 0;
  for (const day of days)
    for (const channelId of CHANNEL_IDS)
      made += await db.transaction(async (tx) => {
        const stretch = stationDaySpan(day);
        await recordAgain({ tx, now: context.now }, channelId, stretch);
        return (await cutStretch(tx, context, channelId, stretch)).changes.length;
      });
  return made;
}
