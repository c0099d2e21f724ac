import { count, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '#db/database.ts';
import { overrideFixtures, racingDayFixtures } from '#fixtures/station/changes.ts';
import { hostFixtures } from '#fixtures/station/hosts.ts';
import { programFixtures } from '#fixtures/station/programs.ts';
import { channelFixtures, scheduleFixtures, videoFixtures } from '#fixtures/station/weeks.ts';
import manifest from '#fixtures/art/manifest.json' with { type: 'json' };
import { createTestDatabase } from '#tests/setup/pg.ts';
import { seedDatabase } from './seed.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

beforeAll(async () => {
  database = await createTestDatabase();
  // Two at once, like two processes that start together.
  await Promise.all([seedDatabase(database.db, { log }), seedDatabase(database.db, { log })]);
});
afterAll(() => database.close());

it('puts in everything, once, however many start together', async () => {
  const { db } = database;
  const counts = [
    [tables.programs, programFixtures],
    [tables.hosts, hostFixtures],
    [tables.schedules, scheduleFixtures],
    [tables.scheduleOverrides, overrideFixtures],
    [tables.racingDays, racingDayFixtures],
    [tables.liveVideoSchedules, videoFixtures],
    [tables.channels, channelFixtures],
  ] as const;
  for (const [table, fixtures] of counts)
    expect(await db.select({ rows: count() }).from(table)).toEqual([{ rows: fixtures.length }]);
  expect(lines.filter((line) => line.includes('weekly schedules'))).toHaveLength(1);
});

it('changes nothing on a later start, not even what staff have changed since', async () => {
  const { db } = database;
  await db.execute(sql`update programs set title = '改過名' where id = 1007`);
  await seedDatabase(db, { log });
  const { rows } = await db.execute(sql`select title from programs where id = 1007`);
  expect(rows).toEqual([{ title: '改過名' }]);
});

it('leaves every table ready for the next row', async () => {
  const { db } = database;
  const [category] = await db.insert(tables.programCategories).values({ name: '試' }).returning();
  const [host] = await db
    .insert(tables.hosts)
    .values({ name: '新人', slug: '新人', channelBitwise: 1, picture: 'host-1' })
    .returning();
  const [program] = await db
    .insert(tables.programs)
    .values({ title: '新', titleChi: '新', slug: '新', categoryId: category!.id, channelBitwise: 1, keyart: 'taxi' })
    .returning();
  expect(host!.id).toBeGreaterThan(Math.max(...hostFixtures.map((h) => h.id)));
  expect(program!.id).toBeGreaterThan(Math.max(...programFixtures.map((p) => p.id)));
});

it('refers to every drawing by what it shows now, and leaves other pictures alone', async () => {
  const { db } = database;
  await db.execute(sql`update hosts set picture = 'host-2@0000000000' where id = 2`);
  await db.execute(sql`update hosts set picture = 'upload-77@abcdef0123' where id = 3`);
  await seedDatabase(db, { log });
  const pictureOf = async (id: number) =>
    (await db.execute<{ picture: string }>(sql`select picture from hosts where id = ${id}`)).rows[0]?.picture;
  expect(await pictureOf(1)).toBe(`host-1@${manifest['host-1']}`);
  expect(await pictureOf(2)).toBe(`host-2@${manifest['host-2']}`);
  expect(await pictureOf(3)).toBe('upload-77@abcdef0123');
  const taxi = await db.execute(sql`select keyart from programs where id = 1007`);
  expect(taxi.rows).toEqual([{ keyart: `taxi@${manifest.taxi}` }]);
});
