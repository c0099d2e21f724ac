import { afterEach, expect, it } from 'vitest';
import { buyPlan, redeem } from '#domain/buying/buying.ts';
import { closeDays } from '#domain/ledger/seals.ts';
import { expireOrders, keptCents, refundOrder, sendDueRefunds } from '#domain/payments/payments.ts';
import { findGifts, makeBatch } from '#domain/promotions/promotions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import {
  insertPlans,
  openShop,
  PLAN,
  type Behaviour,
  type Shop,
  tellReturn,
} from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { dice } from '#tests/simulation/dice.ts';
import { valueFaults } from '#tests/factories/money/value-oracle.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { changePlan, renewDue, resumeByHand, resumeRecurring, stopRecurring } from './renewals.ts';

// Chains of buying, changing, renewing, redeeming, refunding and charging back in any order, for many members in
// parallel on one clock. After each day the value held, the money held and the money returned add up to the money paid,
// to the cent.

/** `VALUE_CHAINS=10000` sets the number of chains, `VALUE_SEED=n` the seed, `VALUE_FROM=600` the first chain to run. */
const CHAINS = Number(process.env.VALUE_CHAINS ?? 10);
const SEED = Number(process.env.VALUE_SEED ?? 881);
const FROM = Number(process.env.VALUE_FROM ?? 0);
/** Chains per database. */
const AT_ONCE = 200;
/** Chains that take a step concurrently. */
const SIDE_BY_SIDE = 8;
const ROUNDS = 12;
const DAY_MS = 86_400_000;
const START = new Date('2026-11-21T14:30:00+08:00');

let database: TestDatabase;
afterEach(() => database.close());

interface Chain {
  memberId: number;
  /** Of its own, so that a fault is reproduced without the chains before, and whatever concurrent ones do. */
  next: Dice;
  /** What it did, for the report of a fault. */
  did: string[];
}
type Dice = () => number;

const pick = <T>(next: Dice, list: readonly T[]): T => list[Math.floor(next() * list.length)]!;

/** Fulfilled orders of a member for which money was captured. */
async function findPaid(memberId: number): Promise<{ id: number; kind: string; captured: number; refunded: number }[]> {
  const { rows } = await database.pool.query<{ id: number; kind: string; captured: number; refunded: number }>(
    `select id, kind, captured_cents as captured, refunded_cents as refunded from orders
      where member_id = $1 and fulfilled_at is not null and captured_cents > 0 order by id`,
    [memberId],
  );
  return rows;
}

async function providerSays(
  shop: Shop,
  orderId: number,
  kind: 'refunded' | 'chargeback',
  cents: number,
): Promise<void> {
  const { rows } = await database.pool.query<{ number: string }>(
    `select number from payment_attempts where order_id = $1 and state not in ('failed', 'created') and gateway = 'mpgs'
      order by id desc limit 1`,
    [orderId],
  );
  if (!rows[0] || cents <= 0) return;
  await tellReturn(shop, rows[0], kind, cents);
}

/** Returns some of an order's money: by staff, by its provider, or by the holder's bank. */
async function goesBack(shop: Shop, { memberId, did, next }: Chain): Promise<void> {
  const order = pick(next, await findPaid(memberId));
  if (!order) return;
  const part = 1 + Math.floor(next() * order.captured);
  const how = pick(next, ['all', 'unused', 'part', 'provider', 'chargeback', 'chargeback of a part'] as const);
  did.push(`${how} ${part} of ${order.id}`);
  const staff = (cents: number | 'all' | 'unused') =>
    refundOrder(shop.services.payments, { orderId: order.id, cents, reason: 'asked', who: 'a test' });
  if (how === 'all' || how === 'unused') await staff(how);
  else if (how === 'part') await staff(part);
  else if (how === 'provider')
    await providerSays(shop, order.id, 'refunded', Math.min(part, order.captured - order.refunded));
  // A bank disregards earlier refunds.
  else if (how === 'chargeback') await providerSays(shop, order.id, 'chargeback', order.captured);
  else await providerSays(shop, order.id, 'chargeback', Math.min(part, await keptCents(database.db, order.id)));
}

/** May take a gift of any chain, so it runs after the other steps, one at a time, to be reproducible. */
const REDEEM_GIFT = 'redeem a gift';

/** What a member does with plans, by its name in a chain. */
function stepsOf(shop: Shop, { chains, code }: { chains: readonly Chain[]; code: string }) {
  const { services } = shop;
  const plan = ({ next }: Chain) => (next() < 0.5 ? PLAN.monthly : PLAN.yearly);
  const buy = async ({ memberId }: Chain, asked: { planId: number; isAutopay: boolean; isGift?: boolean }) => {
    const { orderId } = await buyPlan(services, { memberId }, asked, comingAt(shop.now()));
    await shop.pay(memberId, orderId);
  };
  const change = (chain: Chain, when: 'now' | 'renewal') =>
    changePlan(services, memberActor(chain.memberId), { planId: plan(chain), when }, shop.now());
  const steps: Record<string, (chain: Chain) => Promise<unknown>> = {
    subscribe: (chain) => buy(chain, { planId: plan(chain), isAutopay: true }),
    'buy once': (chain) => buy(chain, { planId: PLAN.once, isAutopay: false }),
    gift: (chain) => buy(chain, { planId: PLAN.once, isAutopay: false, isGift: true }),
    async [REDEEM_GIFT]({ memberId, next }) {
      const { rows } = await database.pool.query<{ id: number }>(
        `select id from orders where member_id = $1 and kind = 'gift' and fulfilled_at is not null`,
        [pick(next, chains).memberId],
      );
      const gift = (
        await findGifts(
          database.db,
          rows.map(({ id }) => id),
        )
      )[0];
      if (gift) await redeem(services, { memberId }, gift.code, comingAt(shop.now()));
    },
    'redeem a code': ({ memberId }) => redeem(services, { memberId }, code, comingAt(shop.now())),
    'change now': (chain) => change(chain, 'now'),
    'change at the end': (chain) => change(chain, 'renewal'),
    stop: ({ memberId }) => stopRecurring(database.db, memberId, shop.now()),
    resume: ({ memberId }) => resumeRecurring(services, memberActor(memberId), {}, shop.now()),
    'resume by staff': ({ memberId }) =>
      resumeByHand(database.db, { who: 'a test', why: 'the bank was wrong' }, memberId, shop.now()),
    'goes back': (chain) => goesBack(shop, chain),
  };
  const weights = { 'goes back': 4, 'change now': 3, 'change at the end': 1, subscribe: 2 } as Readonly<
    Record<string, number>
  >;
  return Object.entries(steps).flatMap((step) => Array.from({ length: weights[step[0]] ?? 1 }, () => step));
}

/** Renewals are charged by clock: those skipped by weeks are refused, as their orders can no longer be paid. */
async function renewAll(shop: Shop, next: Dice): Promise<void> {
  const { services } = shop;
  const behaviours: readonly Behaviour[] = ['pays', 'pays', 'pays', 'pays', 'refuses', 'silent-paid', 'silent-lost'];
  // By card, because charges run concurrently and in no fixed order.
  const salt = Math.floor(next() * 2 ** 31);
  shop.behaves((token) => pick(dice(salt + Number(token.replace(/\D/g, ''))), behaviours));
  await expireOrders(services.payments);
  await renewDue(services, shop.now).catch((error: unknown) => {
    if (!(error instanceof AggregateError) || !error.errors.every((one) => one instanceof DomainError)) throw error;
  });
  shop.behaves(() => 'pays');
}

async function sideBySide<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

async function runChains(first: number, count: number, counts: Map<string, number>): Promise<void> {
  const next = dice(SEED * 100_000 + first);
  database = await createTestDatabase();
  await insertPlans(database.db, new Date(START.getTime() - 10 * DAY_MS));
  const shop = openShop(database.db, START);
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into members (email, email_key, display_name, surname, given_name, email_verified_at)
     select 'chain' || n || '@member.example', 'chain' || n || '@member.example', '大文', '陳', '大文', now()
     from generate_series(1, $1) as n returning id`,
    [count],
  );
  const chains = rows.map(({ id: memberId }): Chain => ({
    memberId,
    did: [],
    next: dice(Math.floor(next() * 2 ** 31)),
  }));
  const { codes } = await database.db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'redeem',
      name: '送你',
      days: 20,
      planIds: [PLAN.once],
      startsAt: new Date(START.getTime() - DAY_MS),
      endsAt: new Date(START.getTime() + 4_000 * DAY_MS),
      maxPerMember: 100,
      maxInAll: 100_000,
      eligible: 'all',
      codes: 1,
      maxUses: 100_000,
      who: 'a test',
    }),
  );
  const steps = stepsOf(shop, { chains, code: codes[0]! });
  const act = async (chain: Chain, [name, step]: (typeof steps)[number]) => {
    chain.did.push(name);
    try {
      await step(chain);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } catch (error) {
      // Refused by a rule: nothing happened.
      if (!(error instanceof DomainError)) throw new Error(chain.did.join(', '), { cause: error });
      chain.did.push(`(${error.errorName})`);
    }
  };
  const subscribe = steps.find(([name]) => name === 'subscribe')!;
  for (let round = 0; round < ROUNDS; round++) {
    const taken = chains
      .filter((chain) => round === 0 || chain.next() < 0.8)
      .map((chain) => ({ chain, step: round === 0 ? subscribe : pick(chain.next, steps) }));
    const [alone, others] = [true, false].map((isGift) =>
      taken.filter(({ step: [name] }) => (name === REDEEM_GIFT) === isGift),
    );
    await sideBySide(others!, ({ chain, step }) => act(chain, step));
    for (const { chain, step } of alone!) await act(chain, step);
    if (next() < 0.6) await renewAll(shop, next);
    while ((await sendDueRefunds(shop.services.payments)) > 0);
    for (const { did } of chains) did.push(`day ${Math.round((shop.now().getTime() - START.getTime()) / DAY_MS)}`);
    const faults = (await valueFaults(database, shop.now())).map(({ memberId, words }) => ({
      words,
      did: chains.find((chain) => chain.memberId === memberId)?.did.join(', '),
    }));
    expect(faults, `VALUE_SEED=${SEED}, chains from ${first}`).toEqual([]);
    shop.at(new Date(shop.now().getTime() + Math.floor(next() * 20) * DAY_MS + 60_000));
    await closeDays({ db: database.db, ledgerKey: LEDGER_KEY }, shop.now());
  }
}

it(
  `keeps value held, money held and money returned equal to the money paid, over ${CHAINS} chains (seed ${SEED})`,
  { timeout: 300_000 + CHAINS * 20_000 },
  async () => {
    const counts = new Map<string, number>();
    for (let first = FROM; first < CHAINS; first += AT_ONCE) {
      if (first > FROM) await database.close();
      await runChains(first, Math.min(AT_ONCE, CHAINS - first), counts);
      if (CHAINS > AT_ONCE) console.log(`${first + AT_ONCE} of ${CHAINS} chains hold`);
    }
    if (CHAINS > AT_ONCE)
      console.log(`VALUE_SEED=${SEED}: ${CHAINS} chains, ${JSON.stringify(Object.fromEntries(counts))}`);
    expect([...counts.keys()]).toEqual(expect.arrayContaining(['goes back', 'change now', 'subscribe']));
  },
);
