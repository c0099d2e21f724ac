import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asRun, racingDays, scheduleOverrides, schedules } from '#db/tables/timetable.ts';
import { addDaysHk, clockHk, instantHk } from '#shared/hk-time.ts';
import { DomainError } from '#shared/domain-error.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import type { BaseRow, OverrideRow } from './timetable.rules.ts';
import {
  getDayTimetable,
  getOnAir,
  getVideoIntervals,
  getVideoState,
  listBroadcasts,
  programmesBetween,
  recordAsRun,
  watchTimetable,
} from './timetable.ts';
import { removeOverride, removeSchedule, saveOverride, saveSchedule } from './timetable-writing.ts';
import { forgetTimetable } from './timetable.cache.ts';

const TODAY = '2026-11-21';
const now = SATURDAY_1426;
const at = (minute: number, day = TODAY) => instantHk(day, minute);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(scheduleOverrides);
  await database.db.delete(racingDays);
  await database.db.delete(asRun);
  forgetTimetable(database.db);
});

const slot = (values: Partial<BaseRow> = {}): Omit<BaseRow, 'id'> => ({
  programId: 1,
  weekdayBitwise: 127,
  startMinute: 600,
  endMinute: 660,
  horseRacingSkip: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...values,
});
const special = (values: Partial<OverrideRow> = {}): Omit<OverrideRow, 'id'> => ({
  programId: 2,
  kind: 'special',
  title: null,
  dayFrom: TODAY,
  dayTo: TODAY,
  startMinute: 900,
  endMinute: 930,
  ...values,
});

const clocks = (items: { startsAtMs: number; endsAtMs: number; programName: string }[]) =>
  items.map((item) => `${clockHk(new Date(item.startsAtMs))}-${clockHk(new Date(item.endsAtMs))} ${item.programName}`);

describe('reading a timetable', () => {
  it('has what begins between five and five, whole, and each show in one day only', async () => {
    const dayOf = async (day: string) =>
      (await getDayTimetable({ db: database.db, now }, { channelId: 881, day })).items;
    const today = await dayOf(TODAY);
    expect(clocks(today)).toEqual([
      '05:00-14:00 881 不停播',
      '14:00-16:00 的士高峰',
      '16:00-18:00 是但傾',
      '18:00-23:00 881 不停播',
      '23:00-01:00 夜海長談',
      '01:00-05:00 881 不停播',
    ]);
    // On air across five in the morning: belongs to the earlier day only.
    await saveOverride(
      { db: database.db },
      881,
      special({ title: '通宵', startMinute: 120, endMinute: 360, dayFrom: '2026-11-22', dayTo: '2026-11-22' }),
    );
    expect(clocks(await dayOf(TODAY)).at(-1)).toBe('02:00-06:00 通宵');
    expect(clocks(await dayOf('2026-11-22'))[0]).toBe('06:00-14:00 881 不停播');
  });

  it('gives days that follow each other', async () => {
    const days = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        getDayTimetable({ db: database.db, now }, { channelId: 903, day: addDaysHk(TODAY, index) }),
      ),
    );
    days.slice(1).forEach(({ items }, index) => {
      expect(items[0]?.startsAtMs).toBe(days[index]?.items.at(-1)?.endsAtMs);
    });
  });

  it('answers days far from now from the database', async () => {
    const page = await getDayTimetable({ db: database.db, now }, { channelId: 881, day: '2026-03-01' });
    expect(clocks(page.items)).toContain('14:00-16:00 的士高峰');
    const before = await getDayTimetable({ db: database.db, now }, { channelId: 881, day: '2025-12-01' });
    expect(clocks(before.items)).toEqual(['05:00-05:00 881 不停播']);
  });

  it('refuses what is no day', async () => {
    const wrong = getDayTimetable({ db: database.db, now }, { channelId: 881, day: '2026-02-30' });
    await expect(wrong).rejects.toThrow(DomainError);
  });

  it('says what is on air with its active hosts, and what follows', async () => {
    const { current, next } = await getOnAir({ db: database.db, now }, 881);
    expect(current.programName).toBe('的士高峰');
    expect(current.hosts.map((host) => host.name)).toEqual(['區柏言', '馬仔']);
    expect(clocks(next)).toEqual(['16:00-18:00 是但傾', '18:00-23:00 881 不停播', '23:00-01:00 夜海長談']);
  });

  it('changes what is on air at the very boundary', async () => {
    const nameAt = async (instant: Date) =>
      (await getOnAir({ db: database.db, now: instant }, 881)).current.programName;
    expect(await nameAt(new Date(at(960).getTime() - 1))).toBe('的士高峰');
    expect(await nameAt(at(960))).toBe('是但傾');
  });

  it('lists the coming broadcasts of a programme over its channels, the one on air first', async () => {
    const found = await listBroadcasts({ db: database.db, now }, { programId: 1, channelBitwise: 1, limit: 3 });
    expect(found.map((item) => new Date(item.startsAtMs))).toEqual([0, 1, 2].map((d) => at(840, addDaysHk(TODAY, d))));
  });

  it('shows a dated change under its own title and lets racing days skip what gives way', async () => {
    await saveOverride({ db: database.db }, 881, special({ title: '颱風特備', startMinute: 870, endMinute: 900 }));
    await database.db.insert(racingDays).values({ day: TODAY, venue: '沙田' });
    forgetTimetable(database.db);
    const items = await programmesBetween({ db: database.db, now }, 881, at(840), at(1080));
    expect(clocks(items)).toEqual([
      '14:00-14:30 的士高峰',
      '14:30-15:00 颱風特備',
      '15:00-16:00 的士高峰',
      '16:00-23:00 881 不停播',
    ]);
  });

  it('knows when a channel streams video', async () => {
    const { db } = database;
    expect(await getVideoState({ db, now }, 903)).toEqual({ state: 'on', changesAtMs: at(1020).getTime() });
    expect((await getVideoState({ db, now: at(1020) }, 903)).state).toBe('off');
    expect((await getVideoState({ db, now }, 881)).state).toBe('none');
    expect(await getVideoIntervals({ db, now }, { channelId: 903, day: TODAY })).toEqual([
      { startsAtMs: at(840).getTime(), endsAtMs: at(1020).getTime() },
    ]);
  });
});

describe('writing a timetable', () => {
  it('refuses a base row that meets another, naming both and the first day', async () => {
    const [standing] = await database.db.select().from(schedules);
    const refused = saveSchedule({ db: database.db }, 881, slot({ startMinute: 900, endMinute: 1000 }));
    await expect(refused).rejects.toMatchObject({
      errorName: 'conflict',
      detail: {
        faults: expect.arrayContaining([
          { kind: 'base', reason: 'overlap', rowId: 0, otherRowId: standing?.id, firstDay: '2026-01-01' },
        ]),
      },
    });
  });

  it('refuses an override that meets another over midnight', async () => {
    await saveOverride({ db: database.db }, 881, special({ startMinute: 1380, endMinute: 1500 }));
    const next = addDaysHk(TODAY, 1);
    const refused = saveOverride(
      { db: database.db },
      881,
      special({ dayFrom: next, dayTo: next, startMinute: 0, endMinute: 30 }),
    );
    await expect(refused).rejects.toMatchObject({ errorName: 'conflict' });
  });

  it('refuses a programme of another channel and rows that are not there', async () => {
    const { db } = database;
    await expect(saveSchedule({ db }, 881, slot({ programId: 3 }))).rejects.toMatchObject({
      errorName: 'invalidParam',
    });
    await expect(saveSchedule({ db }, 881, { ...slot(), id: 12_345 })).rejects.toMatchObject({
      errorName: 'dataNotFound',
    });
    await expect(removeOverride({ db }, 881, 12_345)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  });

  it('is seen by the next reader at once, when saved, changed and removed', async () => {
    const { db } = database;
    const nameAtTen = async () => (await programmesBetween({ db, now }, 881, at(600), at(601)))[0]?.programName;
    expect(await nameAtTen()).toBe('881 不停播');
    const { id } = await saveSchedule({ db }, 881, slot());
    expect(await nameAtTen()).toBe('的士高峰');
    await saveSchedule({ db }, 881, { ...slot({ startMinute: 660, endMinute: 720 }), id });
    expect(await nameAtTen()).toBe('881 不停播');
    await removeSchedule({ db }, 881, id);
    expect((await programmesBetween({ db, now }, 881, at(660), at(661)))[0]?.programName).toBe('881 不停播');
  });

  it('makes a second writer of the channel wait for the first, and refuses what then conflicts', async () => {
    const { db } = database;
    const waiting = async () => {
      const { rows } = await database.pool.query('select 1 from pg_locks where locktype = $1 and not granted', [
        'advisory',
      ]);
      return rows.length;
    };
    let second: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await saveOverride({ db: tx }, 903, special({ programId: 3 }));
      second = saveOverride({ db }, 903, special({ programId: 5 })).catch((error: unknown) => error);
      await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
    });
    expect(await second).toMatchObject({ errorName: 'conflict' });
    expect(await db.select().from(scheduleOverrides)).toHaveLength(1);
  });

  it('reaches a reader in another process through its notification', async () => {
    const { openDatabase } = await import('#db/database.ts');
    const other = openDatabase(database.url, { max: 2 });
    const watch = await watchTimetable(other);
    try {
      const nameAtThree = async () =>
        (await programmesBetween({ db: other.db, now }, 881, at(900), at(901)))[0]?.programName;
      expect(await nameAtThree()).toBe('的士高峰');
      await saveOverride({ db: database.db }, 881, special());
      await expect.poll(nameAtThree, { timeout: 5_000 }).toBe('夜海長談');
    } finally {
      await watch.close();
      await other.close();
    }
  });
});

describe('the record of what went on air', () => {
  const rows = async () =>
    (await database.db.select().from(asRun).orderBy(asRun.channelId, asRun.startsAt)).map(
      (row) => `${row.channelId} ${clockHk(row.startsAt)}-${clockHk(row.endsAt)} ${row.programId} ${row.source}`,
    );
  const on881 = async () => (await rows()).filter((line) => line.startsWith('881'));

  it('is written once per channel, however often the clock runs', async () => {
    await recordAsRun({ db: database.db, now });
    await recordAsRun({ db: database.db, now });
    await Promise.all([recordAsRun({ db: database.db, now }), recordAsRun({ db: database.db, now })]);
    expect(await rows()).toEqual(['864 13:00-16:00 4 clock', '881 14:00-16:00 1 clock', '903 14:00-17:00 3 clock']);
  });

  it('catches up on what a stopped clock missed', async () => {
    await recordAsRun({ db: database.db, now });
    await recordAsRun({ db: database.db, now: at(1090) });
    expect(await on881()).toEqual(['881 14:00-16:00 1 clock', '881 16:00-18:00 5 clock', '881 18:00-23:00 11 clock']);
  });

  it('follows a change of the timetable while the item is on air', async () => {
    await recordAsRun({ db: database.db, now });
    const { id } = await saveOverride({ db: database.db }, 881, special({ startMinute: 870, endMinute: 900 }));
    await recordAsRun({ db: database.db, now: at(871) });
    expect(await on881()).toEqual(['881 14:00-14:30 1 clock', '881 14:30-15:00 2 clock']);
    await removeOverride({ db: database.db }, 881, id);
    await recordAsRun({ db: database.db, now: at(872) });
    expect(await on881()).toEqual(['881 14:00-16:00 1 clock']);
  });

  it('never touches what staff corrected', async () => {
    await database.db.insert(asRun).values({
      channelId: 881,
      programId: 1,
      startsAt: at(842),
      endsAt: at(958),
      source: 'staff',
    });
    await recordAsRun({ db: database.db, now });
    expect(await on881()).toEqual(['881 14:02-15:58 1 staff']);
    await recordAsRun({ db: database.db, now: at(961) });
    expect(await on881()).toEqual(['881 14:02-15:58 1 staff', '881 16:00-18:00 5 clock']);
  });
});
