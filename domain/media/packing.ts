import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Db, Tx } from '#db/database.ts';
import { encodeHourIndex, HOUR_MS } from './hour-index.rules.ts';
import * as hours from './kept-sound.store.ts';
import { inOrder, segmentOfRow, segmentsOfHour, type KeptSegment } from './kept-sound.ts';
import { mergeSpans, touches } from './removals.rules.ts';
import { isKept, MAX_SEGMENT_MS, type RenditionName } from './renditions.rules.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { addDiscards, DRAFT_LIFE_MS, withdrawDiscard } from './upload.store.ts';

export interface HourName {
  streamId: number;
  rendition: RenditionName;
  startsAt: Date;
}

interface Context {
  db: Db;
  storage: SegmentStorage;
  now: Date;
  /** Segments that start before this have left the window. */
  before: Date;
}

/** Clients that looked a segment up before packing may still be reading it. */
const OLD_OBJECT_LIFE_MS = 600_000;

/** Segments read concurrently, to keep the disk busy. */
const READ_AT_ONCE = 32;
/** Chunk size of the verification. */
const COMPARED_BYTES = 4_194_304;

/** What will become of an hour. Computed before its bytes are written and again afterwards. */
interface Plan {
  hour: hours.HourRow | undefined;
  rows: hours.SegmentRow[];
  /** Segments that are kept. */
  kept: KeptSegment[];
  isWhole: boolean;
  reviewAt: Date | null;
}

/** The segment rows of an hour. Known rows are reused if their ids are unchanged, because rows are immutable. */
async function rowsOf(
  db: Db,
  { streamId, rendition, startsAt }: HourName,
  known: hours.SegmentRow[] | undefined,
): Promise<hours.SegmentRow[]> {
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  if (known !== undefined) {
    const ids = await hours.selectSegmentIds(db, streamId, rendition, startsAt, endsAt);
    if (ids.length === known.length && known.every(({ id }, i) => id === ids[i])) return known;
  }
  return hours.selectSegmentRows(db, streamId, rendition, startsAt, endsAt);
}

async function planOf(db: Db, { now, before }: Context, name: HourName, known?: hours.SegmentRow[]): Promise<Plan> {
  const { streamId, rendition, startsAt } = name;
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  const rows = await rowsOf(db, name, known);
  const hour = await hours.findHour(db, streamId, rendition, startsAt);
  const keeps = isKept(rendition)
    ? await hours.selectKeeps(db, streamId, startsAt, new Date(endsAt.getTime() + MAX_SEGMENT_MS), now)
    : [];
  const spans = mergeSpans(keeps.map((keep) => ({ from: keep.startsAt.getTime(), to: keep.endsAt.getTime() })));
  // A known length saves a lookup of the file size before reading.
  const ofRow = (row: hours.SegmentRow): KeptSegment => ({ ...segmentOfRow(row), range: { start: 0, end: row.bytes } });
  const segments = inOrder([...rows.map(ofRow), ...(hour ? segmentsOfHour(hour) : [])]);
  const ends = keeps.flatMap(({ keptUntil }) => keptUntil?.getTime() ?? []);
  return {
    hour,
    rows,
    kept: segments.filter((segment) => touches(spans, segment)),
    isWhole: endsAt <= before,
    reviewAt: ends.length === 0 ? null : new Date(Math.min(...ends)),
  };
}

const sameKept = (a: Plan, b: Plan): boolean =>
  a.kept.length === b.kept.length &&
  a.kept.every(({ sequence, storageKey }, i) => {
    const other = b.kept[i]!;
    return sequence === other.sequence && storageKey === other.storageKey;
  });

/** Whether the hour is already packed with exactly the kept segments. */
function isPacked({ hour, rows, kept }: Plan): boolean {
  if (hour === undefined || rows.length > 0) return false;
  // A loop has no bytes to free.
  return hour.kind === 'loop' ? kept.length > 0 : kept.length === segmentsOfHour(hour).length;
}

/** Deletes the segment rows and the former pack of an hour, and schedules the removal of their bytes. */
async function dropOld(tx: Tx, { now }: Context, { rows, hour }: Plan, pack: string | null): Promise<void> {
  const old = hour?.storageKey ?? null;
  // Sound that expires with the window is no longer referenced and can go at once. Objects of a replay may still be in
  // use.
  const dueAt = new Date(now.getTime() + (pack === null && old === null ? 0 : OLD_OBJECT_LIFE_MS));
  await hours.discardSegmentRows(
    tx,
    rows.map(({ id }) => id),
    dueAt,
  );
  if (old !== null && old !== pack) await addDiscards(tx, [old], dueAt);
}

/**
 * Writes the pack, syncs it, reads it back and compares checksums. Returns its segments; those whose bytes are missing
 * are left out.
 */
async function writePack(storage: SegmentStorage, key: string, kept: readonly KeptSegment[]) {
  const packed: (Omit<KeptSegment, 'storageKey' | 'range'> & { bytes: number })[] = [];
  let size = 0;
  let written = 0;
  const readFrom = (first: number): Promise<(Buffer | undefined)[]> =>
    Promise.all(kept.slice(first, first + READ_AT_ONCE).map(({ storageKey, range }) => storage.get(storageKey, range)));
  async function* parts(): AsyncGenerator<Buffer> {
    let reading = readFrom(0);
    for (let first = 0; first < kept.length; first += READ_AT_ONCE) {
      const found = await reading;
      // Reads the next batch while this one is written. An error surfaces when that batch is awaited.
      reading = readFrom(first + READ_AT_ONCE);
      reading.catch(() => {});
      for (const [i, bytes] of found.entries()) {
        const { storageKey: _key, range: _range, ...segment } = kept[first + i]!;
        if (bytes !== undefined) packed.push({ ...segment, bytes: bytes.length });
      }
      const part = Buffer.concat(found.filter((bytes) => bytes !== undefined));
      written = crc32(part, written);
      size += part.length;
      yield part;
    }
  }
  await storage.put(key, parts());
  // A single segment may be missing. If none can be read, the storage is unavailable and the rows must be kept.
  if (packed.length === 0) throw new Error(`no segment of the hour for pack "${key}" can be read`);
  let there = 0;
  for (let start = 0; start < size; start += COMPARED_BYTES) {
    const part = await storage.get(key, { start, end: Math.min(start + COMPARED_BYTES, size) });
    if (part === undefined) break;
    there = crc32(part, there);
  }
  if (there !== written) throw new Error(`pack "${key}" differs from what was written`);
  return packed;
}

/**
 * Settles an hour that leaves the window or is due for review: it is removed, packed, or packed again with fewer
 * segments. The row that names an object precedes its bytes, and one transaction replaces the sources with the pack, so
 * that a crash at any point loses nothing and leaves nothing behind.
 */
export async function settleHour(context: Context, name: HourName): Promise<'waits' | 'gone' | 'packed' | 'again'> {
  const { db, storage, now, before } = context;
  const plan = await planOf(db, context, name);
  if (plan.kept.length > 0 && !plan.isWhole) return 'waits';
  const key = `${name.streamId}/${name.rendition}/packs/${name.startsAt.toISOString().slice(0, 13)}-${randomUUID()}.m4s`;
  let packed: Awaited<ReturnType<typeof writePack>> = [];
  if (plan.kept.length > 0 && !isPacked(plan)) {
    await addDiscards(db, [key], new Date(now.getTime() + DRAFT_LIFE_MS));
    packed = await writePack(storage, key, plan.kept);
  }
  return db.transaction(async (tx) => {
    await hours.lockKeeps(tx, name.streamId, 'decide');
    const present = await planOf(tx, context, name, plan.rows);
    // Something changed in the meantime. The written object is a draft that expires by itself.
    if (!sameKept(plan, present) || isPacked(plan) !== isPacked(present)) return 'again';
    if (isPacked(present)) {
      await hours.setReview(tx, present.hour!.id, present.reviewAt);
      return 'packed';
    }
    if (packed.length === 0) {
      const expired = present.rows.filter(({ startsAt }) => startsAt < before);
      await dropOld(tx, context, { ...present, rows: expired }, null);
      if (present.hour) await hours.deleteHour(tx, present.hour.id);
      return 'gone';
    }
    // Retention considered the draft abandoned and is removing it, or has done so.
    if (!(await withdrawDiscard(tx, key))) return 'again';
    await dropOld(tx, context, present, key);
    const numbers = packed.map(({ sequence }) => sequence);
    await hours.savePack(tx, {
      ...name,
      firstSequence: Math.min(...numbers),
      lastSequence: Math.max(...numbers),
      storageKey: key,
      bytes: packed.reduce((sum, { bytes }) => sum + bytes, 0),
      index: Buffer.from(encodeHourIndex(name.startsAt.getTime(), packed)),
      reviewAt: present.reviewAt,
    });
    return 'packed';
  });
}
