import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { mediaHours } from '#db/tables/media.ts';
import { encodeHourIndex } from '#domain/media/hour-index.rules.ts';
import { keepSound, segmentsBetween } from '#domain/media/kept-sound.ts';
import { runRetention } from '#domain/media/media.ts';
import { replayPlaylist } from '#domain/media/playlist.rules.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { addInit, storeSegments } from '#tests/factories/kept-hours.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { Row } from './measure.ts';

const HOUR_MS = 3_600_000;
const A_HOUR = 900;
const SEGMENT_MS = 4_000;
/** What 4 s take at 128 kbit/s. */
const SEGMENT_BYTES = 65_000;
const PACKED_HOURS = 3;
const YEAR_HOURS = 365 * 24;
const MONTH_HOURS = 30 * 24;
const ASKED = 500;
const WARM_UP = 50;
const T0 = Date.UTC(2025, 0, 1);

const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

async function timed(run: () => unknown): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}

/** Hours of the same size, packed and compared, against `cat` of the same files into one and a sync of it. */
async function packing(database: TestDatabase): Promise<Row> {
  mkdirSync('data', { recursive: true });
  const folder = mkdtempSync(resolve('data/bench-packing-'));
  try {
    const storage = diskStorage(folder);
    const initId = await addInit(database, 864, 'a128');
    const from = T0;
    await storeSegments(database, storage, {
      streamId: 864,
      rendition: 'a128',
      initId,
      from,
      count: PACKED_HOURS * A_HOUR,
      bytesOf: () => randomBytes(SEGMENT_BYTES),
    });
    const files = join(folder, '864', 'a128', 'live');
    const copied = await timed(() => {
      for (let hour = 0; hour < PACKED_HOURS; hour++) {
        const names = Array.from({ length: A_HOUR }, (_, i) => join(files, `${hour * A_HOUR + i}.m4s`)).join(' ');
        const into = join(folder, `copy-${hour}`);
        const { status } = spawnSync('sh', ['-c', `cat ${names} > ${into} && sync ${into}`]);
        if (status !== 0) throw new Error('the files could not be copied');
      }
    });
    await database.db.transaction((tx) =>
      keepSound(tx, {
        streamId: 864,
        startsAt: new Date(from),
        endsAt: new Date(from + PACKED_HOURS * HOUR_MS),
        keptUntil: null,
        why: 'bench',
      }),
    );
    const now = new Date(from + (PACKED_HOURS + 9) * HOUR_MS);
    const packed = await timed(() => runRetention({ db: database.db, storage, now, windowMs: 8 * HOUR_MS }));
    const ratio = copied / packed;
    return {
      promise: 'packing an hour of a rendition against `cat` of its segments and a sync',
      figure: `${ratio.toFixed(2)} (${(packed / PACKED_HOURS).toFixed(0)} and ${(copied / PACKED_HOURS).toFixed(0)} ms)`,
      limit: '0.5 or more',
      holds: ratio >= 0.5,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packed hours of a rendition as rows. */
async function addHours({ db }: TestDatabase, initId: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, hour) => {
    const segments = Array.from({ length: A_HOUR }, (__, n) => ({
      sequence: hour * A_HOUR + n,
      startsAt: T0 + hour * HOUR_MS + n * SEGMENT_MS,
      durationMs: SEGMENT_MS,
      discontinuity: 0,
      initId,
      bytes: SEGMENT_BYTES + ((n * 7919) % 900),
    }));
    return {
      streamId: 881,
      rendition: 'a128',
      startsAt: new Date(T0 + hour * HOUR_MS),
      kind: 'pack' as const,
      firstSequence: hour * A_HOUR,
      lastSequence: hour * A_HOUR + A_HOUR - 1,
      storageKey: `881/a128/packs/${hour}.m4s`,
      bytes: A_HOUR * SEGMENT_BYTES,
      index: Buffer.from(encodeHourIndex(T0 + hour * HOUR_MS, segments)),
    };
  });
  for (let at = 0; at < rows.length; at += 500) await db.insert(mediaHours).values(rows.slice(at, at + 500));
  await db.execute(sql`analyze media_hours`);
}

const ADDRESSES = { segment: (n: number) => `${n}.m4s`, init: (id: number) => `../../init/${id}.mp4` };

async function askFor({ db }: TestDatabase, hours: number): Promise<number> {
  const from = T0 + Math.floor(Math.random() * (hours - 3) * HOUR_MS);
  return timed(async () => {
    const segments = await segmentsBetween(db, 881, 'a128', new Date(from), new Date(from + 2 * HOUR_MS));
    replayPlaylist({ segments, programmes: [], at: ADDRESSES, from, isOver: true });
  });
}

/** What keeping sound costs: packing it, and finding two hours of it however much there is. */
export async function keptSoundBench(): Promise<Row[]> {
  const [month, year] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await addHours(month, await addInit(month, 881, 'a128'), MONTH_HOURS);
    await addHours(year, await addInit(year, 881, 'a128'), YEAR_HOURS);
    const took = { month: [] as number[], year: [] as number[] };
    // By turns, so that what else the machine does falls on both.
    for (let i = -WARM_UP; i < ASKED; i++) {
      const [ofMonth, ofYear] = [await askFor(month, MONTH_HOURS), await askFor(year, YEAR_HOURS)];
      if (i < 0) continue;
      took.month.push(ofMonth);
      took.year.push(ofYear);
    }
    const ratio = p95(took.year) / p95(took.month);
    const { rows: size } = await year.db.execute<{ mb: number }>(
      sql`select pg_total_relation_size('media_hours') / 1048576.0 as mb`,
    );
    return [
      {
        promise: 'a playlist of two hours out of a year of packs against a month, p95',
        figure: `${ratio.toFixed(2)} (${p95(took.year).toFixed(1)} and ${p95(took.month).toFixed(1)} ms)`,
        limit: '1.3 at most',
        holds: ratio <= 1.3,
      },
      {
        promise: 'a year of one rendition in rows',
        figure: `${YEAR_HOURS} rows, ${Number(size[0]?.mb).toFixed(0)} MB`,
        limit: 'told',
        holds: true,
      },
      await packing(year),
    ];
  } finally {
    await Promise.all([month.close(), year.close()]);
  }
}
