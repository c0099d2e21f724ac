import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { numberedReceipts, payOrders, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { numberReceipts } from './receipts.ts';

const KILLS = killsOf(4);
/** More than one numbering batch, before each kill. */
const PAID = 150;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it(
  'lets a worker be killed at any moment: no gap, no number twice, and one mail for each',
  async () => {
    const { db, url } = database;
    const memberId = await insertMember(db, 'me@member.example');
    /** Checks that numbers are 1 to n, each with its mail; returns the count. */
    const whole = async () => {
      const rows = await numberedReceipts(db);
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
      expect(rows.filter(({ mails }) => mails !== 1)).toEqual([]);
      return rows.length;
    };
    let kills = 0;
    for (let round = 0; round < KILLS; round++) {
      await payOrders(db, memberId, PAID, new Date());
      const worker = spawn(process.execPath, ['tests/factories/money/receipts.process.ts'], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(worker, 'exit');
      await once(worker.stdout, 'data');
      await sleep(Math.random() * 150);
      if (worker.kill('SIGKILL')) kills++;
      await gone;
      await whole();
    }
    expect(kills).toBe(KILLS);
    await numberReceipts({ db, ...RECEIPT_LINKS }, new Date());
    expect(await whole()).toBe(KILLS * PAID);
    tellKills('receipt numbers', kills, KILLS * PAID);
  },
  timeForKills(KILLS),
);
