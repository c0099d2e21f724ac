import { mkdirSync } from 'node:fs';
import { orderStory } from '#domain/payments/payments.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { insertPlans } from '#tests/factories/money/plan-shop.ts';
import { dice } from './dice.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { BANKS } from './accounts.ts';
import { faultsOf, type Applied } from './oracle.ts';
import { below, checkOut, daysOf, pick, settlementOf, type Story } from './payers.ts';
import { POINTS, type Point } from './points.ts';
import { profileStory } from './profile-story.ts';
import { closeSettled, payBackByHand } from './staff.ts';
import { actAsSubscriber, chargeBackOne, refuseSomeCards, subscribe } from './subscribers.ts';
import { isRefused, startTown, type Town } from './town.ts';

// Checkouts by all providers over HTTP. The banks are a separate process that writes its book before it answers, and
// that drops, repeats, reorders, delays and falsifies; ours is killed at named points and at random. After two
// simulated days everything is at rest and is compared with the banks' books.

const START_MS = Date.parse('2026-11-21T10:00:00+08:00');
/** When the monthly plans bought on the first day are renewed. */
const RENEWAL_MS = Date.parse('2026-12-21T00:10:00+08:00');
const AT_ONCE = 6;
const OFFLINE_CENTS = 54_000;
/** One in this many pays by cheque. */
const OFFLINE_EACH = 12;
/** One subscriber for this many checkouts. */
const SUBSCRIBER_EACH = 8;
/** Number of checkouts between two actions of subscribers, and between two chargebacks. */
const ACT_EACH = 5;
const CHARGEBACK_EACH = 7;
const CODE = 'RADIO881';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface Simulated {
  stories: number;
  attempts: number;
  /** Kills of our process, by point. */
  kills: Map<string, number>;
  /** Violations found; empty if none. */
  faults: string[];
}

const subscribersOf = (checkouts: number): number => Math.max(8, Math.ceil(checkouts / SUBSCRIBER_EACH));

async function insertPayers(database: TestDatabase, checkouts: number): Promise<number[]> {
  const { db, pool } = database;
  await insertPlans(db, new Date(START_MS - HOUR_MS));
  await db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'discount',
      name: 'a tenth off',
      discount: { type: 2, value: 10 },
      planIds: [],
      startsAt: new Date(START_MS - HOUR_MS),
      endsAt: new Date(START_MS + 90 * 24 * HOUR_MS),
      maxPerMember: 2,
      maxInAll: Math.ceil(checkouts / 8),
      eligible: 'all',
      codes: [CODE],
      maxUses: Math.ceil(checkouts / 8),
      who: 'test',
    }),
  );
  const { rows } = await pool.query<{ id: number }>(
    `insert into members (email, email_key, display_name, surname, given_name, email_verified_at)
     select 'payer' || n || '@member.example', 'payer' || n || '@member.example', '大文', '陳', '大文', now()
     from generate_series(1, $1) as n returning id`,
    [Math.ceil(checkouts / 2) + subscribersOf(checkouts)],
  );
  return rows.map(({ id }) => id);
}

/** Plans faults of the banks: failing calls, or lost replies. */
async function orderTrouble(town: Town, next: () => number): Promise<void> {
  const cards = { paydollar: ['Query', 'RequestRefund'], mpgs: ['order', 'REFUND', 'INITIATE_CHECKOUT', 'PAY'] };
  const wallets = { payme: ['create', 'status', 'cancel', 'refund'], eft: ['order', 'query', 'refund', 'close'] };
  if (next() < 0.6) {
    const bank = pick(next, ['paydollar', 'mpgs'] as const);
    const call = pick(next, cards[bank]);
    await town.press(`${town.bank(bank)}/_sim/faults`, { call, kind: pick(next, ['error', 'lost']), times: '2' });
    return;
  }
  const bank = pick(next, ['payme', 'eft'] as const);
  const kind = pick(next, ['error', 'error', 'lost']);
  await town.press(`${town.bank(bank)}/_sim/faults`, { call: pick(next, wallets[bank]), kind, times: '1' });
}

/** A member pays by cheque, and staff approve it later. */
async function payByCheque(town: Town, next: () => number, memberId: number): Promise<Applied | null> {
  const applied = await town.call<{ id: number }>('apply', { memberId });
  if (isRefused(applied)) return null;
  await town.advance(1_000 * below(next, 600));
  const isPaid = next() < 0.8;
  if (isPaid) {
    const approved = await town.call('approve', { id: applied.id, cents: OFFLINE_CENTS });
    // Approved by the process that died before it replied.
    if (isRefused(approved) && approved.refused !== 'conflict') return null;
  }
  return { id: applied.id, cents: isPaid ? OFFLINE_CENTS : 0 };
}

async function reconcileAll(town: Town, dieNext: (of: readonly Point[]) => Promise<void>): Promise<void> {
  for (const bank of BANKS)
    for (const day of daysOf(town)) {
      await dieNext(['settlement:read']);
      await town.call('reconcile', { gateway: bank, dayHk: day, text: await settlementOf(town, bank, day) });
    }
}

/**
 * Two days in which the banks answer, our process mostly lives, and staff process work items. Returns the attempts that
 * staff refunded.
 */
async function comeToRest(
  database: TestDatabase,
  town: Town,
  dieNext: (of?: readonly Point[]) => Promise<void>,
): Promise<Set<number>> {
  const inPortal = new Set<number>();
  const pressed = new Set<string>();
  for (const bank of ['payme', 'eft'] as const)
    await town.press(`${town.bank(bank)}/_sim/faults`, { call: 'refund', kind: 'error', times: '0' });
  const waits = [
    ...Array<number>(4).fill(20_000),
    ...Array<number>(4).fill(3 * MINUTE_MS),
    ...Array<number>(4).fill(15 * MINUTE_MS),
    ...Array<number>(13).fill(4 * HOUR_MS),
  ];
  for (const wait of waits) {
    await town.advance(wait);
    await dieNext();
    await town.call('tick');
    await town.settleDown();
  }
  // Money reported by files is fulfilled, or refunded half an hour later; staff refund what only a portal can.
  for (const wait of [MINUTE_MS, 31 * MINUTE_MS, 31 * MINUTE_MS, 24 * HOUR_MS]) {
    await reconcileAll(town, dieNext);
    await town.advance(wait);
    await dieNext();
    await town.call('tick');
    await town.settleDown();
    for (const attempt of await payBackByHand(database, town, pressed)) inPortal.add(attempt);
  }
  await reconcileAll(town, dieNext);
  await town.call('tick');
  await town.settleDown();
  await closeSettled(database, town, inPortal);
  // Attempts handled by staff are closed by the next day's file.
  await town.advance(24 * HOUR_MS);
  const dayHk = dayHkOf(town.now());
  await town.call('reconcile', { gateway: 'jetco', dayHk, text: await settlementOf(town, 'jetco', dayHk) });
  await town.call('tick');
  await town.settleDown();
  return inPortal;
}

/**
 * A month before: members subscribe and act as subscribers. Then monthly plans are renewed, some of whose cards are
 * refused by now, and our process dies while it charges them.
 */
async function subscribeAll(
  town: Town,
  {
    subscribers,
    friends,
    seed,
    killsEach,
  }: { subscribers: number[]; friends: number[]; seed: number; killsEach: number },
): Promise<Story[]> {
  const stories: Story[] = [];
  let begun = 0;
  const subscriber = async () => {
    for (let i = begun++; i < subscribers.length; i = begun++) {
      const next = dice(seed * 100_019 + i);
      const memberId = subscribers[i]!;
      stories.push(...(await subscribe(town, next, memberId, `subscribed-${i}`)));
      const about = { memberId, friendId: friends[i % friends.length]!, key: `acted-${i}`, act: i };
      stories.push(...(await actAsSubscriber(town, next, about)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, subscriber));
  for (const wait of [20_000, 3 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]) {
    await town.advance(wait);
    await town.call('tick');
    await town.settleDown();
  }
  await town.advance(RENEWAL_MS - town.now().getTime());
  const next = dice(seed * 100_043);
  await refuseSomeCards(town, next);
  for (const point of CHARGING)
    for (let n = 0; n < killsEach; n++) {
      await town.arm(point, 1 + below(next, 2));
      await town.call('tick');
      // Claims of a killed batch have expired.
      await town.advance(21 * MINUTE_MS);
    }
  await town.call('tick');
  return stories;
}

/** The point of the next kill, until each point had its share; then any moment. */
function reaper(town: Town, next: () => number, { timesEach, atRandom }: { timesEach: number; atRandom: number }) {
  let left = atRandom;
  let armed: { point: Point; deaths: number; waits: number } | null = null;
  let turn = below(next, POINTS.length);
  const deathsAt = (point: Point) => town.kills.get(point) ?? 0;
  const due = (of: readonly Point[] = POINTS) => of.filter((point) => deathsAt(point) < timesEach);
  return {
    due,
    /** `of`: points that can be reached now. */
    async armNext(of: readonly Point[] = WHILE_OPEN): Promise<void> {
      if (armed && deathsAt(armed.point) === armed.deaths && of.includes(armed.point) && ++armed.waits < 3) return;
      const points = due(of);
      const point = points[turn++ % Math.max(1, points.length)];
      if (point) {
        armed = { point, deaths: deathsAt(point), waits: 0 };
        await town.arm(point, 1 + below(next, 2));
      } else if (due().length === 0 && left-- > 0) town.kill();
    },
  };
}
const CHARGING: readonly Point[] = ['charge:before', 'charge:after'];
const WHILE_OPEN = POINTS.filter((point) => point !== 'settlement:read' && !CHARGING.includes(point));

/** Runs checkouts and returns the violations found afterwards. */
export async function simulateCheckouts(
  database: TestDatabase,
  {
    seed,
    checkouts,
    killsAtPoints = 0,
    killsAtRandom = 0,
    mutants = [],
  }: { seed: number; checkouts: number; killsAtPoints?: number; killsAtRandom?: number; mutants?: readonly string[] },
): Promise<Simulated> {
  mkdirSync('data', { recursive: true });
  const isKilled = killsAtPoints + killsAtRandom > 0;
  const town = await startTown(database, { startMs: START_MS, mutants, isKilled });
  try {
    const members = await insertPayers(database, checkouts);
    const subscribers = members.splice(0, subscribersOf(checkouts));
    const ofTown = dice(seed);
    const reap = reaper(town, ofTown, { timesEach: killsAtPoints, atRandom: killsAtRandom });
    const stories = await subscribeAll(town, {
      subscribers,
      friends: members,
      seed,
      killsEach: killsAtPoints,
    });
    const applied: Applied[] = [];
    const resumed: string[] = [];
    let disputes = 0;
    const chargeBack = async () => resumed.push(...(await chargeBackOne(database, town, ofTown, disputes++)));
    let begun = 0;
    const isOften = Math.max(1, Math.floor(checkouts / (3 * killsAtPoints * POINTS.length + killsAtRandom + 1)));
    const payer = async () => {
      for (let i = begun++; i < checkouts; i = begun++) {
        const next = dice(seed * 100_003 + i);
        const memberId = members[i % members.length]!;
        if (isKilled && i % isOften === isOften - 1) await reap.armNext();
        if (i % 9 === 8) await orderTrouble(town, ofTown);
        if (i % OFFLINE_EACH === OFFLINE_EACH - 1) {
          const one = await payByCheque(town, next, memberId);
          if (one) applied.push(one);
        } else {
          const code = next() < 0.3 ? CODE : undefined;
          const story = await checkOut(town, next, { memberId, key: `key-${i}`, code });
          if (story) stories.push(story);
        }
        if (i % ACT_EACH === ACT_EACH - 1) {
          const n = Math.floor(i / ACT_EACH);
          const who = { memberId: subscribers[n % subscribers.length]!, friendId: memberId, key: `acts-${i}` };
          stories.push(...(await actAsSubscriber(town, next, { ...who, act: n + Math.floor(n / subscribers.length) })));
        }
        if (i % CHARGEBACK_EACH === CHARGEBACK_EACH - 1) await chargeBack();
        if (next() < 0.35) await town.call('tick');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, payer));
    // Continues until each point was reached: some payers change their mind, some want refunds.
    for (let i = checkouts; i < 2 * checkouts && reap.due(WHILE_OPEN).length > 0; i++) {
      const next = dice(seed * 100_003 + i);
      await reap.armNext();
      const story = await checkOut(town, next, {
        memberId: members[i % members.length]!,
        key: `key-${i}`,
        code: undefined,
      });
      if (!story) continue;
      stories.push(story);
      await town.call('start', { ...story, gateway: 'payme', method: 'payme', isPhone: false });
      await town.call(i % 2 === 0 ? 'cancel' : 'refund', { ...story, cents: 'all' });
      await town.call('tick');
    }
    for (let n = 0; n < 2; n++) await chargeBack();
    const inPortal = await comeToRest(database, town, async (of) => {
      if (isKilled) await reap.armNext(of);
    });
    const faults = [...resumed, ...(await faultsOf(database, town, { stories, applied, inPortal }))];
    const named = new Set(faults.flatMap((fault) => /^order (\d+) /.exec(fault)?.[1] ?? []));
    // A payment is identified by its number.
    for (const number of faults.flatMap((fault) => /^[A-Z]{2}\d{14}/.exec(fault)?.[0] ?? [])) {
      const { rows } = await database.pool.query<{ order_id: number }>(
        'select order_id from payment_attempts where number = $1',
        [number],
      );
      if (rows[0]) named.add(String(rows[0].order_id));
    }
    for (const id of [...named].slice(0, 3)) {
      const { steps } = await orderStory(database.db, Number(id));
      for (const { at, what, detail } of steps)
        faults.push(`  order ${id}: ${at.toISOString()} ${what} ${JSON.stringify(detail)}`);
    }
    const profiles = new Set(faults.flatMap((fault) => /^profile (\d+) /.exec(fault)?.[1] ?? []));
    for (const id of [...profiles].slice(0, 3)) faults.push(...(await profileStory(database, Number(id))));
    const missed = killsAtPoints > 0 ? reap.due() : [];
    return {
      stories: stories.length + applied.length,
      attempts: stories.reduce((sum, { attempts }) => sum + attempts.length, 0),
      kills: town.kills,
      faults: [...faults, ...missed.map((point) => `nobody died at ${point} often enough`)],
    };
  } finally {
    await town.close();
  }
}
