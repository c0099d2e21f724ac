import { randomBytes } from 'node:crypto';
import { mediaInits, mediaSegments, mediaTimelines } from '#db/tables/media.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';

export interface StoredPart {
  sequence: number;
  startsAt: number;
  bytes: Buffer;
}

/** An init row without stored bytes. */
export async function addInit({ db }: TestDatabase, streamId: number, rendition: RenditionName): Promise<number> {
  const sha256 = randomBytes(32).toString('hex');
  const [row] = await db
    .insert(mediaInits)
    .values({
      streamId,
      rendition,
      sha256,
      storageKey: `${streamId}/${rendition}/init/${sha256}.mp4`,
      codecs: 'mp4a.40.2',
      timescale: 48_000,
    })
    .returning({ id: mediaInits.id });
  return row!.id;
}

/** Consecutive segments on the timeline as ingest leaves them, each with unique bytes. */
export async function storeSegments(
  { db }: TestDatabase,
  storage: SegmentStorage,
  {
    streamId = 881,
    rendition = 'a64',
    initId,
    from,
    count,
    first = 0,
    durationMs = 4_000,
    bytesOf = () => randomBytes(200 + Math.floor(Math.random() * 100)),
  }: {
    streamId?: number;
    rendition?: RenditionName;
    initId: number;
    from: number;
    count: number;
    first?: number;
    durationMs?: number;
    bytesOf?: (n: number) => Buffer;
  },
): Promise<StoredPart[]> {
  const parts = Array.from({ length: count }, (_, n) => ({
    sequence: first + n,
    startsAt: from + n * durationMs,
    bytes: bytesOf(n),
  }));
  for (const { sequence, bytes } of parts) await storage.put(`${streamId}/${rendition}/live/${sequence}.m4s`, bytes);
  await db.insert(mediaSegments).values(
    parts.map(({ sequence, startsAt, bytes }) => ({
      streamId,
      rendition,
      startsAt: new Date(startsAt),
      durationMs,
      initId,
      run: first,
      sequence,
      discontinuity: 0,
      storageKey: `${streamId}/${rendition}/live/${sequence}.m4s`,
      bytes: bytes.length,
    })),
  );
  await db
    .insert(mediaTimelines)
    .values({ streamId, rendition, nextSequence: first + count })
    .onConflictDoUpdate({
      target: [mediaTimelines.streamId, mediaTimelines.rendition],
      set: { nextSequence: first + count },
    });
  return parts;
}
