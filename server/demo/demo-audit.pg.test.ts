import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { seedDatabase, type SeedOptions } from '#db/seed/seed.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { readConfig } from '#server/config.ts';
import { addDemoExtras } from '#server/demo/demo-archive.ts';
import { makeDemoCampaigns } from '#server/demo/demo-campaigns.ts';
import { makeDemoEvents } from '#server/demo/demo-live-events.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const now = new Date('2026-11-30T14:26:05.250+08:00');
const config = readConfig({ DEMO: 'on' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());

it('has what the station of the demo did in the order of its times', async () => {
  const { db } = database;
  const storage = memoryStorage();
  const steps: Pick<SeedOptions, 'demoMembers' | 'demoEvents' | 'demoExtras' | 'demoCampaigns'> = {
    demoMembers: { hashPassword: async () => 'no password' },
    demoEvents: (on: Db, at, events) => makeDemoEvents({ db: on, storage, now: at }, events),
    demoExtras: (on, at, classics) => addDemoExtras({ db: on, now: at }, classics),
    demoCampaigns: (on, at, fixtures) => makeDemoCampaigns(on, { config, now: at }, fixtures),
  };
  await seedDatabase(db, { log: () => {}, now, ...steps });
  const events = await db.select().from(auditEvents).orderBy(asc(auditEvents.id));
  const kinds = new Set(events.map(({ action }) => action));
  expect(kinds).toEqual(
    new Set([
      'archive.import-rundown',
      'archive.import-tape',
      'archive.import-transcript',
      'campaigns.approve-name',
      'campaigns.post',
      'events.end',
      'events.ticket',
    ]),
  );
  const times = events.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}, 60_000);
