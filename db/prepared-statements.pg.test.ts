import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#db/database.ts';
import { createStatementNames, plannedForValues } from '#db/prepared-statements.ts';
import { members } from '#db/tables/members.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';

let one: Database;
let made: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  made = await createTestDatabase();
  one = openDatabase(made.url, { max: 1 });
});
afterAll(async () => {
  await one?.close();
  await made?.close();
});

const prepared = async () =>
  (await one.pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );

test('a question asked time and again is prepared once, in transactions too, and answers every value', async () => {
  const ask = (id: number, db = one.db) => db.select({ id: members.id }).from(members).where(eq(members.id, id));
  await ask(1);
  expect(await prepared()).toEqual([]);
  for (let id = 2; id < 6; id++) expect(await ask(id)).toEqual([]);
  expect(await one.db.transaction((tx) => ask(7, tx))).toEqual([]);
  expect(await prepared()).toHaveLength(1);
});

test('a question whose plan depends on its values is planned each time', async () => {
  const before = await prepared();
  for (let id = 1; id < 9; id++)
    await one.db
      .select({ id: members.id })
      .from(members)
      .where(and(plannedForValues, eq(members.email, String(id))));
  expect(await prepared()).toEqual(before);
  // Others have one plan for all values, as before, also after a transaction that failed.
  const mode = async () =>
    (await one.pool.query<{ plan_cache_mode: string }>('show plan_cache_mode')).rows[0]?.plan_cache_mode;
  expect(await mode()).toBe('force_generic_plan');
  const failing = one.db.transaction((tx) =>
    tx
      .select({ id: members.id })
      .from(members)
      .where(and(plannedForValues, eq(members.id, 2 ** 60))),
  );
  await expect(failing).rejects.toThrow();
  expect(await mode()).toBe('force_generic_plan');
});

test('a question that fails does not spoil the ones after it', async () => {
  const ask = (id: number) => one.db.select({ id: members.id }).from(members).where(eq(members.id, id));
  for (let i = 0; i < 7; i++) await expect(ask(2 ** 60)).rejects.toThrow();
  expect(await ask(1)).toEqual([]);
});

test('names are few, and each text keeps its own', () => {
  const statementName = createStatementNames();
  const names = new Map<string, string>();
  for (let uses = 0; uses < 7; uses++)
    for (let text = 0; text < 500; text++) {
      const name = statementName(`select ${text}`);
      if (name === undefined) continue;
      expect(names.get(name) ?? `select ${text}`).toBe(`select ${text}`);
      names.set(name, `select ${text}`);
    }
  expect(names.size).toBe(200);
  // With arbitrarily many texts, the count stays bounded and nothing further is prepared.
  for (let text = 0; text < 10_000; text++) expect(statementName(`select in ${text}`)).toBeUndefined();
});

test('behind a pooler a connection leaves nothing on the server that the next query would miss', async () => {
  const pooled = openDatabase(made.url, { max: 1, isPrepared: false });
  try {
    for (let id = 1; id < 9; id++) {
      expect(await pooled.db.select({ id: members.id }).from(members).where(eq(members.id, id))).toEqual([]);
      const planned = pooled.db
        .select({ id: members.id })
        .from(members)
        .where(and(plannedForValues, eq(members.id, id)));
      expect(await planned).toEqual([]);
    }
    expect((await pooled.pool.query('select 1 from pg_prepared_statements')).rows).toEqual([]);
    const { rows } = await pooled.pool.query<{ plan_cache_mode: string }>('show plan_cache_mode');
    expect(rows[0]?.plan_cache_mode).toBe('auto');
  } finally {
    await pooled.close();
  }
});
