import type { Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { cutEdited, type CutContext } from './archive-cut.ts';
import { listKnownBroadcasts, listKnownSections, lockCut, updateBroadcast } from './archive-cut.store.ts';
import { overlapMs, type Span } from './archive-match.rules.ts';
import { rundownOf, saveRundown } from './archive-parts.ts';
import { announce, getLockedBroadcast } from './staff-actions.ts';
import type { TapeKeeper } from '#domain/archive/archive-services.ts';
import { findOneForStaff } from '#domain/archive/staff-lists.store.ts';
import { SHORTEST_MS, WIDEST_MOVE_MS } from './edited-broadcast.rules.ts';

// What staff change of a broadcast by hand: its edges, and its parts with their names. What members saved points at
// instants of the stream, so none of it moves to other sound.

/** The broadcast of a saved id, and the channel's cuts locked before its row, as a cut does. Throws `dataNotFound`. */
async function lockForEdit(tx: Tx, archiveId: number) {
  const found = await findOneForStaff(tx, archiveId);
  if (found !== undefined) await lockCut(tx, found.streamId);
  return getLockedBroadcast(tx, archiveId);
}

const isSame = (one: Date, other: Date): boolean => one.getTime() === other.getTime();

/** Cuts a channel at edges that staff set. Throws `conflict` if a neighbour or the timetable does not allow them. */
async function cutChannel(
  tx: Tx,
  context: CutContext,
  streamId: ChannelId,
  { archiveId, before, after }: { archiveId: number; before: Span; after: Span },
): Promise<void> {
  const known = await listKnownBroadcasts(tx, streamId, after.startsAt, after.endsAt);
  const others = known.filter((other) => other.id !== archiveId && !other.isMerged);
  for (const other of others) {
    const taken = overlapMs(other, after) - overlapMs(other, before);
    const isFixed = other.source === 'staff' || other.source === 'import';
    const left = other.endsAt.getTime() - other.startsAt.getTime() - overlapMs(other, after);
    if (taken > 0 && (isFixed || left < SHORTEST_MS)) throw refused('neighbour-fixed', { broadcast_id: other.id });
  }
  await cutEdited(tx, context, streamId, { archiveId, ...after });
  const cut = await getLockedBroadcast(tx, archiveId);
  if (cut.id !== archiveId || !isSame(cut.startsAt, after.startsAt) || !isSame(cut.endsAt, after.endsAt))
    throw refused('edges-of-timetable');
}

/** Moves the edges of a classic within its sound; its parts follow. All of its sound stays kept. */
async function cutTape(
  tx: Tx,
  { sound, now }: CutContext & { sound: TapeKeeper },
  { broadcast, after }: { broadcast: Awaited<ReturnType<typeof lockForEdit>>; after: Span },
): Promise<void> {
  const { id, streamId } = broadcast;
  const tape = await sound.tapeSpan(tx, streamId);
  if (tape === null || after.startsAt < tape.startsAt || after.endsAt > tape.endsAt)
    throw impossible('edges-outside-tape');
  const known = await listKnownSections(tx, [{ ...broadcast, isMerged: false }]);
  const moved = { ...broadcast, ...after, source: 'staff' as const };
  await updateBroadcast(tx, id, { ...moved, dayHk: stationDayOf(after.startsAt) });
  const rundown = rundownOf(known, { ...broadcast, isMerged: false });
  await saveRundown(tx, moved, rundown, now);
}

/**
 * Sets the edges of a broadcast. Soft edges of its neighbours follow; those of a classic stay within its sound. `before`: the edges that the caller saw. Throws
 * `conflict` if they have changed or a neighbour's edges are not soft, `invalidParam` if the span is not possible.
 */
export async function setEdges(
  tx: Tx,
  context: CutContext & { sound: TapeKeeper },
  hand: Hand,
  { archiveId: asked, startsAt, endsAt, before: seen }: { archiveId: number; before: Span } & Span,
): Promise<{ archiveId: number; before: Span; after: Span }> {
  const broadcast = await lockForEdit(tx, asked);
  const { id: archiveId, streamId, isOver, ...row } = broadcast;
  const before = { startsAt: row.startsAt, endsAt: row.endsAt };
  const endHasMoved = !isSame(endsAt, seen.endsAt);
  if (!isSame(seen.startsAt, row.startsAt) || (isOver && !isSame(seen.endsAt, row.endsAt)))
    throw refused('edited-since');
  if (!isOver && endHasMoved) throw impossible('broadcast-not-over');
  const after = { startsAt, endsAt: isOver ? endsAt : row.endsAt };
  const moves = [
    after.startsAt.getTime() - before.startsAt.getTime(),
    after.endsAt.getTime() - before.endsAt.getTime(),
  ];
  if (moves.some((ms) => Math.abs(ms) > WIDEST_MOVE_MS)) throw impossible('edge-too-far');
  if (after.endsAt.getTime() - after.startsAt.getTime() < SHORTEST_MS || overlapMs(before, after) === 0)
    throw impossible('broadcast-too-short');
  if (after.endsAt > context.now && isOver) throw impossible('end-in-future');
  if (isChannelId(streamId)) await cutChannel(tx, context, streamId, { archiveId, before, after });
  else await cutTape(tx, context, { broadcast, after });
  await recordAudit(
    tx,
    hand,
    { action: 'archive.set-edges', subject: ['replay', archiveId], before, after },
    context.now,
  );
  await announce(tx, archiveId);
  return { archiveId, before, after };
}

/** The beginning of a part, and its name. */
export interface PartStart {
  startsAt: Date;
  title: string | null;
}

const linesOf = (parts: readonly PartStart[]): string[] =>
  parts.map(({ startsAt, title }) => `${dateTimeHk(startsAt).slice(11, 19)} ${title ?? ''}`.trim());

/**
 * Replaces the parts of a broadcast: each lasts until the next starts, the first begins with the broadcast. Parts keep
 * their ids by overlap. `before`: the beginnings that the caller saw. Throws `conflict` if they have changed.
 */
export async function setParts(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  {
    archiveId: asked,
    before: seen,
    parts,
  }: { archiveId: number; before: readonly Date[]; parts: readonly PartStart[] },
): Promise<{ archiveId: number; before: PartStart[]; after: PartStart[] }> {
  const broadcast = await lockForEdit(tx, asked);
  const { id: archiveId, startsAt, endsAt } = broadcast;
  const known = await listKnownSections(tx, [{ ...broadcast, isMerged: false }]);
  const before = known.filter((part) => !part.isMerged);
  if (seen.length !== before.length || seen.some((at, i) => !isSame(at, before[i]!.startsAt)))
    throw refused('edited-since');
  const rundown = parts.map((part, i) => ({
    startsAt: i === 0 ? startsAt : part.startsAt,
    endsAt: parts[i + 1]?.startsAt ?? endsAt,
    title: part.title,
    source: 'staff' as const,
  }));
  if (rundown.some((part) => part.startsAt < startsAt || part.endsAt > endsAt || part.endsAt <= part.startsAt))
    throw impossible('parts-out-of-order');
  await saveRundown(tx, broadcast, rundown, now);
  const saved = await listKnownSections(tx, [{ ...broadcast, isMerged: false }]);
  const after = saved.filter((part) => !part.isMerged);
  if (linesOf(after).join('\n') !== linesOf(rundown).join('\n')) throw refused('part-of-mark');
  const values = { before: { parts: linesOf(before) }, after: { parts: linesOf(after) } };
  await recordAudit(tx, hand, { action: 'archive.set-parts', subject: ['replay-parts', archiveId], ...values }, now);
  await announce(tx, archiveId);
  return { archiveId, before, after };
}
