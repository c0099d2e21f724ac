import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openBankBook } from '../tests/factories/money/bank-book.ts';
import { insertPlans, PLAN } from '../tests/factories/money/plan-shop.ts';
import { cpuSeconds, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const MEMBERS = Number(process.env['RENEWALS'] ?? 100_000);
const KILLED_AT = 0.3;
const LIMIT_MS = 4;
const BEGAN = '2026-12-31T20:15:00+08:00';
const DUE = new Date('2027-01-31T08:00:00+08:00').getTime();
/** A killed batch's claims expire after this long. */
const LATER_MS = 21 * 60_000;

/**
 * Runs a batch in a separate process whose bank responds at once; `isEnough` says when to kill it. Returns its CPU, ms.
 */
async function renew(url: string, at: number, isEnough?: () => Promise<boolean>): Promise<number> {
  const child = spawn(process.execPath, ['tests/factories/money/renewals.process.ts'], {
    env: { ...process.env, DATABASE_URL: url, NOW: new Date(at).toISOString() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  const gone = once(child, 'exit');
  if (isEnough) {
    while (child.exitCode === null && !(await isEnough())) await sleep(250);
    const ms = cpuSeconds(child.pid ?? 0) * 1000;
    child.kill('SIGKILL');
    await gone;
    return ms;
  }
  await gone;
  const [, ms] = /done \d+ (\d+)/.exec(said) ?? [];
  if (ms === undefined) throw new Error(`the batch ended by itself: ${said}`);
  return Number(ms);
}

/**
 * All members' cards are due on one day: the batch is killed at three tenths and resumed, and each card is charged
 * once.
 */
export async function renewalsBench(): Promise<Row[]> {
  const database = await startOwnDatabase(4);
  const bank = await openBankBook(database.url);
  try {
    const { db } = database;
    await insertPlans(db, new Date(BEGAN));
    await db.execute(sql`insert into members (email, email_key, display_name)
      select 'm' || n || '@member.example', 'm' || n || '@member.example', '大文' from generate_series(1, ${MEMBERS}) n`);
    await db.execute(sql`insert into recurring_profiles (member_id, plan_id, state, gateway_token, gateway_agreement,
        card_scheme, card_last4, card_ends_on, period_months, anchor_day, renew_on)
      select id, ${PLAN.monthly}, 'active', 'card-' || id, 'agreement-' || id, 'visa', '4242', '2030-12-31', 1, 31,
        '2027-01-31' from members`);
    await db.execute(sql`insert into subscriptions (member_id, plan_id, source, starts_at, ends_at)
      select id, ${PLAN.monthly}, 'hand', ${BEGAN}::timestamptz, '2027-02-01T00:00:00+08:00'::timestamptz from members`);
    await db.execute(sql`analyze`);
    const count = async (query: ReturnType<typeof sql>) =>
      Number((await db.execute<{ n: string }>(query)).rows[0]?.n ?? 0);
    const renewed = () => count(sql`select count(*) as n from orders where state = 'paid'`);
    let ownMs = await renew(database.url, DUE, async () => (await renewed()) >= MEMBERS * KILLED_AT);
    const atKill = await renewed();
    // A charge that never reached the bank is resolved after a day: playback continues, and the charge is made a day
    // later.
    let at = DUE + LATER_MS;
    for (let tries = 0; tries < 3 && (await renewed()) < MEMBERS; tries++, at += 25 * 3_600_000)
      ownMs += await renew(database.url, at);
    const given = await count(sql`select count(*) as n from subscriptions where source = 'order'`);
    const left = await count(sql`select count(*) as n from recurring_profiles where renew_on = '2027-01-31'`);
    const captured = (await bank.all()).length;
    const isOnce = captured === given && given + left === MEMBERS && left <= 8;
    return [
      {
        promise: `${MEMBERS.toLocaleString('en')} renewals, their mails and books, with a bank that answers at once`,
        figure: `${(ownMs / MEMBERS).toFixed(2)} ms of our own CPU each, with the start of two processes`,
        limit: `${LIMIT_MS} ms or less`,
        holds: ownMs / MEMBERS <= LIMIT_MS,
      },
      {
        promise: `the same batch, killed at ${Math.round((100 * atKill) / MEMBERS)} % and gone on with: charged twice, or charged and not given`,
        figure: `${captured - given} (${captured} charged, ${given} given, ${left} asked about)`,
        limit: 'none',
        holds: isOnce,
      },
    ];
  } finally {
    await bank.close();
    await database.close();
  }
}
