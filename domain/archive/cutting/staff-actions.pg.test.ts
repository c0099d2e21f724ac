import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchNotifications } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { getProgram, listPrograms } from '#domain/programs/programs.ts';
import { emptyAudit, wholeAudit } from '#tests/factories/audit.ts';
import { createKeptSound, insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { removeSpan, restoreSpan, setFunction, setReplay } from './staff-actions.ts';
import { endReplays } from '#domain/archive/ending.ts';
import { assertNotSuspended, getSection, listBroadcasts } from '#domain/archive/archive.ts';

const now = SATURDAY_1426;
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);
const hand = { who: 'chan', why: 'a letter of the lawyers' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [archiveSections, programArchives, suspendedFunctions]) await db.delete(table);
  await emptyAudit(db);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  const common = { programId: 1, streamId: 881, dayHk: '2026-11-21', isOver: true };
  await db.insert(programArchives).values([
    { ...common, id: 1, startsAt: hours(-4), endsAt: hours(-3), availableUntil: hours(24) },
    { ...common, id: 2, startsAt: hours(-28), endsAt: hours(-27), availableUntil: hours(-1) },
    { ...common, id: 3, startsAt: hours(-3), endsAt: hours(-2), mergedInto: 1 },
  ]);
  await db.insert(archiveSections).values([
    { id: 11, archiveId: 1, sectionNo: 1, startsAt: hours(-4), endsAt: hours(-3) },
    { id: 21, archiveId: 2, sectionNo: 1, startsAt: hours(-28), endsAt: hours(-27) },
  ]);
});

const { kept, withdrawn, sound } = createKeptSound();
const set = (archiveId: number, state: 'shown' | 'ended' | 'taken_down', by = hand) =>
  database.db.transaction((tx) => setReplay(tx, { sound, now }, by, { archiveId, state }));
const audited = () => wholeAudit(database.db);

describe('a replay that is changed by hand', () => {
  it('leaves no word anywhere once it was taken down, pages and index told as it is committed', async () => {
    const told: string[] = [];
    let heard = () => {};
    const purged = new Promise<void>((done) => (heard = done));
    const watch = await watchNotifications(database.pool, PAGE_PURGE, {
      onMessage: (payload) => {
        told.push(...payload.split(','));
        heard();
      },
      onListening: () => {},
    });
    await set(1, 'taken_down');
    await purged;
    await watch.close();
    expect(told).toEqual(expect.arrayContaining(['archive', 'archive:1', 'search']));
    expect(await getSection(database.db, 11)).toBeUndefined();
    expect((await listBroadcasts(database.db, { programId: 1, limit: 9 })).map((b) => b.broadcast.id)).toEqual([2]);
    const jobs = await database.db.execute(sql`select payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = 'search-index'`);
    expect(jobs.rows).toEqual([{ payload: { contentType: 202, itemId: 11 } }]);
    expect(await audited()).toMatchObject([
      {
        who: 'chan',
        action: 'archive.take-down',
        subjectKind: 'replay',
        subjectId: '1',
        before: { state: 'shown' },
        after: { state: 'taken_down' },
      },
    ]);
  });

  it('stops where it plays once it was taken down or has ended', async () => {
    withdrawn.length = 0;
    await set(1, 'shown');
    expect(withdrawn).toEqual([]);
    await set(1, 'ended');
    expect(withdrawn).toEqual([{ streamId: 881, startsAt: hours(-4), endsAt: hours(-3) }]);
  });

  it('lets go of its sound when it has ended, and keeps it again when it is heard again', async () => {
    await set(1, 'shown');
    expect(kept.get('881 archive/1')).toMatchObject({ keptUntil: hours(24) });
    await set(1, 'ended');
    expect(kept.get('881 archive/1')).toBeUndefined();
    // Its page remains.
    expect((await getSection(database.db, 11))?.broadcast.state).toBe('ended');
    await set(2, 'shown');
    expect((await getSection(database.db, 21))?.broadcast).toMatchObject({ state: 'shown', availableUntil: null });
  });

  it('is found by a number that was merged, and not by one that is none', async () => {
    expect(await set(3, 'ended')).toMatchObject({ archiveId: 1, before: { state: 'shown' } });
    await expect(set(99, 'ended')).rejects.toMatchObject({ errorName: 'dataNotFound' });
  });

  it('is not changed without who and why', async () => {
    await expect(set(1, 'ended', { who: 'chan', why: ' ' })).rejects.toMatchObject({ errorName: 'invalidParam' });
    expect((await getSection(database.db, 11))?.broadcast.state).toBe('shown');
    expect(await audited()).toEqual([]);
  });

  it('says by itself that it has ended when its time is up', async () => {
    expect(await endReplays({ db: database.db, sound, now })).toBe(1);
    expect(await endReplays({ db: database.db, sound, now })).toBe(0);
    const [row] = await database.db.select().from(programArchives).where(eq(programArchives.id, 2));
    expect(row?.state).toBe('ended');
  });
});

it('writes down a span that is taken out, and that it came back', async () => {
  const given: unknown[] = [];
  const span = { streamId: 881, startsAt: hours(-4), endsAt: hours(-3), why: 'rights' as const };
  const remover = {
    removeSound: async (_tx: unknown, span: unknown) => given.push(span),
    getRemoval: async () => span,
    restoreSound: async (_tx: unknown, id: number) => void given.push(id),
  };
  await database.db.transaction((tx) => removeSpan(tx, { sound: remover, now }, hand, span));
  await database.db.transaction((tx) => restoreSpan(tx, { sound: remover, now }, hand, 1));
  expect(given).toEqual([span, 1]);
  expect((await audited()).map((row) => row.action)).toEqual(['archive.remove-span', 'archive.restore-span']);
});

it('switches a function off with the operator’s message, and on again', async () => {
  const change = (message: string | null) =>
    database.db.transaction((tx) => setFunction(tx, { now }, hand, { name: 'library.playlist', message }));
  await change('維護中');
  await expect(assertNotSuspended(database.db, 'library.playlist')).rejects.toMatchObject({
    errorName: 'functionSuspended',
    detail: '維護中',
  });
  await change(null);
  await expect(assertNotSuspended(database.db, 'library.playlist')).resolves.toBeUndefined();
  await expect(change(null)).rejects.toMatchObject({ errorName: 'dataNotFound' });
});

describe('what a programme says of its replays (R-217)', () => {
  it('names the newest that can be heard, by list and by number alike', async () => {
    const newest = { archiveId: 1, startsAtMs: hours(-4).getTime() };
    expect((await getProgram({ db: database.db, now }, 1)).latestReplay).toEqual(newest);
    const { programs } = await listPrograms({ db: database.db, now }, { limit: 50 });
    expect(programs.find((p) => p.id === 1)?.latestReplay).toEqual(newest);
    expect(programs.find((p) => p.id === 2)?.latestReplay).toBeNull();
  });

  it('names none that was taken down or has ended', async () => {
    await set(1, 'taken_down');
    expect((await getProgram({ db: database.db, now }, 1)).latestReplay).toBeNull();
  });
});
