import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { promotionBatches } from '#db/tables/promotions.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { act } from './act.ts';
import { refusalText } from './run-action.ts';

const run = promisify(execFile);
const BATCH = {
  kind: 'redeem',
  name: 'for a listener',
  worth: { days: 30 },
  plan_ids: [PLAN.once],
  starts_on: '2027-12-01',
  ends_on: '2027-12-31',
  codes: 1,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, new Date('2026-11-21T14:30:00+08:00'));
});
afterAll(() => database.close());

const env = () => ({ ...process.env, DATABASE_URL: database.url });
/** What the command does and prints, without a process that loads the server for each. */
const acted = (...words: string[]) => act(words, env());
const HAND = ['--who', 'an operator', '--why', 'the desk is closed'];

it('runs an action of the desk from the command line: previewed first, then once, with who and why in the audit', async () => {
  const { db } = database;
  const input = JSON.stringify(BATCH);
  expect(await acted('codes.create', input, ...HAND)).toContain('Dry run');
  expect((await db.select().from(promotionBatches)).length).toBe(0);
  const { stdout } = await run(process.execPath, ['scripts/act.ts', 'codes.create', input, ...HAND, '--do'], {
    env: env(),
  });
  expect(stdout).toContain('"codes":1');
  expect(await db.select().from(promotionBatches)).toMatchObject([{ name: 'for a listener' }]);
  expect(await db.select().from(auditEvents)).toMatchObject([
    { action: 'codes.create', who: 'an operator', reason: 'the desk is closed' },
  ]);
});

it('names the fault of an input, and sends what needs two persons to the desk', async () => {
  const refusal = (input: object) =>
    acted('codes.create', JSON.stringify(input), ...HAND, '--do').then(() => 'nothing was refused', refusalText);
  expect(await refusal({ ...BATCH, ends_on: '2027-11-01' })).toContain('is before the start');
  expect(await refusal({ ...BATCH, codes: 10_000 })).toContain('needs a second person');
  expect((await database.db.select().from(promotionBatches)).length).toBeLessThan(2);
});
