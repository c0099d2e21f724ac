import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { mediaHours } from '#db/tables/media.ts';
import { keepSound, openTape, segmentsBetween } from '#domain/media/kept-sound.ts';
import { REWIND_GRACE_MS, runRetention } from '#domain/media/media.ts';
import { replayPlaylist } from '#domain/media/playlist.rules.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { addInit, storeSegments } from '#tests/factories/media/kept-hours.ts';
import { median, p95, type Row } from './measure.ts';
import { startOwnDatabase, type OwnDatabase } from './own-database.ts';
import { A_HOUR, HOUR_MS, packedHour, SEGMENT_BYTES, T0 } from './packed-hours.ts';

/** Hours to pack, each on a timeline of its own. */
const PACKED_HOURS = 5;
const WINDOW_MS = 8 * HOUR_MS;
/** Stream with a year and a month of hours. */
const YEAR_STREAM = 881;
const YEAR_HOURS = 365 * 24;
const MONTH_HOURS = 30 * 24;
/** Number of playlists, alternating between a month and a year. */
const TURNS = 500;
const WARM_UP = 50;

interface Took {
  ms: number;
  cpuMs: number;
}

/** CPU time of a shell's children, from the last output of `times`. */
function shellCpuMs(told: string): number {
  const [user = 0, system = 0] = [...(told.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => (Number(minutes) * 60 + Number(seconds)) * 1000,
  );
  return user + system;
}

function copy(files: string, into: string): Took {
  const names = Array.from({ length: A_HOUR }, (_, i) => join(files, `${i}.m4s`)).join(' ');
  const before = performance.now();
  const { status, stdout } = spawnSync('sh', ['-c', `cat ${names} > ${into} && sync ${into}; times`]);
  if (status !== 0) throw new Error('the files could not be copied');
  return { ms: performance.now() - before, cpuMs: shellCpuMs(stdout.toString()) };
}

/**
 * Packing hours of equal size with verification, compared with `cat` of the same files into one and a sync,
 * alternating.
 */
async function packing(database: OwnDatabase): Promise<Row> {
  const { db } = database;
  const folder = mkdtempSync(resolve('data/bench-packing-'));
  try {
    const storage = diskStorage(folder);
    const [copied, packed]: [Took[], Took[]] = [[], []];
    for (let i = 0; i < PACKED_HOURS; i++) {
      const streamId = await openTape(db, { name: `bench ${i}` });
      const of = { streamId, rendition: 'a128' as const, initId: await addInit(database, streamId, 'a128') };
      const bytesOf = () => randomBytes(SEGMENT_BYTES);
      await storeSegments(database, storage, { ...of, from: T0, count: A_HOUR, bytesOf });
      const span = { startsAt: new Date(T0), endsAt: new Date(T0 + HOUR_MS) };
      await db.transaction((tx) => keepSound(tx, { streamId, ...span, keptUntil: null, why: 'bench' }));
      const pack = async () => {
        const [before, cpuBefore] = [performance.now(), database.cpuMs()];
        const now = new Date(T0 + HOUR_MS + WINDOW_MS + REWIND_GRACE_MS);
        await runRetention({ db, storage, now, windowMs: WINDOW_MS });
        packed.push({ ms: performance.now() - before, cpuMs: database.cpuMs() - cpuBefore });
      };
      const cat = () => copied.push(copy(join(folder, `${streamId}/a128/live`), join(folder, `copy-${streamId}`)));
      // The second finds the files in the page cache, so the order alternates.
      if (i % 2 === 0) cat();
      await pack();
      if (i % 2 === 1) cat();
    }
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from media_hours where stream_id <> ${YEAR_STREAM}`,
    );
    if (rows[0]?.count !== PACKED_HOURS) throw new Error(`${rows[0]?.count} hours are packed`);
    const middle = (all: Took[]): Took => ({
      ms: median(all.map(({ ms }) => ms)),
      cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    });
    const [ours, theirs] = [middle(packed), middle(copied)];
    const ratio = theirs.ms / ours.ms;
    return {
      promise: 'packing an hour of a rendition against `cat` of its segments and a sync',
      figure: `${ratio.toFixed(2)} (${ours.ms.toFixed(0)} and ${theirs.ms.toFixed(0)} ms; CPU ${ours.cpuMs.toFixed(0)} and ${theirs.cpuMs.toFixed(0)} ms)`,
      limit: '0.5 or more',
      holds: ratio >= 0.5,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Inserts packed hours of a rendition as rows. */
async function addHours(database: OwnDatabase, count: number): Promise<void> {
  const { db } = database;
  const initId = await addInit(database, YEAR_STREAM, 'a128');
  const of = { streamId: YEAR_STREAM, rendition: 'a128' as const, initId };
  const rows = Array.from({ length: count }, (_, hour) => packedHour(of, hour));
  for (let at = 0; at < rows.length; at += 500) await db.insert(mediaHours).values(rows.slice(at, at + 500));
  await db.execute(sql`analyze media_hours`);
}

const ADDRESSES = { segment: (n: number) => `${n}.m4s`, init: (id: number) => `../../init/${id}.mp4` };

/** Time to build a playlist of two random hours, ms. */
async function askFor(database: OwnDatabase, hours: number): Promise<number> {
  const from = T0 + Math.floor(Math.random() * (hours - 3) * HOUR_MS);
  const before = performance.now();
  const span = [new Date(from), new Date(from + 2 * HOUR_MS)] as const;
  const segments = await segmentsBetween(database.db, YEAR_STREAM, 'a128', ...span);
  replayPlaylist({ segments, at: ADDRESSES, from, isOver: true });
  return performance.now() - before;
}

/** Cost of retaining sound: packing, and finding two hours in archives of different sizes. */
export async function keptSoundBench(): Promise<Row[]> {
  const [month, year] = await Promise.all([startOwnDatabase(4), startOwnDatabase(4)]);
  try {
    await addHours(month, MONTH_HOURS);
    await addHours(year, YEAR_HOURS);
    const took = { month: [] as number[], year: [] as number[] };
    // Alternating, so that other load on the machine affects both.
    for (let i = -WARM_UP; i < TURNS; i++) {
      const [ofMonth, ofYear] = [await askFor(month, MONTH_HOURS), await askFor(year, YEAR_HOURS)];
      if (i < 0) continue;
      took.month.push(ofMonth);
      took.year.push(ofYear);
    }
    const [few, many] = [p95(took.month), p95(took.year)];
    const ratio = many / few;
    const middle = median(took.year) / median(took.month);
    const { rows: size } = await year.db.execute<{ mb: number }>(
      sql`select pg_total_relation_size('media_hours') / 1048576.0 as mb`,
    );
    return [
      {
        promise: 'a playlist of two hours out of a year of packs against a month, p95',
        figure: `${ratio.toFixed(2)} (${many.toFixed(1)} and ${few.toFixed(1)} ms; medians ${middle.toFixed(2)}, ${median(took.year).toFixed(1)} and ${median(took.month).toFixed(1)} ms)`,
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
