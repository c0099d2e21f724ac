import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { balances } from '#domain/ledger/ledger.ts';
import { queryDueAttempts } from '#domain/payments/payments.ts';
import { lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { openBankBook } from '#tests/factories/money/bank-book.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { renewDue } from './renewals.ts';

// Kills a batch at each point from its claim to its last write, and occasionally at random. Later batches charge each
// member once.

/**
 * After each transaction of a one-profile batch: claim, order with attempt, bank's answer, end; and before the bank has
 * the money, and after it has it but did not answer. Before a commit is equivalent to after the previous one.
 */
const POINTS = ['after-1', 'after-2', 'bank-in', 'bank-after', 'after-3', 'after-4'];
const TIMES = Math.ceil(killsOf(POINTS.length + 1) / (POINTS.length + 1));
const BEGAN = new Date('2026-12-31T20:15:00+08:00');
const DUE = new Date('2027-01-31T00:05:00+08:00').getTime();
/** Claims of a killed batch expire after this. */
const ROUND_MS = 21 * 60_000;

let database: TestDatabase;
let shop: Shop;
let bank: Awaited<ReturnType<typeof openBankBook>>;
let round = 0;
let killed = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  bank = await openBankBook(database.url);
  shop = openShop(database.db, BEGAN, bank);
  await insertPlans(database.db, BEGAN);
});
afterAll(async () => {
  await bank.close();
  await database.close();
});

async function subscriber(): Promise<number> {
  shop.at(BEGAN);
  const memberId = await insertMember(database.db, `killed${round}-${Math.random()}@member.example`);
  const { orderId } = await buyPlan(
    shop.services,
    { memberId },
    { planId: PLAN.monthly, isAutopay: true },
    comingAt(BEGAN),
  );
  await shop.pay(memberId, orderId);
  return memberId;
}

/** Runs a batch in its own process; null if it was killed. */
async function batch(killAt: string, killAfterMs?: number): Promise<string | null> {
  // On the due day, however often it is repeated.
  const now = new Date(DUE + (round++ % 30) * ROUND_MS).toISOString();
  const child = spawn(process.execPath, ['tests/factories/money/renewals.process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url, NOW: now, KILL_AT: killAt },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  const gone = once(child, 'exit');
  if (killAfterMs !== undefined) {
    await once(child.stdout, 'data');
    await sleep(killAfterMs);
    child.kill('SIGKILL');
  }
  const [, signal] = (await gone) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') killed += 1;
  return signal === 'SIGKILL' ? null : said;
}

it(
  'charges once whoever a batch was at when it was killed, at every point, and gives one period for it',
  async () => {
    const members: number[] = [];
    for (let times = 0; times < TIMES; times++) {
      for (const point of POINTS) {
        members.push(await subscriber());
        expect([point, await batch(point)]).toEqual([point, null]);
      }
      for (let i = 0; i < 12; i++) members.push(await subscriber());
      await batch('', Math.random() * 400);
    }
    const { db } = database;
    // A charge that the bank never received is known as failed only after a day of polling.
    for (const hours of [12, 13, 36, 37, 61, 62]) {
      shop.at(new Date(DUE + hours * 3_600_000));
      while ((await queryDueAttempts(shop.services.payments)) > 0);
      await renewDue(shop.services, shop.now);
    }
    expect(await bank.all()).toHaveLength(2 * members.length);
    for (const memberId of members) {
      const times = await db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.memberId, memberId))
        .orderBy(subscriptions.startsAt);
      expect(times.map(({ source, endsAt }) => [source, lastDayOf(endsAt)])).toEqual([
        ['order', '2027-01-31'],
        ['order', '2027-02-28'],
      ]);
      const isRenewed = and(eq(mails.memberId, memberId), eq(mails.template, 'plan-renewed'));
      expect(await db.select({ id: mails.id }).from(mails).where(isRenewed)).toHaveLength(1);
    }
    const left = await db.select().from(recurringProfiles);
    expect(new Set(left.map(({ runId, state, renewOn }) => [runId, state, renewOn].join(' ')))).toEqual(
      new Set([' active 2027-02-28']),
    );
    const held = (await balances(db)).find(({ account }) => account === 'clearing:mpgs');
    expect(Math.abs(Number(held?.cents))).toBe(2 * members.length * PRICE.monthly);
    tellKills('renewals', killed, members.length);
  },
  timeForKills(TIMES * (POINTS.length + 1)),
);
