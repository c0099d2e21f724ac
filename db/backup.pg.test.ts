import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueJob } from '#db/outbox.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { members } from '#db/tables/members.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import { checkAudit, extendChain } from '#domain/audit/chain.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { backUpDatabase, restoreDatabase } from './backup.ts';

let database: TestDatabase;
let fresh: TestDatabase;
let folder: string;
const now = new Date('2026-11-21T12:00:00+08:00');
beforeAll(async () => {
  database = await createTestDatabase();
  fresh = await createTestDatabase();
  folder = mkdtempSync(resolve('data/backup-'));
  await seedDatabase(database.db, { log: () => {}, now, demoMembers: { hashPassword: async () => 'HASH' } });
  await database.db
    .insert(members)
    .values({ email: 'odd@mail.example', emailKey: 'odd@mail.example', displayName: '\\N\t"x"\n\\.\r,;𠮷' });
  // Reports of a long past day, of today, and of a day without a partition.
  await database.db.execute(sql`select make_tracking_partitions('2026-03-01', 1)`);
  for (const day of ['2026-03-01', '2026-03-02', new Date().toISOString().slice(0, 10)])
    await database.db.insert(trackingEvents).values({
      source: 3,
      session: 'abcdefghijklmnopqrstuv',
      seq: 1,
      heard: [1, 2, 3],
      detail: { said: '\\N\t"' },
      receivedAt: new Date(`${day}T04:00:00Z`),
      happenedAt: new Date(`${day}T03:59:00Z`),
    });
  await database.db.transaction((tx) =>
    recordAudit(tx, { who: 'chan', why: 'why' }, { action: 'orders.refund', subject: ['order', 1] }, now),
  );
  await extendChain(books(database));
  await database.db.execute(
    sql`insert into payment_audit (at, who, why, action) values (now(), 'chan', 'why', 'refund')`,
  );
  await database.db.transaction((tx) => queueJob(tx, 'send-mail', { id: 1 }, { jobKey: 'kept' }));
  await database.db.execute(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`);
});
afterAll(async () => {
  await database.close();
  await fresh.close();
  rmSync(folder, { recursive: true, force: true });
});

const books = ({ db }: TestDatabase) => ({ db, ledgerKey: LEDGER_KEY });

/** Every table by name, with a digest of its rows. */
async function digests({ pool }: TestDatabase): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string | null }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as digest from ${name} t`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}

it('brings back every row of one instant, the waiting jobs and the next numbers, in an empty database', async () => {
  const before = await digests(database);
  await backUpDatabase(database.url, folder, now);
  // Rows written during or after the copy are not in it.
  await database.db.insert(members).values({ email: 'late@mail.example', emailKey: 'late@mail.example' });
  await restoreDatabase(fresh.url, folder);
  expect(await digests(fresh)).toEqual(before);
  const { rows } = await fresh.pool.query(
    `select task_identifier, key, locked_at from graphile_worker.jobs where locked_at is not null or key = 'kept'`,
  );
  expect(rows).toEqual([{ task_identifier: 'send-mail', key: 'kept', locked_at: null }]);
  // A number already issued is not issued again.
  const [next] = await fresh.db
    .insert(members)
    .values({ email: 'next@mail.example', emailKey: 'next@mail.example' })
    .returning({ id: members.id });
  const [{ last } = { last: 0 }] = (
    await database.db.execute<{ last: number }>(
      sql`select max(id) as last from members where email_key = 'odd@mail.example'`,
    )
  ).rows;
  expect(next!.id).toBeGreaterThan(last);
});

it('brings back the audit with its chain, which goes on, and with its guard', async () => {
  await extendChain(books(fresh));
  expect(await checkAudit(books(fresh), { now: new Date() })).toEqual({ events: 2, faults: [] });
  await expect(fresh.pool.query('delete from audit_events')).rejects.toMatchObject({ code: '42501' });
});

it('writes over nothing that is in use', async () => {
  const before = await digests(fresh);
  await expect(restoreDatabase(fresh.url, folder)).rejects.toThrow(/not empty/);
  expect(await digests(fresh)).toEqual(before);
});

it('stops where it is told to, and leaves no row and no backup that passes for one', async () => {
  const other = await createTestDatabase();
  const before = await digests(other);
  // The last table is locked, so that both are interrupted midway.
  const held = async (at: TestDatabase, work: (signal: AbortSignal) => Promise<unknown>) => {
    const holder = await at.pool.connect();
    await holder.query('begin; lock table traffic_tunnels in access exclusive mode');
    const abort = new AbortController();
    const ended = work(abort.signal).then(
      () => 'done',
      () => 'stopped',
    );
    await expect
      .poll(
        async () =>
          (
            await at.pool.query(`select 1 from pg_locks l join pg_database d on d.oid = l.database
            where not l.granted and d.datname = current_database()`)
          ).rowCount,
        { timeout: 60_000 },
      )
      .toBe(1);
    abort.abort();
    expect(await ended).toBe('stopped');
    await holder.query('rollback');
    holder.release();
  };
  const half = mkdtempSync(resolve('data/backup-'));
  await held(database, (signal) => backUpDatabase(database.url, half, now, signal));
  await expect(restoreDatabase(other.url, half)).rejects.toThrow(/contains no backup/);
  await held(other, (signal) => restoreDatabase(other.url, folder, signal));
  expect(await digests(other)).toEqual(before);
  // The first attempt leaves nothing behind that blocks the second.
  await restoreDatabase(other.url, folder);
  await other.close();
  rmSync(half, { recursive: true, force: true });
});

it('changes nothing where the backup is not whole', async () => {
  const other = await createTestDatabase();
  const before = await digests(other);
  const [file = ''] = readdirSync(join(folder, 'tables')).filter((name) => name.includes('programs'));
  writeFileSync(join(folder, 'tables', file), 'cut');
  await expect(restoreDatabase(other.url, folder)).rejects.toThrow();
  expect(await digests(other)).toEqual(before);
  await other.close();
});
