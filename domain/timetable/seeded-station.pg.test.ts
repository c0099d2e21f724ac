import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '#db/seed/seed.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { instantHk } from '#shared/hk-time.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { validateBase, validateOverrides } from './timetable-conflicts.rules.ts';
import { getDayTimetable, getOnAir } from './timetable.ts';
import { removeOverride, saveOverride } from './timetable-writing.ts';
import { listBaseRows, listOverrides } from './timetable.store.ts';

const now = instantHk('2026-11-21', 866);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedDatabase(database.db, { log: () => {} });
});
afterAll(() => database.close());

it.each(CHANNEL_IDS)('the seeded rows of %s pass the checks every writer must pass', async (channelId) => {
  expect(validateBase(await listBaseRows(database.db, channelId))).toEqual([]);
  expect(validateOverrides(await listOverrides(database.db, channelId))).toEqual([]);
});

it.each(CHANNEL_IDS)('the seeded day of %s shows programmes, not filler', async (channelId) => {
  const { items } = await getDayTimetable({ db: database.db, now }, { channelId, day: '2026-11-21' });
  expect(items.length).toBeGreaterThan(5);
  expect(items.filter((item) => item.source === 'filler')).toEqual([]);
});

it('a seeded station can be written to', async () => {
  const { current } = await getOnAir({ db: database.db, now }, 881);
  const { id } = await saveOverride({ db: database.db }, 881, {
    programId: current.programId,
    kind: 'special',
    title: null,
    dayFrom: '2027-06-01',
    dayTo: '2027-06-01',
    startMinute: 0,
    endMinute: 5,
  });
  await removeOverride({ db: database.db }, 881, id);
});
