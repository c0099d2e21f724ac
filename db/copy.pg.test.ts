import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { copyTo } from './copy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

// Some tables arrive in one read, others in many: a small one ends while the connection is paused.
it.each([1, 30, 300, 3_000, 30_000])(
  'reads on after a copy of %i rows that its reader took slowly',
  async (rows) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const slow = new PassThrough({ highWaterMark: 512 });
    const copied = copyTo(client, `copy (select repeat('x', 99) from generate_series(1, ${rows})) to stdout`, slow);
    await new Promise((later) => setTimeout(later, 50));
    expect((await text(slow)).length).toBe(rows * 100);
    await copied;
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  },
  20_000,
);
