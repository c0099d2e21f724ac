import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#db/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { migrateDatabase } from './migrate.ts';

// Existing data survives a migration.

const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8')) as {
  entries: { tag: string; when: number }[];
};
const before = (tag: string) => entries[entries.findIndex((one) => one.tag === tag) - 1]!.when;

let server: TestDatabase;
let old: Database;
const name = `old_${randomBytes(6).toString('hex')}`;
beforeAll(async () => {
  server = await createTestDatabase();
  await server.pool.query(`create database ${name} template template0`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrateDatabase(url.href, { until: before('0020_money') });
  old = openDatabase(url.href, { max: 2 });
  // Hong Kong has no daylight saving time; the server's time zone may.
  await old.pool.query(`alter database ${name} set timezone = 'Europe/London'`);
  await old.pool.query(`
    insert into members (id, email, email_key)
    select n, n || '@member.example', n || '@member.example' from generate_series(1, 3) as n`);
  await old.pool.query(`insert into subscription_plans (id, name, price_cents, days) values (1, 'plan', 38800, 250)`);
  // Granted by staff, before periods were kept from overlapping.
  await old.pool.query(`
    insert into subscriptions (member_id, plan_id, source, starts_at, ends_at) values
      (1, 1, 'hand', '2026-01-01 00:00+08', '2026-09-08 00:00+08'),
      (1, 1, 'hand', '2026-02-01 00:00+08', '2026-03-03 00:00+08'),
      (1, 1, 'hand', '2026-09-08 00:00+08', '2026-10-08 00:00+08'),
      (2, 1, 'hand', '2026-01-01 00:00+08', '2026-01-31 00:00+08'),
      (2, 1, 'hand', '2026-01-31 00:00+08', '2026-03-02 00:00+08'),
      (3, 1, 'hand', '2026-02-01 00:00+08', '2026-02-11 00:00+08')`);
  await old.pool.query(`
    insert into recurring_profiles (member_id, plan_id, state, card_scheme, card_last4, card_ends_on, period_months, created_at)
    select member, 1, state, 'visa', last4, '2026-12-31', 1, at::timestamptz from (values
      (1, 'active', '1111', '2026-01-01'), (1, 'active', '2222', '2026-02-01'), (1, 'stopped', '3333', '2026-03-01'),
      (2, 'active', '4444', '2026-01-01')) as given (member, state, last4, at)`);
  await migrateDatabase(url.href, { until: before('0023_screen_and_stage') });
  await old.pool.query(`
    insert into channels (id, bit, code, name, frequency, tagline, position) values
      (881, 1, 'CR1', '雷霆881', '', '', 1), (903, 2, 'CR2', '叱咤903', '', '', 2)`);
  await old.pool.query(`
    insert into encoders (id, channel_id, name, token_hash) values (1, 881, 'studio', 'one'), (2, 903, 'spare', 'two')`);
  await old.pool.query(`insert into media_streams (id, kind, name) values (10001, 'tape', 'a tape')`);
  await old.pool.query(`
    insert into billing_accounts (member_id, created_at) values (2, '2026-02-01'), (1, '2026-01-01')`);
  await migrateDatabase(url.href);
}, 60_000);
afterAll(async () => {
  await old.close();
  await server.pool.query(`drop database ${name} with (force)`);
  await server.close();
});

it('lets plans that overlapped queue, each as long as it was, and leaves the others where they were (0020)', async () => {
  const { rows } = await old.pool.query(`
    select member_id as member, array_agg((starts_at at time zone 'Asia/Hong_Kong')::text || ' ' ||
      round(extract(epoch from ends_at - starts_at) / 86400, 4) order by starts_at) as times
    from subscriptions group by 1 order by 1`);
  const day = (at: string, days: number) => `${at} 00:00:00 ${days}.0000`;
  expect(rows).toEqual([
    { member: 1, times: [day('2026-01-01', 250), day('2026-09-08', 30), day('2026-10-08', 30)] },
    { member: 2, times: [day('2026-01-01', 30), day('2026-01-31', 30)] },
    { member: 3, times: [day('2026-02-01', 10)] },
  ]);
});

it('leaves each member the one plan that renews which they set up last (0020)', async () => {
  const { rows } = await old.pool.query(`select card_last4 as card, state from recurring_profiles order by id`);
  expect(rows).toEqual([
    { card: '1111', state: 'stopped' },
    { card: '2222', state: 'active' },
    { card: '3333', state: 'stopped' },
    { card: '4444', state: 'active' },
  ]);
});

it('keeps every account of money, and gives each a number of its own (0023)', async () => {
  const { rows } = await old.pool.query(`
    select member_id as member, guest_id as guest, (created_at at time zone 'UTC')::date::text as since, id > 0 as "hasNumber"
    from billing_accounts order by 1`);
  expect(rows).toEqual([
    { member: 1, guest: null, since: '2026-01-01', hasNumber: true },
    { member: 2, guest: null, since: '2026-02-01', hasNumber: true },
  ]);
  await old.pool.query('insert into billing_accounts (member_id) values (3)');
  await expect(old.pool.query('insert into billing_accounts (member_id) values (3)')).rejects.toThrow(
    'member_id_unique',
  );
});

it('has encoders push to the streams of their channels, and streams play as they did (0023)', async () => {
  const { rows: pushing } = await old.pool.query(`
    select e.name, s.id as stream, s.kind from encoders e join media_streams s on s.id = e.stream_id order by e.id`);
  expect(pushing).toEqual([
    { name: 'studio', stream: 881, kind: 'channel' },
    { name: 'spare', stream: 903, kind: 'channel' },
  ]);
  const { rows: streams } = await old.pool.query(`
    select distinct target_duration_ms as "targetMs", ladder, window_ms as "windowMs" from media_streams`);
  expect(streams).toEqual([{ targetMs: 4_000, ladder: ['a64', 'a128', 'v360'], windowMs: null }]);
});

it('outlives a server that is stopped while the connections of a migration are still closing', async () => {
  type Migrating = pg.Client & {
    processID: number;
    connectionParameters: { database: string; application_name?: string };
  };
  const closing: Migrating[] = [];
  const end = Reflect.get(pg.Client.prototype, 'end') as (this: pg.Client, done?: () => void) => Promise<void>;
  Reflect.set(pg.Client.prototype, 'end', function (this: Migrating, done?: () => void) {
    const { database, application_name } = this.connectionParameters;
    // The migration waits for its own connection.
    if (!server.url.endsWith(`/${database}`) || application_name === 'airwave-migrate') return end.call(this, done);
    closing.push(this);
    done?.();
    return Promise.resolve();
  });
  try {
    await migrateDatabase(server.url);
  } finally {
    Reflect.set(pg.Client.prototype, 'end', end);
  }
  expect(closing.length).toBeGreaterThan(0);
  // An error that nobody listens to would end this process.
  const ended = Promise.all(closing.map((client) => new Promise((done) => client.once('end', done))));
  for (const { processID } of closing) await server.pool.query('select pg_terminate_backend($1)', [processID]);
  await ended;
});
