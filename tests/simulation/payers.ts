import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';
import { PLAN } from '#tests/factories/money/plan-shop.ts';
import { SITE_URL, type BankName } from './accounts.ts';
import { isRefused, type Town } from './town.ts';

// Simulated payers: on our pages through our calls, at a bank through its page's form.

export type Dice = () => number;
export const below = (next: Dice, n: number): number => Math.floor(next() * n);
export const pick = <T>(next: Dice, list: readonly T[]): T => list[below(next, list.length)]!;

/** How a bank reports a payment, in the words of its page. */
const often = (word: string, times: number) => Array<string>(times).fill(word);
const TOLD = {
  cards: [
    often('once', 9),
    often('twice', 2),
    often('late', 2),
    often('muddled', 2),
    often('never', 2),
    ['badSignature', 'otherAmount', 'otherCurrency', 'afterRefund'],
  ].flat(),
  wallets: [
    often('pays', 9),
    often('twice', 2),
    often('muddled', 2),
    often('never', 2),
    ['late', 'badSignature', 'otherAmount', 'afterRefund', 'failsThenPays'],
  ].flat(),
  jetco: [often('pays', 7), ['muddled', 'never', 'badSignature', 'otherAmount', 'late']].flat(),
};
const REFUSED = {
  paydollar: ['funds', 'declined', 'threeDs', 'tooMany'],
  mpgs: ['DECLINED', 'INSUFFICIENT_FUNDS', 'EXPIRED_CARD'],
  payme: ['EW2005', 'PR004'],
  eft: ['TRADE_FAIL', 'TRADE_CLOSED'],
  jetco: ['RJ-51', 'TO', 'CC'],
} as const;

export interface Attempt {
  bank: BankName;
  number: string;
  start: CheckoutStart;
}
type Payment = 'pays' | 'refused';

/** The forms of a page that lead back to the site. */
function waysBack(html: string): URLSearchParams[] {
  const read = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  return [...html.matchAll(/<form method="post" action="([^"]*)"[^]*?<\/form>/g)]
    .filter(([, action = '']) => read(action).startsWith(SITE_URL))
    .map(
      ([form]) =>
        new URLSearchParams(
          [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [
            read(name),
            read(value),
          ]),
        ),
    );
}

/** Pays, or is refused, at the page of a bank. */
export async function payAt(town: Town, next: Dice, { bank, number, start }: Attempt, wanted: Payment): Promise<void> {
  const base = town.bank(bank);
  const isPaid = wanted === 'pays';
  if (bank === 'paydollar') {
    if (start.kind !== 'form') throw new Error('PayDollar begins with a form');
    const told = pick(next, TOLD.cards);
    await town.press(start.url, start.fields);
    const card = { cardNo: '4918914107195005', expiry: '12/30' };
    const bankDoes = isPaid ? pick(next, ['ok', 'ok', 'ok', 'failThenOk']) : pick(next, REFUSED.paydollar);
    await town.press(`${base}/pay/${number}`, { ...card, bank: bankDoes, told });
    return;
  }
  if (bank === 'mpgs') {
    if (start.kind !== 'script') throw new Error('MPGS begins with a script');
    const page = `${base}/checkout/page/${start.sessionId}`;
    const bankDoes = isPaid ? pick(next, ['APPROVED', 'APPROVED', 'failThenOk']) : pick(next, REFUSED.mpgs);
    const card = { cardNo: '5123450000000008', expiry: '01/39' };
    await town.press(page, { ...card, bank: bankDoes, told: pick(next, TOLD.cards) });
    await town.press(page, { do: 'pass' });
    return;
  }
  if (bank === 'jetco') {
    if (start.kind !== 'form') throw new Error('JETCO begins with a form');
    await town.press(start.url, start.fields);
    const choice = isPaid ? pick(next, TOLD.jetco) : pick(next, REFUSED.jetco);
    const page = await town.press(`${base}/page/${number}`, { do: choice });
    const forms = waysBack(await page.text());
    // Some return it twice, some return the wrong one of two, some never.
    for (const form of forms) if (next() < 0.9) await town.bringBack('/api/payment/return/jetco', form);
    if (next() < 0.2 && forms[0]) await town.bringBack('/api/payment/return/jetco', forms[0]);
    return;
  }
  const chosen = isPaid ? pick(next, TOLD.wallets) : pick(next, REFUSED[bank]);
  const link = start.kind === 'qr' ? (start.appUrl ?? start.text) : start.kind === 'redirect' ? start.url : '';
  const page = link.replace('/payme/pay/', '/payme/app/');
  await town.press(page, { do: chosen });
}

const METHODS = {
  paydollar: ['card', 'card', 'alipay'],
  mpgs: ['card'],
  payme: ['payme'],
  eft: ['alipay', 'wechat'],
  jetco: ['jetco'],
} as const;

export interface Story {
  memberId: number;
  orderId: number;
  attempts: Attempt[];
  cancelled: boolean;
  /** Payments reported as failed while their bank held money. */
  lies: { number: string; words: string }[];
}

/** A member's checkout from choosing a plan to the last look at the result; every step takes time. */
export async function checkOut(
  town: Town,
  next: Dice,
  { memberId, key, code }: { memberId: number; key: string; code: string | undefined },
): Promise<Story | null> {
  const step = async (seconds = 20) => town.advance(1_000 * (1 + below(next, seconds)));
  let bought = await town.call<{ orderId: number }>('buy', { memberId, planId: PLAN.once, code, key });
  // The code may be used up, or held by the member's own order.
  if (isRefused(bought)) bought = await town.call<{ orderId: number }>('buy', { memberId, planId: PLAN.once, key });
  if (isRefused(bought)) return null;
  const { orderId } = bought;
  const story: Story = { memberId, orderId, attempts: [], cancelled: false, lies: [] };
  const begin = async (bank: BankName): Promise<Attempt | null> => {
    const asked = { memberId, orderId, gateway: bank, method: pick(next, METHODS[bank]), isPhone: next() < 0.5 };
    const begun = await town.call<{ number: string; start: CheckoutStart }>('start', asked);
    if (isRefused(begun)) return null;
    const attempt = { bank, ...begun };
    story.attempts.push(attempt);
    return attempt;
  };
  const look = async (): Promise<void> => {
    for (const { bank, number } of story.attempts) {
      const seen = await town.call<{ status: string }>('result', { memberId, number });
      if (isRefused(seen) || seen.status !== 'failure') continue;
      const at = town.now().toISOString();
      const held = await heldBy(town, bank, number);
      if (held === 0 || (await isHidden(town, bank, number))) continue;
      // A webhook in transit at the time of the check is no contradiction.
      await town.webhooksProcessed();
      const again = await town.call<{ status: string }>('result', { memberId, number });
      if (!isRefused(again) && again.status === 'failure')
        story.lies.push({ number, words: `${number} of ${bank} holds ${held} cents and was called failed at ${at}` });
    }
  };
  await step();
  const banks = Object.keys(METHODS) as BankName[];
  const first = await begin(pick(next, banks));
  await step();
  const fate = next();
  if (first && fate < 0.72) await payAt(town, next, first, fate < 0.6 ? 'pays' : 'refused');
  await step();
  if (next() < 0.5) await look();
  if (fate >= 0.6 || next() < 0.08) {
    // Another method, or the same again; some pay twice, in two tabs.
    const second = next() < 0.75 ? await begin(pick(next, banks)) : null;
    await step(60);
    if (second && next() < 0.7) await payAt(town, next, second, 'pays');
    if (first && fate >= 0.72 && next() < 0.3) await payAt(town, next, first, 'pays');
  }
  if (next() < 0.08) {
    await town.call('cancel', { memberId, orderId });
    story.cancelled = true;
  }
  if (first && next() < 0.04) {
    await town.advance(1_800_000);
    await payAt(town, next, first, 'pays');
  }
  await step();
  if (next() < 0.4) await look();
  if (next() < 0.08) {
    const cents = next() < 0.5 ? 'all' : 100 * (1 + below(next, 300));
    // Some portals refund everything or nothing.
    const isWhole = story.attempts.some(({ bank }) => bank === 'jetco' || bank === 'payme');
    await town.call('refund', { orderId, cents: isWhole ? 'all' : cents });
  }
  return story;
}

/** How a bank records that our shop accepted a webhook; those with a bad signature are refused. */
const ACCEPTED = '200 OK';

/**
 * Whether the bank has not reported the payment yet, because it does so late or its webhook is lost: after a refusal we
 * call the attempt refused until then, or until the next query.
 */
async function isHidden(town: Town, bank: BankName, number: string): Promise<boolean> {
  if (bank !== 'paydollar') return false;
  const { tries } = JSON.parse(await town.read(`${town.bank(bank)}/_sim/book`)) as {
    tries: { ref: string; status: string; told: string; answers: string[] }[];
  };
  const own = tries.filter(({ ref }) => ref === number);
  const paid = own.filter(({ status }) => status === 'Accepted');
  const wasRefused = paid.length < own.length;
  return (
    paid.length > 0 && paid.every(({ told, answers }) => (told === 'late' || wasRefused) && !answers.includes(ACCEPTED))
  );
}

/** The balance of an attempt in a bank's own book. */
export async function heldBy(town: Town, bank: BankName, number: string): Promise<number> {
  const moved = await movementsOf(town, bank, daysOf(town));
  return moved.reduce(
    (sum, one) => (one.attempt === number ? sum + (one.kind === 'paid' ? one.cents : -one.cents) : sum),
    0,
  );
}

export interface Movement {
  txn: string;
  attempt: string;
  kind: 'paid' | 'refunded' | 'chargeback';
  cents: number;
  feeCents: number;
}

/** Every day on which something may have moved. */
export const daysOf = (town: Town): string[] => [...town.days].toSorted();

export const settlementOf = (town: Town, bank: BankName, day: string): Promise<string> => {
  const path = bank === 'paydollar' || bank === 'mpgs' ? '_sim/settlement.csv' : 'settlement.csv';
  return town.read(`${town.bank(bank)}/${path}?day=${day}`);
};

/** All movements of a bank on those days, from its own book. */
export async function movementsOf(town: Town, bank: BankName, days: readonly string[]): Promise<Movement[]> {
  const moved: Movement[] = [];
  for (const day of days)
    for (const line of (await settlementOf(town, bank, day)).trim().split('\n').slice(1)) {
      const [txn = '', attempt = '', kind = '', cents = '', feeCents = ''] = line.split(',');
      moved.push({ txn, attempt, kind: kind as Movement['kind'], cents: Number(cents), feeCents: Number(feeCents) });
    }
  return moved;
}
