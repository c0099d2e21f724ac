import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import * as store from './kept-sound.store.ts';
import { startTimeline } from './media.store.ts';
import { MAX_SEGMENT_MS, type RenditionName } from './renditions.rules.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { placeSegment, type Edge } from './timeline.rules.ts';
import { addDiscards, DRAFT_LIFE_MS, withdrawDiscard } from './upload.store.ts';

/** Where the timeline of a tape begins: long before any window, so that nobody takes it for live. */
export const TAPE_STARTS_AT = Date.UTC(2000, 0, 1);

/** A stream for sound that was never live. Answers its number. */
export const openTape = (db: Db, { name }: { name: string }): Promise<number> => store.insertTape(db, name);

export interface TapeSegment {
  bytes: Buffer;
  durationMs: number;
  /** Where it starts on the clock of whoever coded it (tfdt). */
  mediaStartMs: number;
}

/**
 * Puts the sound of one rendition on a tape's timeline, whole or not at all, by the rules of what encoders push, and keeps
 * it for good. Bytes are noted as drafts before they are stored, so that an import that died leaves nothing behind.
 */
export async function importTape(
  { db, storage, now }: { db: Db; storage: SegmentStorage; now: Date },
  { streamId, rendition }: { streamId: number; rendition: RenditionName },
  init: { bytes: Buffer; codecs: string; timescale: number },
  segments: AsyncIterable<TapeSegment> | Iterable<TapeSegment>,
): Promise<{ from: Date; to: Date }> {
  const dueAt = new Date(now.getTime() + DRAFT_LIFE_MS);
  const sha256 = createHash('sha256').update(init.bytes).digest('hex');
  const initKey = `${streamId}/${rendition}/init/${sha256}.mp4`;
  await storage.put(initKey, init.bytes);
  const rows: Omit<store.NewSegmentRow, 'initId'>[] = [];
  let edge: Edge | undefined;
  let endsAt = TAPE_STARTS_AT;
  let run = 0;
  for await (const { bytes, durationMs, mediaStartMs } of segments) {
    if (durationMs > MAX_SEGMENT_MS) throw new DomainError('invalidParam', `a segment lasts ${durationMs} ms`);
    const candidate = { encoderId: 0, initId: 0, startsAt: endsAt, durationMs, mediaStartMs };
    const placed = placeSegment(candidate, edge, undefined, { now: now.getTime(), windowMs: Infinity });
    if (placed.kind !== 'append') throw new DomainError('invalidParam', `a segment is ${placed.kind}`);
    const { discontinuity, newRun } = placed;
    const sequence = rows.length;
    if (newRun) run = sequence;
    const storageKey = `${streamId}/${rendition}/tape/${randomUUID()}.m4s`;
    await addDiscards(db, [storageKey], dueAt);
    await storage.put(storageKey, bytes);
    const startsAt = new Date(endsAt);
    rows.push({
      streamId,
      rendition,
      startsAt,
      durationMs,
      run,
      sequence,
      discontinuity,
      storageKey,
      bytes: bytes.length,
    });
    edge = { ...candidate, mediaEndMs: mediaStartMs + durationMs, discontinuity, indexedAt: now.getTime() };
    endsAt += durationMs;
  }
  if (rows.length === 0) throw new DomainError('invalidParam', 'a tape has sound');
  const [from, to] = [new Date(TAPE_STARTS_AT), new Date(endsAt)];
  await db.transaction(async (tx) => {
    await store.lockKeeps(tx, streamId, 'decide');
    if (await store.hasSound(tx, streamId, rendition)) throw new DomainError('conflict', 'the tape has its sound');
    const { codecs, timescale } = init;
    const initId = await store.findOrAddInit(tx, {
      streamId,
      rendition,
      sha256,
      codecs,
      timescale,
      storageKey: initKey,
    });
    for (const { storageKey } of rows)
      if (!(await withdrawDiscard(tx, storageKey))) throw new DomainError('unavailable', 'the import took too long');
    await store.insertSegmentRows(
      tx,
      rows.map((row) => ({ ...row, initId })),
    );
    await startTimeline(tx, streamId, rendition, rows.length);
    await store.upsertKeep(tx, { streamId, startsAt: from, endsAt: to, keptUntil: null, why: `tape/${rendition}` });
  });
  return { from, to };
}
