import { dayHkOf } from '#shared/hk-time.ts';
import { PLAN } from '#tests/factories/money/plan-shop.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import type { BankName } from './accounts.ts';
import { below, payAt, pick, settlementOf, type Attempt, type Dice, type Story } from './payers.ts';
import { isRefused, type Refused, type Town } from './town.ts';

// Members whose plans renew, and who change plans and cards, give plans away and redeem them; and holders who charge
// payments back.

interface Bought {
  memberId: number;
  orderId: number;
}

/** Pays an order on the page of the Mastercard gateway, the only one that stores cards here. */
async function payByCard(town: Town, next: Dice, { memberId, orderId }: Bought, isPaid = true): Promise<Attempt[]> {
  const asked = { memberId, orderId, gateway: 'mpgs', method: 'card', isPhone: false };
  const begun = await town.call<Omit<Attempt, 'bank'>>('start', asked);
  if (isRefused(begun)) return [];
  const attempt = { bank: 'mpgs' as const, ...begun };
  await town.advance(1_000 * (1 + below(next, 20)));
  await payAt(town, next, attempt, isPaid ? 'pays' : 'refused');
  await town.call('result', { memberId, number: attempt.number });
  return [attempt];
}

async function open(town: Town, call: string, asked: { memberId: number } & Record<string, unknown>) {
  const opened = await town.call<{ orderId: number | null }>(call, asked);
  if (isRefused(opened) || opened.orderId === null) return null;
  return { memberId: asked.memberId, orderId: opened.orderId };
}

const storyOf = (bought: Bought, attempts: Attempt[]): Story => ({ ...bought, attempts, cancelled: false, lies: [] });

/** Subscribes with a stored card. */
export async function subscribe(town: Town, next: Dice, memberId: number, key: string): Promise<Story[]> {
  const planId = next() < 0.7 ? PLAN.monthly : PLAN.yearly;
  const bought = await open(town, 'buy', { memberId, planId, isAutopay: true, key });
  if (!bought) return [];
  return [storyOf(bought, await payByCard(town, next, bought))];
}

/** Verifies another card; the dollar of the check is refunded. */
async function changeCard(town: Town, next: Dice, memberId: number, key: string): Promise<Story[]> {
  const bought = await open(town, 'change-card', { memberId, key });
  if (!bought) return [];
  return [storyOf(bought, await payByCard(town, next, bought, next() < 0.85))];
}

/** At once, or at the next renewal. A refused card leaves an order that can be paid on a page. */
async function changePlan(town: Town, next: Dice, memberId: number, key: string): Promise<Story[]> {
  const planId = pick(next, [PLAN.monthly, PLAN.yearly]);
  const bought = await open(town, 'change-plan', { memberId, planId, when: next() < 0.8 ? 'now' : 'renewal', key });
  return bought ? [storyOf(bought, [])] : [];
}

/** Buys a plan for a friend, who redeems it, or tries to, before or after its buyer is refunded. */
async function giveAway(
  town: Town,
  next: Dice,
  { memberId, friendId, key, n }: { memberId: number; friendId: number; key: string; n: number },
): Promise<Story[]> {
  const bought = await open(town, 'buy', { memberId, planId: PLAN.once, isGift: true, key });
  if (!bought) return [];
  const attempts = await payByCard(town, next, bought);
  const refund = async () => town.call('refund', { orderId: bought.orderId, cents: n % 2 === 0 ? 'all' : 19_400 });
  if (n % 3 === 0) await refund();
  if (next() < 0.8) await town.call('redeem', { memberId: friendId, orderId: bought.orderId });
  if (n % 3 === 2) await refund();
  // A code can be redeemed once.
  if (next() < 0.3) await town.call('redeem', { memberId, orderId: bought.orderId });
  return [storyOf(bought, attempts)];
}

/** A random action of a subscriber. */
export async function actAsSubscriber(
  town: Town,
  next: Dice,
  { memberId, friendId, key, act }: { memberId: number; friendId: number; key: string; act: number },
): Promise<Story[]> {
  await town.advance(1_000 * (1 + below(next, 60)));
  const acts = [
    () => giveAway(town, next, { memberId, friendId, key, n: Math.floor(act / 4) }),
    () => changeCard(town, next, memberId, key),
    () => changePlan(town, next, memberId, key),
    async () => {
      await town.call('stop', { memberId });
      if (next() < 0.5) await town.call('resume', { memberId });
      return [];
    },
  ];
  return acts[act % acts.length]!();
}

/** Some stored cards are refused from now on. */
export async function refuseSomeCards(town: Town, next: Dice): Promise<void> {
  const { tokens } = JSON.parse(await town.read(`${town.bank('mpgs')}/_sim/book`)) as { tokens: { id: string }[] };
  for (const { id } of tokens)
    if (next() < 0.25)
      await town.press(`${town.bank('mpgs')}/_sim/tokens/${id}`, { bank: pick(next, ['DECLINED', 'TIMED_OUT']) });
}

/** Banks with chargebacks, and their stand-ins' names of a payment. */
const DISPUTED: Partial<Record<BankName, (attempt: { number: string; ref: string | null; txn: string }) => string>> = {
  mpgs: ({ number }) => `_sim/orders/${number}/chargeback`,
  paydollar: ({ txn }) => `_sim/tries/${txn}/chargeback`,
  payme: ({ ref }) => `_sim/deals/${ref}/chargeback`,
  eft: ({ ref }) => `_sim/deals/${ref}/chargeback`,
};

const RENEWING = ['subscription', 'renewal', 'plan_change'];

/**
 * The holder of a card or wallet charges a payment back, whatever was refunded before, and the provider reports it. The
 * member of a charged-back plan must not be able to resume it: returns the violation.
 */
export async function chargeBackOne(database: TestDatabase, town: Town, next: Dice, n: number): Promise<string[]> {
  const { rows } = await database.pool.query<{
    memberId: number;
    kind: string;
    attempt: number;
    gateway: BankName;
    number: string;
    ref: string | null;
    txn: string;
    isMoved: boolean;
  }>(
    `select o.member_id as "memberId", o.kind, a.id as attempt, a.gateway, a.number, a.gateway_ref as ref, f.gateway_txn as txn,
         exists (select from credit_lots l where l.source_order_id = o.id) as "isMoved"
       from payment_facts f join payment_attempts a on a.id = f.attempt_id join orders o on o.id = a.order_id
      where f.kind = 'paid' and f.contradicts_id is null and f.cents = a.amount_cents and o.kind <> 'card_check'
        and not exists (select from payment_facts c where c.attempt_id = a.id and c.kind = 'chargeback')
        and not exists (select from payment_facts c where c.contradicts_id = f.id)
      order by f.id`,
  );
  // Every other one is of a renewing plan.
  const isWanted = ({ gateway, kind }: (typeof rows)[number]) =>
    DISPUTED[gateway] !== undefined && (n % 2 === 1 || RENEWING.includes(kind));
  const disputed = rows.filter(isWanted);
  // One in six is of money that became credit, so that it is missing where the credit went.
  const moved = n % 6 === 0 ? disputed.filter(({ isMoved }) => isMoved) : [];
  const one = moved.length > 0 ? pick(next, moved) : disputed[below(next, disputed.length)];
  if (!one) return [];
  await town.press(`${town.bank(one.gateway)}/${DISPUTED[one.gateway]!(one)}`, {});
  const day = dayHkOf(town.now());
  const [head, ...lines] = (await settlementOf(town, one.gateway, day)).trim().split('\n');
  const text = [head, ...lines.filter((line) => line.includes(',chargeback,'))].join('\n');
  await town.call('reconcile', { gateway: one.gateway, dayHk: day, text: `${text}\n` });
  const { rows: heard } = await database.pool.query(
    `select from payment_facts where attempt_id = $1 and kind = 'chargeback'`,
    [one.attempt],
  );
  if (heard.length === 0 || !RENEWING.includes(one.kind)) return [];
  const resumed = await town.call<Refused | object>('resume', { memberId: one.memberId });
  // Staff believe that the bank was wrong.
  if (n % 3 === 0) await town.call('resume-by-staff', { memberId: one.memberId });
  return isRefused(resumed) ? [] : [`the member of ${one.number} resumed a plan after their bank took ${one.txn} back`];
}
