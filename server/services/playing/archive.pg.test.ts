import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { asRun } from '#db/tables/timetable.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { cutArchive } from '#domain/archive/cutting/archive-cut.ts';
import { listClassicSections } from '#domain/archive/archive.ts';
import { segmentsBetween, soundBetween } from '#domain/media/kept-sound.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { readConfig } from '#server/config.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { createKeptSound, cutAt, insertStreams } from '#tests/factories/archive.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { airDelaysOf, archiveSettingsOf, automationProviders, automationSecretOf } from './archive.ts';
import { addDemoExtras, cutDemoArchive } from '#server/demo/demo-archive.ts';

const now = new Date('2026-11-21T14:26:05.250+08:00');
const config = readConfig({ DEMO: 'on' });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());

const count = async (what: string) => {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`);
  return rows[0]?.n ?? 0;
};

it('has thirty days of everything that was on air in the demo, once, and the clock goes on from there', async () => {
  const demoArchive = (db: typeof database.db, at: Date) => cutDemoArchive(config, { db, now: at });
  await seedDatabase(database.db, { log: () => {}, now, demoArchive });
  const made = await count('program_archives');
  expect(made).toBe(await count('as_run'));
  expect(await count('archive_sections')).toBe(made);
  for (const channel of [881, 903, 864])
    expect(await count(`(select distinct day_hk from program_archives where stream_id = ${channel}) days`)).toBe(30);
  // Contiguous, up to what is on air.
  const { rows } = await database.db.execute(sql`
    select 1 from (
      select starts_at, lag(ends_at) over (partition by stream_id order by starts_at) as before from ${programArchives}
    ) a where before is not null and before <> starts_at`);
  expect(rows).toEqual([]);
  expect(await count('program_archives where not is_over')).toBe(3);

  await seedDatabase(database.db, { log: () => {}, now, demoArchive });
  expect(await count('program_archives')).toBe(made);
  const { sound } = createKeptSound();
  expect(await cutArchive({ db: database.db, ...cutAt(now, sound) })).toEqual([]);
  expect(await database.db.select().from(archiveSections).limit(1)).toHaveLength(1);
  expect(await database.db.select().from(asRun).limit(1)).toHaveLength(1);
}, 60_000);

it('has classics of each station that sound, and words of what the voice of 881 reads, once', async () => {
  const { db } = database;
  const demoExtras: Parameters<typeof seedDatabase>[1]['demoExtras'] = (on, at, classics) =>
    addDemoExtras({ db: on, now: at }, classics);
  const before = await count('program_archives');
  for (let start = 0; start < 2; start++) await seedDatabase(db, { log: () => {}, now, demoExtras });
  expect(await count('program_archives')).toBe(before + 4);
  const storage = withLoops(memoryStorage());
  const sections = await listClassicSections(db, { limit: 20 });
  expect(new Set(sections.map(({ broadcast }) => broadcast.channelBitwise))).toEqual(new Set([1, 2, 4]));
  for (const { broadcast, startsAt, endsAt } of sections) {
    const { streamId } = broadcast;
    expect(broadcast.title).toContain('示範');
    expect(await soundBetween(db, streamId, startsAt, endsAt)).toEqual([{ from: startsAt, to: endsAt }]);
    const [first] = await segmentsBetween(db, streamId, 'a128', startsAt, endsAt);
    const station = { 1: 881, 2: 903, 4: 864 }[broadcast.channelBitwise] as 881 | 903 | 864;
    const bytes = await storage.get(first!.storageKey);
    expect(bytes?.equals(audioProgramme(station, 'a128').segment(first!.sequence))).toBe(true);
  }
  const told = await db.execute(sql`select stream_id, count(*)::int as n from transcript_cues group by 1 order by 1`);
  expect(told.rows.map((row) => row['stream_id'])).toEqual([881, expect.any(Number), expect.any(Number)]);
  // No sound was copied: there are only rows, one per hour and quality.
  expect(await count('media_segments')).toBe(0);
}, 60_000);

it('gives five free minutes in the demo, and none where nobody said so', () => {
  expect(archiveSettingsOf(config)).toEqual({ freeMinutes: 5, replayDays: 365 });
  expect(archiveSettingsOf({ ...config, demo: false }).freeMinutes).toBe(0);
  expect(archiveSettingsOf({ ...config, demo: false, ARCHIVE_FREE_MINUTES: 2 }).freeMinutes).toBe(2);
});

it('hears automation only where there is a secret to sign with', () => {
  expect(automationSecretOf({ AUTOMATION_SECRET: '', demo: false })).toBe('');
  expect(automationProviders({ ...config, demo: false })).toEqual([]);
  expect(automationProviders(config)).toHaveLength(1);
});

it('knows the air delay of each channel', () => {
  expect(airDelaysOf({ AUTOMATION_AIR_DELAY_MS: '881=1500,864=-20' })).toEqual({ 881: 1500, 903: 0, 864: -20 });
});
