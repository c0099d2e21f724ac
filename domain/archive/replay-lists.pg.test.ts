import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { audienceDays } from '#db/tables/audience.ts';
import { heardSpans } from '#db/tables/playback.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  firstReplayDay,
  listMostHeard,
  listReplayAddresses,
  listReplayMonths,
  listReplaysOfDay,
} from './replay-lists.ts';

const CHANNELS = [881, 903, 864];
const at = (day: string, clock: string) => new Date(`2026-11-${day}T${clock}:00+08:00`);
const now = at('21', '12:00');
const atFirst = (clock: string) => at('01', clock);

let database: TestDatabase;
let listeners: number[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  listeners = [await insertMember(db, 'one@member.example'), await insertMember(db, 'two@member.example')];
});
afterAll(() => database.close());

const ARCHIVES: [id: number, streamId: number, day: string, from: Date, to: Date, more?: object][] = [
  [1, 881, '20', at('20', '14:00'), at('20', '16:00')],
  [2, 881, '20', at('20', '16:00'), at('20', '18:00')],
  // The small hours belong to the previous day.
  [3, 881, '20', at('21', '02:00'), at('21', '04:00')],
  [4, 903, '21', at('21', '10:00'), at('21', '11:00')],
  [5, 881, '21', at('21', '11:00'), at('21', '13:00'), { isOver: false }],
  [6, 903, '10', at('10', '10:00'), at('10', '11:00')],
];
beforeEach(async () => {
  const { db } = database;
  for (const table of [audienceDays, heardSpans, archiveSections, programArchives]) await db.delete(table);
  const rows = ARCHIVES.map(([id, streamId, day, startsAt, endsAt, more]) => ({
    id,
    programId: 1,
    streamId,
    dayHk: `2026-11-${day}`,
    startsAt,
    endsAt,
    isOver: true,
    ...more,
  }));
  await db.insert(programArchives).values(rows);
  await db
    .insert(archiveSections)
    .values(rows.map(({ id, startsAt, endsAt }) => ({ id, archiveId: id, sectionNo: 1, startsAt, endsAt })));
});

const hear = async (listener: number, streamId: number, day: string, from: Date, to: Date) =>
  database.db.insert(heardSpans).values({
    memberId: listeners[listener]!,
    streamId,
    dayHk: `2026-11-${day}`,
    spans: `{["${from.toISOString()}","${to.toISOString()}")}`,
  });
const figured = async (...counts: [part: number, sessions: number][]) =>
  database.db.insert(audienceDays).values(
    counts.map(([part, sessions]) => ({
      dayHk: '2026-11-20',
      kind: 'replay',
      key: `${part}`,
      events: sessions,
      sessions,
    })),
  );
const mostHeard = async (limit = 10) => {
  const { replays, isCounted } = await listMostHeard({ db: database.db, now }, { streamIds: CHANNELS, limit });
  return { ids: replays.map(({ broadcast }) => broadcast.id), isCounted };
};

describe('a day', () => {
  it('has what was on air from five to five, in its order, with its parts', async () => {
    const day = await listReplaysOfDay(database.db, { streamId: 881, dayHk: '2026-11-20' });
    expect(day.map(({ broadcast, sections }) => [broadcast.id, sections.map(({ id }) => id)])).toEqual([
      [1, [1]],
      [2, [2]],
      [3, [3]],
    ]);
  });

  it('begins with the first broadcast of which there may be word', async () => {
    expect(await firstReplayDay(database.db, CHANNELS)).toBe('2026-11-10');
    expect(await firstReplayDay(database.db, [881])).toBe('2026-11-20');
    await database.db.update(programArchives).set({ state: 'taken_down' });
    expect(await firstReplayDay(database.db, CHANNELS)).toBeNull();
  });
});

describe('the most heard', () => {
  it('are those of the last seven days that most members heard, however often each did', async () => {
    await hear(0, 881, '20', at('20', '14:00'), at('20', '17:00'));
    await hear(1, 881, '20', at('20', '16:30'), at('20', '16:40'));
    await hear(0, 903, '10', at('10', '10:00'), at('10', '11:00'));
    expect(await mostHeard()).toEqual({ ids: [2, 1], isCounted: true });
    expect(await mostHeard(1)).toEqual({ ids: [2], isCounted: true });
  });

  it('are in the order of the figures, by their most heard part, and filled by what members heard', async () => {
    const { db } = database;
    const section = { archiveId: 2, sectionNo: 2, startsAt: at('20', '17:00'), endsAt: at('20', '18:00') };
    await db.insert(archiveSections).values([
      { ...section, id: 20 },
      // A merged part counts for the part it became.
      { ...section, id: 60, archiveId: 1, mergedInto: 6 },
    ]);
    await figured([1, 5], [2, 3], [20, 3], [60, 4]);
    await hear(0, 881, '20', at('20', '16:00'), at('20', '17:00'));
    await hear(0, 903, '21', at('21', '10:00'), at('21', '11:00'));
    // An old broadcast is heard today.
    expect(await mostHeard()).toEqual({ ids: [1, 6, 2, 4], isCounted: true });
    expect(await mostHeard(1)).toEqual({ ids: [1], isCounted: true });
    await db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    await db.update(programArchives).set({ availableUntil: now }).where(eq(programArchives.id, 6));
    expect(await mostHeard()).toEqual({ ids: [2, 4], isCounted: true });
  });

  it('say no word of what was taken down or may be heard no more', async () => {
    await hear(0, 881, '20', at('20', '14:00'), at('20', '17:00'));
    await database.db.update(programArchives).set({ state: 'taken_down' });
    expect(await mostHeard()).toEqual({ ids: [], isCounted: false });
    await database.db.update(programArchives).set({ state: 'shown', availableUntil: now });
    expect((await mostHeard()).isCounted).toBe(false);
  });

  it('are the newest that are over where nothing was heard yet, and said not to be counted', async () => {
    expect(await mostHeard(3)).toEqual({ ids: [4, 3, 2], isCounted: false });
  });
});

describe('the map of replays', () => {
  const listed = async (which: Parameters<typeof listReplayAddresses>[1], at: Date = now) =>
    (await listReplayAddresses({ db: database.db, now: at }, which, { limit: 100 })).map(({ id }) => id);
  const november = { streamIds: CHANNELS, month: '2026-11' };

  it('has what can be heard whole of a month of the station, newest first', async () => {
    expect(await listed(november)).toEqual([4, 3, 2, 1, 6]);
    expect(await listed({ ...november, month: '2026-10' })).toEqual([]);
    await database.db
      .update(programArchives)
      .set({ startsAt: atFirst('04:30'), endsAt: atFirst('04:40') })
      .where(eq(programArchives.id, 6));
    // Before five in the morning it is still the last day of the previous month.
    expect(await listed({ ...november, month: '2026-10' })).toEqual([6]);
  });

  it('has no word of what was taken down, has ended, or may be heard no more', async () => {
    const { db } = database;
    await db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    await db.update(programArchives).set({ state: 'ended' }).where(eq(programArchives.id, 2));
    await db.update(programArchives).set({ availableUntil: now }).where(eq(programArchives.id, 3));
    expect(await listed(november)).toEqual([4, 6]);
  });

  it('has a month from its first broadcast on that is over, not from its first day', async () => {
    const monthsAt = (at: Date) => listReplayMonths({ db: database.db, now: at }, CHANNELS);
    const first = new Date('2026-12-01T05:00:00+08:00');
    expect(await monthsAt(first)).toEqual(['2026-11']);
    await database.db
      .update(programArchives)
      .set({ startsAt: first, endsAt: new Date(first.getTime() + 3_600_000) })
      .where(eq(programArchives.id, 4));
    expect(await monthsAt(new Date(first.getTime() + 3_660_000))).toEqual(['2026-12', '2026-11']);
  });

  it('has classics by themselves', async () => {
    await database.db.update(programArchives).set({ programClass: 2 }).where(eq(programArchives.id, 6));
    expect(await listed('classics')).toEqual([6]);
  });
});
