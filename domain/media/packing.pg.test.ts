import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { mediaHours } from '#db/tables/media.ts';
import { addInit, storeSegments, type StoredPart } from '#tests/factories/media/kept-hours.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { keepSound, releaseSound, removalsBetween, removeSound, segmentsBetween, soundBetween } from './kept-sound.ts';
import { runRetention, type SegmentStorage } from './media.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 8 * HOUR_MS;
/** A full hour; its segments start every 4 s. */
const T0 = Date.UTC(2026, 10, 1, 4);
const at = (n: number): Date => new Date(T0 + n * 4_000);
/** The first instant at which the hour of T0 is past the window and its grace period. */
const OVER = T0 + HOUR_MS + WINDOW_MS + HOUR_MS;

let database: TestDatabase;
let storage: ReturnType<typeof memoryStorage>;
let initId: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(
    sql`truncate media_segments, media_timelines, media_inits, media_discards, media_hours, media_keeps, media_removals cascade`,
  );
  storage = memoryStorage();
  initId = await addInit(database, 881, 'a64');
});

const retain = (now: number, store: SegmentStorage = storage, db: Db = database.db) =>
  runRetention({ db, storage: store, now: new Date(now), windowMs: WINDOW_MS });
const keep = (from: number, to: number, keptUntil: Date | null = null, why = 'archive/1') =>
  database.db.transaction((tx) => keepSound(tx, { streamId: 881, startsAt: at(from), endsAt: at(to), keptUntil, why }));
const heard = async () => {
  const segments = await segmentsBetween(database.db, 881, 'a64', new Date(0), new Date(OVER));
  return Promise.all(
    segments.map(async ({ sequence, startsAt, storageKey, range }) => ({
      sequence,
      startsAt,
      bytes: await storage.get(storageKey, range),
    })),
  );
};
const numbers = async () => (await heard()).map(({ sequence }) => sequence);
const hours = () => database.db.select().from(mediaHours).orderBy(mediaHours.startsAt);
const objects = (): string[] => [...storage.objects.keys()];
const fill = (from: number, count: number): Promise<StoredPart[]> =>
  storeSegments(database, storage, { initId, from: at(from).getTime(), count, first: from });

describe('an hour that leaves the window', () => {
  it('is packed with every byte, number and instant it had, and its rows and objects go', async () => {
    const parts = await fill(0, 900);
    await keep(0, 900);
    await retain(OVER - 1);
    expect(await hours()).toEqual([]);
    await retain(OVER);
    const [hour] = await hours();
    expect(hour).toMatchObject({ kind: 'pack', firstSequence: 0, lastSequence: 899, reviewAt: null });
    expect(hour!.index!.length).toBeLessThan(900 * 9);
    expect((await database.pool.query('select 1 from media_segments')).rowCount).toBe(0);
    expect(await heard()).toEqual(parts);
    // Segments looked up before packing can still be fetched for ten minutes.
    await retain(OVER + 599_000);
    expect(objects()).toHaveLength(901);
    await retain(OVER + 601_000);
    expect(objects()).toHaveLength(1);
    expect(await heard()).toEqual(parts);
    expect((await database.pool.query('select 1 from media_discards')).rowCount).toBe(0);
  });

  it('keeps the segments that some keep touches, and no others', async () => {
    await fill(0, 100);
    await keep(10, 12);
    await database.db.transaction((tx) =>
      keepSound(tx, {
        streamId: 881,
        startsAt: new Date(at(50).getTime() + 100),
        endsAt: new Date(at(51).getTime() + 100),
        keptUntil: null,
        why: 'archive/2',
      }),
    );
    await retain(OVER);
    expect(await numbers()).toEqual([10, 11, 50, 51]);
  });

  it('goes whole when nothing keeps it, and pictures go in any case', async () => {
    await storeSegments(database, storage, {
      rendition: 'v360',
      initId: await addInit(database, 881, 'v360'),
      from: T0,
      count: 5,
    });
    await fill(0, 5);
    await keep(0, 900, new Date(OVER - 1));
    await retain(OVER);
    expect([await hours(), objects(), await numbers()]).toEqual([[], [], []]);
    expect((await database.pool.query('select 1 from media_segments')).rowCount).toBe(0);
  });

  it('has no gap for those who listen across its edge', async () => {
    const parts = await fill(0, 1_000);
    await keep(0, 2_000);
    await retain(OVER);
    expect(await hours()).toHaveLength(1);
    expect(await heard()).toEqual(parts);
  });
});

describe('an hour that was packed', () => {
  it('is packed again without what may be heard no longer, and goes when nothing of it may', async () => {
    const parts = await fill(0, 100);
    await keep(0, 50, new Date(OVER + HOUR_MS), 'archive/1');
    await keep(40, 80, new Date(OVER + 2 * HOUR_MS), 'archive/2');
    await retain(OVER);
    expect((await hours())[0]!.reviewAt?.getTime()).toBe(OVER + HOUR_MS);
    await retain(OVER + HOUR_MS - 1);
    expect(await numbers()).toHaveLength(80);
    await retain(OVER + HOUR_MS);
    expect(await heard()).toEqual(parts.slice(40, 80));
    expect((await hours())[0]).toMatchObject({ firstSequence: 40, lastSequence: 79 });
    await retain(OVER + 2 * HOUR_MS);
    await retain(OVER + 3 * HOUR_MS);
    expect([await hours(), objects()]).toEqual([[], []]);
  });

  it('loses at once what is let go, and keeps what is kept longer after all', async () => {
    await fill(0, 100);
    await keep(0, 50, new Date(OVER + HOUR_MS), 'archive/1');
    await keep(50, 100, new Date(OVER + HOUR_MS), 'archive/2');
    await retain(OVER);
    await database.db.transaction((tx) => releaseSound(tx, { streamId: 881, why: 'archive/2' }));
    await keep(0, 50, null, 'archive/1');
    await retain(OVER + 1_000);
    expect(await numbers()).toHaveLength(50);
    expect((await hours())[0]!.reviewAt).toBeNull();
    await retain(OVER + 5 * HOUR_MS);
    expect(await numbers()).toHaveLength(50);
  });

  it('stays as rows while its bytes cannot be read, and holds nothing else up', async () => {
    await fill(0, 10);
    await storeSegments(database, storage, { initId, from: T0 + HOUR_MS, count: 10, first: 900 });
    await keep(0, 2_000);
    const away: SegmentStorage = {
      ...storage,
      get: (key, range) => (/live\/\d\.m4s$/.test(key) ? Promise.resolve(undefined) : storage.get(key, range)),
    };
    await expect(retain(OVER + HOUR_MS, away)).rejects.toThrow('could not settle 1 hours of audio');
    expect((await hours()).map(({ firstSequence }) => firstSequence)).toEqual([900]);
    expect(await numbers()).toHaveLength(20);
    await retain(OVER + HOUR_MS);
    expect(await hours()).toHaveLength(2);
  });
});

/** Simulates a crash at the n-th storage call or transaction. */
class Down extends Error {}
function failingAt(n: number, when: 'before' | 'after'): { store: SegmentStorage; db: Db; isDown: () => boolean } {
  let asked = 0;
  let down = false;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    const isIt = asked++ === n;
    if (down || (isIt && when === 'before')) {
      down = true;
      throw new Down();
    }
    const answer = await work();
    if (isIt) {
      down = true;
      throw new Down();
    }
    return answer;
  };
  return {
    isDown: () => down,
    db: new Proxy(database.db, {
      get: (db, name) =>
        name === 'transaction'
          ? (...args: Parameters<Db['transaction']>) => step(() => db.transaction(...args))
          : Reflect.get(db, name),
    }),
    store: {
      put: (key, bytes) => step(() => storage.put(key, bytes)),
      get: (key, range) => step(() => storage.get(key, range)),
      has: (key) => step(() => storage.has(key)),
      remove: (key) => step(() => storage.remove(key)),
    },
  };
}

describe('whenever it goes down', () => {
  it('packing and retention lose nothing that is kept and leave nothing behind', async () => {
    let faults = 0;
    for (const when of ['before', 'after'] as const) {
      for (let n = 0; ; n++) {
        await database.db.execute(
          sql`truncate media_segments, media_timelines, media_discards, media_hours, media_keeps`,
        );
        storage.objects.clear();
        const parts = await fill(0, 8);
        await keep(0, 3, null, 'archive/1');
        await keep(3, 6, new Date(OVER + HOUR_MS), 'archive/2');
        const { store, db, isDown } = failingAt(n, when);
        // Packs, removes the old objects, repacks with less, and removes the former pack.
        for (const now of [OVER, OVER + 700_000, OVER + HOUR_MS, OVER + HOUR_MS + 700_000]) {
          await retain(now, store, db).catch(() => {});
          const there = await heard();
          const least = now < OVER + HOUR_MS ? parts.slice(0, 6) : parts.slice(0, 3);
          for (const part of least) expect(there).toContainEqual(part);
          expect(there.filter(({ bytes }) => bytes === undefined)).toEqual([]);
        }
        await retain(OVER + 3 * HOUR_MS);
        await retain(OVER + 4 * HOUR_MS);
        expect(await heard()).toEqual(parts.slice(0, 3));
        expect(objects()).toHaveLength(1);
        expect((await database.pool.query('select 1 from media_discards')).rowCount).toBe(0);
        if (!isDown()) break;
        faults++;
      }
    }
    expect(faults).toBeGreaterThan(50);
  }, 120_000);
});

describe('what has sound', () => {
  it('is told without gaps and removals, from rows and packs alike', async () => {
    await fill(0, 100);
    await storeSegments(database, storage, { initId, from: at(200).getTime(), count: 100, first: 100 });
    await storeSegments(database, storage, { initId, from: T0 + HOUR_MS, count: 10, first: 900 });
    await keep(0, 2_000);
    await retain(OVER);
    expect(await hours()).toHaveLength(1);
    await database.db.transaction((tx) =>
      removeSound(tx, { streamId: 881, startsAt: at(20), endsAt: at(22), why: 'error' }),
    );
    const spans = await soundBetween(database.db, 881, at(10), new Date(T0 + HOUR_MS + 20_000));
    expect(await removalsBetween(database.db, 881, at(0), at(100))).toMatchObject([
      { startsAt: at(20), endsAt: at(22), why: 'error' },
    ]);
    expect(await removalsBetween(database.db, 881, at(22), at(100))).toEqual([]);
    expect(spans).toEqual([
      { from: at(10), to: at(20) },
      { from: at(22), to: at(100) },
      { from: at(200), to: at(300) },
      { from: at(900), to: at(905) },
    ]);
  });
});
