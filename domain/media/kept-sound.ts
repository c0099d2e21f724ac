import type { Db, ReadDb, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { decodeHourIndex } from './hour-index.rules.ts';
import * as store from './kept-sound.store.ts';
import type { HourRow, Keep, Removal, RemovalWhy, SegmentRow } from './kept-sound.store.ts';
import { selectSoundAt } from './sound-at.store.ts';
import { loopKey, loopSegments } from './loop.rules.ts';
import { mergeSpans, withoutRemoved } from './removals.rules.ts';
import { MAX_SEGMENT_MS, renditionsOf, SCREEN_RENDITIONS, type RenditionName } from './renditions.rules.ts';
import type { ByteRange } from './segment-storage.ts';
import { findStream } from './stream.store.ts';
import { FIRST_STREAM } from './streams.rules.ts';
import { endOf, keptSpans, type Span, type TimelineSegment } from './timeline.rules.ts';

export { REMOVAL_NOTICE, tellRemovals } from './kept-sound.store.ts';
export { importTape, openTape, TAPE_STARTS_AT, type Tape, type TapeSegment } from './tapes.ts';

/** A playable segment, with the location of its bytes. */
export interface KeptSegment extends TimelineSegment {
  storageKey: string;
  /** Byte range in the object. Undefined: the whole object. */
  range?: ByteRange;
  /** Length of an object that is a single segment, if known. */
  bytes?: number;
}

/** Keeps the sound of a span beyond the window. Calling it again changes the span or its end. */
export async function keepSound(tx: Tx, keep: Keep): Promise<void> {
  await store.lockKeeps(tx, keep.streamId, 'say');
  const before = await store.upsertKeep(tx, keep);
  if (before) await store.reviewHours(tx, keep.streamId, before.startsAt, before.endsAt);
  // The previous hour need not be reviewed: at most its last segment reaches into the span, and that was kept when the
  // hour was packed.
  const inside = new Date(keep.startsAt.getTime() + MAX_SEGMENT_MS);
  await store.reviewHours(tx, keep.streamId, inside, keep.endsAt);
}

/** Releases a keep. The next retention removes sound that nothing else keeps. */
export async function releaseSound(tx: Tx, { streamId, why }: Pick<Keep, 'streamId' | 'why'>): Promise<void> {
  await store.lockKeeps(tx, streamId, 'say');
  const gone = await store.deleteKeep(tx, streamId, why);
  if (gone) await store.reviewHours(tx, streamId, gone.startsAt, gone.endsAt);
}

/** Makes sound unplayable in every process as of commit. Returns the id by which it can be restored. Throws `dataNotFound`. */
export async function removeSound(
  tx: Tx,
  removal: { streamId: number; startsAt: Date; endsAt: Date; why: RemovalWhy },
): Promise<number> {
  if ((await findStream(tx, removal.streamId)) === undefined)
    throw new DomainError('dataNotFound', `stream ${removal.streamId} does not exist`);
  const id = await store.insertRemoval(tx, removal);
  await store.tellRemovals(tx);
  return id;
}

/** A removal that can be restored, locked until the transaction ends. Throws `dataNotFound`. */
export async function getRemoval(tx: Tx, id: number): Promise<Removal> {
  const removal = isPossibleId(id) ? await store.lockRemoval(tx, id) : undefined;
  if (removal === undefined) throw new DomainError('dataNotFound', `removal ${id} does not exist, or is restored`);
  return removal;
}

/** Restores removed sound. Throws `dataNotFound` if there is no such removal. */
export async function restoreSound(tx: Tx, id: number): Promise<void> {
  if (!(await store.liftRemoval(tx, id))) throw new DomainError('dataNotFound', 'the removal does not exist');
  await store.tellRemovals(tx);
}

/** Renditions in which a stream ever had sound. */
export const listRenditions = (db: Db, streamId: number): Promise<string[]> => store.selectRenditions(db, streamId);

/** All active removals. */
export const listRemovals = (db: Db) => store.selectRemovals(db);

export async function removalsBetween(
  db: ReadDb,
  streamId: number,
  from: Date,
  to: Date,
): Promise<{ id: number; startsAt: Date; endsAt: Date; why: RemovalWhy }[]> {
  const rows = await store.selectRemovals(db, store.overlaps(streamId, from, to));
  return rows.map(({ id, startsAt, endsAt, why }) => ({ id, startsAt, endsAt, why }));
}

/** The segments of an hour's row. */
export function segmentsOfHour(row: HourRow): KeptSegment[] {
  const { streamId, rendition, kind, storageKey, index, initId, firstSequence: first, lastSequence: last } = row;
  if (kind === 'loop') {
    return loopSegments({ first, last, initId: initId! }).map((segment) => ({
      ...segment,
      storageKey: loopKey(streamId, rendition, `${segment.sequence}.m4s`),
    }));
  }
  return decodeHourIndex(row.startsAt.getTime(), index!).map(({ offset, bytes, ...segment }) => ({
    ...segment,
    storageKey: storageKey!,
    range: { start: offset, end: offset + bytes },
  }));
}

export const segmentOfRow = (row: SegmentRow): KeptSegment => ({
  sequence: row.sequence,
  discontinuity: row.discontinuity,
  startsAt: row.startsAt.getTime(),
  durationMs: row.durationMs,
  initId: row.initId,
  storageKey: row.storageKey,
  bytes: row.bytes,
});

/** Segments of several sources in chronological order, without duplicates. */
export function inOrder<T extends TimelineSegment>(segments: readonly T[]): T[] {
  const bySequence = new Map(segments.map((segment) => [segment.sequence, segment]));
  return [...bySequence.values()].sort((a, b) => a.startsAt - b.startsAt || a.sequence - b.sequence);
}

/**
 * Segments of a rendition that overlap a span, in order: in the window, packed, or generated on demand. Includes
 * removed ones.
 */
export async function segmentsBetween(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  from: Date,
  to: Date,
): Promise<KeptSegment[]> {
  // Rows are read before hours: an hour packed in between is then found twice rather than missed.
  const rows = await store.selectSegmentRows(db, streamId, rendition, new Date(from.getTime() - MAX_SEGMENT_MS), to);
  const hours = await store.selectHours(db, streamId, rendition, from, to);
  return inOrder([...rows.map(segmentOfRow), ...hours.flatMap(segmentsOfHour)]).filter(
    (segment) => endOf(segment) > from.getTime() && segment.startsAt < to.getTime(),
  );
}

/**
 * A segment by its sequence number together with the others of its hour, as clients usually request the next ones too.
 */
export async function segmentsAround(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  sequence: number,
): Promise<KeptSegment[]> {
  const row = await store.findSegmentRow(db, streamId, rendition, sequence);
  if (row) return [segmentOfRow(row)];
  const hour = await store.findHourOfSequence(db, streamId, rendition, sequence);
  return hour ? segmentsOfHour(hour) : [];
}

/** No tape is older or younger. */
const ALL_TIME = [new Date(Date.UTC(1900, 0)), new Date(Date.UTC(2200, 0))] as const;

/** Instants between which a tape has sound, also what was removed; null if nothing of it is kept. */
export async function tapeSpan(db: Db, streamId: number): Promise<{ startsAt: Date; endsAt: Date } | null> {
  const edges: { from: number; to: number }[] = [];
  for (const rendition of renditionsOf('audio')) {
    const segments = await segmentsBetween(db, streamId, rendition, ...ALL_TIME);
    const [first, last] = [segments[0], segments.at(-1)];
    if (first && last) edges.push({ from: first.startsAt, to: endOf(last) });
  }
  if (edges.length === 0) return null;
  return {
    startsAt: new Date(Math.min(...edges.map(({ from }) => from))),
    endsAt: new Date(Math.max(...edges.map(({ to }) => to))),
  };
}

/** Spans that have sound in some rendition between two instants, without gaps and removals. */
export async function soundBetween(
  db: Db,
  streamId: number,
  from: Date,
  to: Date,
): Promise<{ from: Date; to: Date }[]> {
  const removed = mergeSpans(
    (await removalsBetween(db, streamId, from, to)).map((r) => ({
      from: r.startsAt.getTime(),
      to: r.endsAt.getTime(),
    })),
  );
  const tracks: TimelineSegment[][] = [];
  for (const rendition of streamId < FIRST_STREAM.film ? renditionsOf('audio') : SCREEN_RENDITIONS) {
    const segments = await segmentsBetween(db, streamId, rendition, from, to);
    tracks.push(withoutRemoved({ segments }, removed).segments);
  }
  return keptSpans(tracks, from.getTime())
    .flatMap((span) => lessRemoved({ from: span.from, to: Math.min(span.to, to.getTime()) }, removed))
    .map((span) => ({ from: new Date(span.from), to: new Date(span.to) }));
}

/**
 * Of each of several instants, whether its sound was removed, and whether live can be rewound to it. Hours are packed once
 * they have left the rewind window.
 */
export async function soundAt(
  db: ReadDb,
  moments: readonly { streamId: number; at: Date }[],
): Promise<{ isRemoved: boolean; isInWindow: boolean }[]> {
  if (moments.length === 0) return [];
  const rows = await selectSoundAt(db, moments, renditionsOf('audio'));
  return rows.map(({ isRemoved, hasSegment }) => ({ isRemoved, isInWindow: hasSegment && !isRemoved }));
}

/** Whether live can be rewound to an instant. */
export const canRewindTo = async (db: Db, streamId: number, at: Date): Promise<boolean> =>
  (await soundAt(db, [{ streamId, at }]))[0]!.isInWindow;

/** Spans that were on the air in some rendition of a channel between two instants, with what was removed since. */
export async function airedBetween(
  db: Db,
  streamId: number,
  from: Date,
  to: Date,
): Promise<{ from: Date; to: Date }[]> {
  const tracks: TimelineSegment[][] = [];
  for (const rendition of renditionsOf('audio')) tracks.push(await segmentsBetween(db, streamId, rendition, from, to));
  return keptSpans(tracks, from.getTime()).map((span) => ({
    from: new Date(span.from),
    to: new Date(Math.min(span.to, to.getTime())),
  }));
}

/** Start of the oldest sound of a stream that is still there; null if there is none. */
export const firstAiredAt = (db: Db, streamId: number): Promise<Date | null> => store.findFirstSound(db, streamId);

/** A span without its removals. Unlike short gaps, these never count as sound. */
function lessRemoved(span: Span, removed: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = span.from;
  for (const cut of removed) {
    if (cut.to <= at || cut.from >= span.to) continue;
    if (cut.from > at) left.push({ from: at, to: cut.from });
    at = cut.to;
  }
  if (at < span.to) left.push({ from: at, to: span.to });
  return left;
}
