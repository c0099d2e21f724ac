import pg from 'pg';
import { run } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { isMigrated, newestMigration } from '#db/migrate.ts';
import { queueJob, workerPreset } from '#db/outbox.ts';
import { rebuildIndex } from '#domain/search/search-index.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { APPEND_ONLY, AUDIT_CHAIN_COLUMNS, grantService, makeServiceRole } from './roles.ts';

// The owner role owns the tables and migrates; the service role is limited to rows, which limits the damage of a
// compromised service.

let database: TestDatabase;
let serviceUrl: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await makeServiceRole(database.url, 'tested_service', 'a-password');
  await grantService(database.url, 'tested_service');
  const url = new URL(database.url);
  url.username = 'tested_service';
  url.password = 'a-password';
  serviceUrl = url.href;
});
afterAll(async () => {
  await database.pool.query('drop owned by tested_service');
  await database.pool.query('drop role tested_service');
  await database.close();
});

it.each([
  ['alter a table', 'alter table members add column backdoor text'],
  ['drop a table', 'drop table members'],
  ['empty a table at once', 'truncate members'],
  ['make a table', 'create table public.loot (id int)'],
  ['make a schema', 'create schema loot'],
  ['make a role', 'create role intruder'],
  ['become the owner', 'set role airwave'],
  ['say that it is migrated', 'delete from drizzle.__drizzle_migrations'],
  ['take the guard off the queue', 'alter table graphile_worker._private_jobs disable row level security'],
  ['have books forgotten that the law wants kept', 'select forget_old_money(current_date)'],
  ['run a program', "copy members to program 'cat'"],
])('the role that serves cannot %s', async (_, statement) => {
  const client = new pg.Client({ connectionString: serviceUrl });
  await client.connect();
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  await client.end();
});

it.each(APPEND_ONLY)(
  'the role that serves adds to %s and reads it, and can neither mend nor empty it',
  async (table) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and not ($1 = 'audit_events' and column_name = any ($2))`,
      [table, AUDIT_CHAIN_COLUMNS],
    );
    const client = new pg.Client({ connectionString: serviceUrl });
    await client.connect();
    await client.query(`select from ${table}`);
    for (const statement of [
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      ...rows.map(({ name }) => `update ${table} set ${name} = ${name}`),
    ])
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    await client.end();
  },
);

it('a process that only serves starts on the tables of a later version, as during a deployment and after a rollback, and not on those of a former one', async () => {
  const newest = newestMigration();
  const stamp = (from: number, to: number) =>
    database.pool.query('update drizzle.__drizzle_migrations set created_at = $2 where created_at = $1', [from, to]);
  const [later, former] = [newest + 1, newest - 1];
  try {
    await stamp(newest, later);
    expect(await isMigrated(serviceUrl)).toBe(true);
    await stamp(later, former);
    expect(await isMigrated(serviceUrl)).toBe(false);
  } finally {
    await database.pool.query('update drizzle.__drizzle_migrations set created_at = $2 where created_at = any ($1)', [
      [later, former],
      newest,
    ]);
  }
});

it('the role that serves can do what services do: seed, read, write, queue a job and work it off', async () => {
  expect(await isMigrated(serviceUrl)).toBe(true);
  const service = openDatabase(serviceUrl, { max: 4 });
  try {
    await seedDatabase(service.db, { log: () => {}, demoMembers: { hashPassword: async () => 'HASH' } });
    expect(await rebuildIndex({ db: service.db, now: new Date() })).toBeGreaterThan(0);
    await service.db.transaction((tx) => queueJob(tx, 'greet', { who: 'chan' }));
    let heard = (_payload: unknown) => {};
    const greeted = new Promise((done) => (heard = done));
    const runner = await run({
      pgPool: service.pool,
      preset: workerPreset,
      noHandleSignals: true,
      taskList: { greet: async (payload) => heard(payload) },
    });
    expect(await greeted).toEqual({ who: 'chan' });
    await runner.stop();
  } finally {
    await service.close();
  }
}, 120_000);
