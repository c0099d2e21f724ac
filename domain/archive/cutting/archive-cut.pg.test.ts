import { asc, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePrograms, archiveSections, automationReports, programArchives } from '#db/tables/archive.ts';
import { asRun, racingDays, scheduleOverrides } from '#db/tables/timetable.ts';
import { saveOverride } from '#domain/timetable/timetable-writing.ts';
import { forgetTimetable } from '#domain/timetable/timetable.cache.ts';
import { clockHk, instantHk } from '#shared/hk-time.ts';
import { createKeptSound, cutAt, insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { cutArchive, recutDay } from './archive-cut.ts';

const DAY = '2026-11-21';
const at = (minute: number, seconds = 0) => new Date(instantHk(DAY, minute).getTime() + seconds * 1000);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [
    archiveSections,
    programArchives,
    archivePrograms,
    automationReports,
    scheduleOverrides,
    racingDays,
    asRun,
  ])
    await db.delete(table);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  forgetTimetable(db);
});

const kept = createKeptSound();
const cut = (now: Date, from?: Date) =>
  cutArchive({ db: database.db, ...cutAt(now, kept.sound) }, { channelId: 881, ...(from ? { from } : {}) });

async function standing() {
  const rows = await database.db
    .select()
    .from(programArchives)
    .where(isNull(programArchives.mergedInto))
    .orderBy(asc(programArchives.startsAt));
  return rows;
}
const told = async () =>
  (await standing()).map(
    (row) => `${clockHk(row.startsAt)}-${clockHk(row.endsAt)} ${row.programId}${row.isOver ? '' : ' on air'}`,
  );

const report = (values: Partial<typeof automationReports.$inferInsert>) =>
  database.db.insert(automationReports).values({
    channelId: 881,
    reportId: 'r1',
    revision: 1,
    kind: 'programme',
    programId: 1,
    startsAt: at(840),
    sentAt: at(840),
    ...values,
  });

/** Runs the cut every half hour. */
async function run(fromMinute: number, toMinute: number): Promise<void> {
  for (let minute = fromMinute; minute <= toMinute; minute += 30) {
    forgetTimetable(database.db);
    await cut(at(minute, 1));
  }
}

describe('the archive of a day', () => {
  it('has each broadcast once, whole, with one part, and its sound is kept until its rights end', async () => {
    await database.db.insert(archivePrograms).values({ programId: 1, replayDays: 30 });
    await run(830, 1020);
    expect(await told()).toEqual(['05:00-14:00 11', '14:00-16:00 1', '16:00-18:00 5 on air']);
    const [, taxi] = await standing();
    expect(kept.kept.get(`881 archive/${taxi?.id}`)).toEqual({
      startsAt: at(840),
      endsAt: at(960),
      keptUntil: new Date(at(840).getTime() + 30 * 86_400_000),
    });
    const parts = await database.db.select().from(archiveSections).orderBy(asc(archiveSections.startsAt));
    expect(parts.map((p) => [p.sectionNo, clockHk(p.startsAt), clockHk(p.endsAt)])).toEqual([
      [1, '05:00', '14:00'],
      [1, '14:00', '16:00'],
      [1, '16:00', '18:00'],
    ]);
  });

  it('does nothing the second time', async () => {
    await run(830, 990);
    expect(await cut(at(990, 1))).toEqual([]);
  });

  it('meets the edges by jobs of their own, so that a replay plays seconds after the end', async () => {
    await cut(at(959, 1));
    const { rows } = await database.db.execute<{ run_at: Date | string }>(
      sql`select run_at from graphile_worker.jobs where task_identifier = 'cut-archive' order by run_at`,
    );
    expect(rows.map((row) => new Date(row.run_at))).toEqual([at(960), at(960, 8)]);
    await cut(at(960));
    expect(await told()).toEqual(['14:00-16:00 1 on air', '16:00-18:00 5 on air']);
    await cut(at(960, 8));
    expect(await told()).toEqual(['14:00-16:00 1', '16:00-18:00 5 on air']);
  });

  it('belongs to the day it begins in when it goes over midnight', async () => {
    await run(1375, 1525);
    const night = (await standing()).filter((row) => row.startsAt >= at(1380));
    expect(night.map((row) => [row.dayHk, clockHk(row.startsAt), clockHk(row.endsAt)])).toEqual([
      [DAY, '23:00', '01:00'],
      [DAY, '01:00', '05:00'],
    ]);
  });

  it('leaves a programme out on racing days, and has what is on instead', async () => {
    await database.db.insert(racingDays).values({ day: DAY, venue: '沙田' });
    await run(830, 1020);
    expect(await told()).toEqual(['05:00-14:00 11', '14:00-16:00 1', '16:00-23:00 11 on air']);
  });

  it('has a dated change with its title, and the pieces around it, which keep the first number', async () => {
    await run(830, 870);
    const before = (await standing()).find((row) => row.programId === 1)?.id;
    await saveOverride({ db: database.db }, 881, {
      programId: 2,
      kind: 'special',
      title: '特備',
      dayFrom: DAY,
      dayTo: DAY,
      startMinute: 900,
      endMinute: 930,
    });
    await run(900, 990);
    expect(await told()).toEqual([
      '05:00-14:00 11',
      '14:00-15:00 1',
      '15:00-15:30 2',
      '15:30-16:00 1',
      '16:00-18:00 5 on air',
    ]);
    const rows = await standing();
    expect(rows.map((row) => row.title)).toEqual([null, null, '特備', null, null]);
    expect(rows[1]?.id).toBe(before);
  });
});

describe('automation that knows better', () => {
  it('moves the edges of what is known, and no number', async () => {
    await run(830, 990);
    const before = await standing();
    await report({ startsAt: at(840, 38), endsAt: at(963) });
    await cut(at(990, 2));
    const after = await standing();
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id));
    expect(after.map((row) => [row.startsAt, row.endsAt])).toEqual([
      [at(300), at(840, 38)],
      [at(840, 38), at(963)],
      [at(963), at(1080)],
    ]);
    expect(kept.kept.get(`881 archive/${after[1]?.id}`)).toMatchObject({ startsAt: at(840, 38), endsAt: at(963) });
  });

  it('holds back what follows while sport goes on', async () => {
    await report({ startsAt: at(840), endsAt: null });
    await run(840, 990);
    expect((await told()).slice(-1)).toEqual(['14:00-16:31 1 on air']);
    await database.db.update(automationReports).set({ endsAt: at(995) });
    await cut(at(996));
    expect((await told()).slice(-2)).toEqual(['14:00-16:35 1', '16:35-18:00 5 on air']);
  });

  it('lets what turns out to be a part of another point there, parts as well, and brings it back', async () => {
    await run(840, 990);
    const [, drive] = await standing();
    await report({ startsAt: at(840), endsAt: at(1080) });
    forgetTimetable(database.db);
    await cut(at(1090), at(840));
    const merged = await database.db
      .select()
      .from(programArchives)
      .where(eq(programArchives.id, drive?.id ?? 0));
    const [taxi] = await standing();
    expect(merged[0]).toMatchObject({ mergedInto: taxi?.id, startsAt: at(960) });
    const [part] = await database.db
      .select()
      .from(archiveSections)
      .where(eq(archiveSections.archiveId, drive?.id ?? 0));
    const [whole] = await database.db
      .select()
      .from(archiveSections)
      .where(eq(archiveSections.archiveId, taxi?.id ?? 0));
    expect(part?.mergedInto).toBe(whole?.id);
    // The automation's mistake, which it withdraws.
    await database.db.update(automationReports).set({ revision: 2, isWithdrawn: true });
    await cut(at(1091), at(840));
    expect((await standing()).find((row) => row.startsAt.getTime() === at(960).getTime())?.id).toBe(drive?.id);
  });

  it('names the parts, and a better edge keeps their numbers', async () => {
    await report({ reportId: 's1', kind: 'section', programId: null, title: '路況', startsAt: at(840, 5) });
    await report({ reportId: 's2', kind: 'section', programId: null, title: '訪問', startsAt: at(900) });
    await run(840, 990);
    const parts = () =>
      database.db
        .select()
        .from(archiveSections)
        .where(isNull(archiveSections.mergedInto))
        .orderBy(archiveSections.startsAt);
    const before = await parts();
    expect(before.map((p) => [p.sectionNo, p.title, clockHk(p.startsAt)])).toEqual([
      [1, '路況', '14:00'],
      [2, '訪問', '15:00'],
      [1, null, '16:00'],
    ]);
    await database.db
      .update(automationReports)
      .set({ startsAt: at(895) })
      .where(eq(automationReports.reportId, 's2'));
    await cut(at(990, 3));
    const after = await parts();
    expect(after.map((p) => p.id)).toEqual(before.map((p) => p.id));
    expect(after.map((p) => clockHk(p.startsAt))).toEqual(['14:00', '14:55', '16:00']);
  });
});

describe('a day cut again', () => {
  it('follows the timetable as it stands now, and what was taken down stays so', async () => {
    await run(830, 1020);
    const before = await standing();
    await database.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.programId, 5));
    await saveOverride({ db: database.db }, 881, {
      programId: 1,
      kind: 'special',
      title: null,
      dayFrom: DAY,
      dayTo: DAY,
      startMinute: 840,
      endMinute: 1080,
    });
    const changes = await database.db.transaction((tx) => recutDay(tx, cutAt(at(1200)), DAY));
    expect(changes.filter((c) => c.streamId === 881).map((c) => c.kind)).toContain('merged');
    const rows = (await standing()).filter((row) => row.streamId === 881);
    expect(rows.filter((row) => row.programId === 1).map((row) => [row.id, row.state])).toEqual([
      [before[1]?.id, 'taken_down'],
    ]);
    // The minutely job keeps it.
    forgetTimetable(database.db);
    expect(await cut(at(1201))).toEqual([]);
  });
});
