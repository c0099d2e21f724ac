import type { Db } from '#db/database.ts';
import { findInit, segmentsSince, type SegmentStorage, type StoredSegment } from '#domain/media/media.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { readLevels } from './levels.rules.ts';
import { findLevels, saveLevel, type SoundLevel } from './levels.store.ts';
import type { SoundMeter } from './on-air.types.ts';

/** The smallest rendition is measured: it has the same loudness. */
const RENDITION = 'a64';
/** Audio of this long is measured each minute. */
const SPAN_MS = 64_000;
/** Silence that reaches back to the start of what was measured began earlier, if it was silent then. */
const JOIN_MS = 2_000;

export interface LevelServices {
  db: Db;
  storage: SegmentStorage;
  meter: SoundMeter;
}

/** The end of a channel's audio that was encoded without a break, as one file; null if there is none. */
async function newestSound(
  { db, storage }: LevelServices,
  streamId: number,
  now: Date,
): Promise<{ segments: StoredSegment[]; bytes: Buffer } | null> {
  const since = new Date(now.getTime() - SPAN_MS);
  const all = await segmentsSince(db, since, { streamId, rendition: RENDITION });
  const newest = all.at(-1);
  if (newest === undefined) return null;
  const isOther = (one: StoredSegment) => one.initId !== newest.initId || one.discontinuity !== newest.discontinuity;
  const segments = all.slice(all.findLastIndex(isOther) + 1);
  const init = await findInit(db, newest.initId);
  const keys = [...(init ? [init.storageKey] : []), ...segments.map(({ storageKey }) => storageKey)];
  const parts = await Promise.all(keys.map((key) => storage.get(key)));
  if (init === undefined || parts.includes(undefined)) return null;
  return { segments, bytes: Buffer.concat(parts as Buffer[]) };
}

async function measureChannel(services: LevelServices, streamId: number, now: Date): Promise<SoundLevel | null> {
  const sound = await newestSound(services, streamId, now);
  if (sound === null) return null;
  const [first, last] = [sound.segments[0]!, sound.segments.at(-1)!];
  const totalMs = sound.segments.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const { lufs, silentSeconds } = readLevels(await services.meter(sound.bytes), totalMs / 1_000);
  const endsAt = last.startsAt + last.durationMs;
  let silentSince = silentSeconds > 0 ? endsAt - silentSeconds * 1_000 : null;
  const former = (await findLevels(services.db)).find((level) => level.streamId === streamId);
  if (silentSince !== null && former?.silentSince) {
    const reachesBack = silentSince - first.startsAt <= JOIN_MS && first.startsAt <= former.endsAt.getTime() + JOIN_MS;
    if (reachesBack) silentSince = Math.min(silentSince, former.silentSince.getTime());
  }
  return {
    streamId,
    measuredAt: now,
    endsAt: new Date(endsAt),
    lufs,
    silentSince: silentSince === null ? null : new Date(silentSince),
  };
}

/** Measures the last minute of each channel. A channel that cannot be measured keeps what was measured before. */
export async function measureLevels(services: LevelServices, now: Date): Promise<void> {
  const faults: unknown[] = [];
  for (const channel of CHANNEL_IDS)
    try {
      const level = await measureChannel(services, channel, now);
      if (level !== null) await saveLevel(services.db, level);
    } catch (error) {
      faults.push(error);
    }
  if (faults.length > 0) throw new AggregateError(faults, `could not measure ${faults.length} channels`);
}
