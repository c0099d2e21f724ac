import { Logger } from 'graphile-worker';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#db/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { runJobs } from './job-runner.ts';
import { queueJob, workerPreset } from './outbox.ts';

let behind: TestDatabase;
let database: Database;
beforeAll(async () => {
  behind = await createTestDatabase();
  database = openDatabase(behind.url, { max: 4 });
});
afterAll(async () => {
  await database.close();
  await behind.close();
});

it('runs a job whose way to its worker was lost with the connection, and which is locked by it', async () => {
  const { db, pool } = database;
  const ran: unknown[] = [];
  let lost = 0;
  pool.on('connect', (client: pg.PoolClient) => {
    const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<pg.QueryResult>;
    const losing = async (...asked: unknown[]) => {
      const result = await ask(...asked);
      const isJob = result?.rows?.[0]?.task_id !== undefined && result.command === 'UPDATE';
      if (!isJob || lost > 0) return result;
      lost++;
      throw new Error('Connection terminated unexpectedly');
    };
    client.query = losing as typeof client.query;
  });
  const worker = await runJobs(
    db,
    {
      pgPool: pool,
      concurrency: 1,
      pollInterval: 100,
      noHandleSignals: true,
      preset: workerPreset,
      logger: new Logger(() => () => {}),
      taskList: { note: async (payload) => void ran.push(payload) },
    },
    () => {},
  );
  try {
    await db.transaction((tx) => queueJob(tx, 'note', { id: 1 }));
    await expect.poll(() => ran, { timeout: 60_000 }).toEqual([{ id: 1 }]);
    expect(lost).toBe(1);
  } finally {
    await worker.stop();
  }
});
