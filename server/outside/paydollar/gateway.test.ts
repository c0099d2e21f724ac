import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fact, GatewayAttempt, SentRequest } from '#domain/payments/gateway.types.ts';
import { paydollarSandbox } from '#sandbox/payments/paydollar/paydollar.ts';
import { attemptOf, NOW, SITE_URL, startGatewaySite, type GatewaySite } from '#tests/factories/money/gateway-site.ts';
import { paydollarGateway, type PaydollarOptions } from './gateway.ts';

// The adapter against the stand-in, which implements signatures and replies independently.

const ACCOUNT = {
  merchantId: '88000001',
  loginId: 'sandbox-api',
  password: 'sandbox-api-password',
  hash: 'sha256',
  secrets: ['sandbox-secret-0001', 'sandbox-secret-0002'],
} as const;

let site: GatewaySite;
let now = NOW;
const clock = () => now;
const base = () => `${site.url}/sandbox/paydollar`;

const gatewayOf = (over: Partial<PaydollarOptions> = {}) =>
  paydollarGateway({
    ...ACCOUNT,
    url: base(),
    pageUrl: base(),
    siteUrl: SITE_URL,
    payMethods: { card: 'CC', alipay: 'ALIPAYHKONL' },
    recurring: 'schedule',
    canHold: true,
    refundWord: 'RequestRefund',
    clock,
    timeoutMs: 2_000,
    pauseMs: 1,
    ...over,
  });

beforeAll(async () => {
  site = await startGatewaySite(async (app, where) => {
    const options = { ...ACCOUNT, ...where, folder: null, clock, lateMs: 50, refundMs: 5_000, repeatMs: [5, 5] };
    await app.register((scope) => paydollarSandbox(scope, options), { prefix: '/sandbox/paydollar' });
  });
});
afterAll(() => site.close());
beforeEach(() => {
  site.heard.length = 0;
  site.gateway = gatewayOf();
  now = NOW;
});

const CARD = { cardNo: '4918 9141 0719 5005', expiry: '07/30', cvc: '123' };

/** Acts as a browser that pays on the hosted page. Returns the redirect. */
async function pay(attempt: GatewayAttempt, choices: Record<string, string> = {}, gateway = gatewayOf()): Promise<URL> {
  const { start } = await gateway.start(attempt);
  if (start.kind !== 'form') throw new Error('no form');
  const page = await site.post(start.url, start.fields);
  expect(await page.text()).toContain(attempt.number);
  expect(page.status).toBe(200);
  const left = await site.post(`/sandbox/paydollar/pay/${attempt.number}`, { do: 'pay', ...CARD, ...choices });
  return new URL(left.headers.get('location') ?? 'none:');
}

/** Webhooks about a payment, once that many have arrived. */
const heard = ({ number }: GatewayAttempt, count = 1): Promise<SentRequest[]> =>
  vi.waitFor(
    () => {
      const ofIt = site.heard.filter(({ body }) => body.includes(number));
      expect(ofIt.length).toBeGreaterThanOrEqual(count);
      return ofIt;
    },
    { timeout: 10_000 },
  );
const told = async (attempt: GatewayAttempt, count = 1) =>
  (await heard(attempt, count)).map((sent) => gatewayOf().readWebhook(sent));

describe('a payment by PayDollar', () => {
  it('is told by a signed notice, and by a query alike', async () => {
    const attempt = attemptOf();
    const back = await pay(attempt);
    expect(back.pathname + back.search).toBe(`/member/paydollar/resultCallbackSubscription?Ref=${attempt.number}`);
    const [notice] = await told(attempt);
    const fact = {
      gateway: 'paydollar',
      attempt: attempt.number,
      kind: 'paid',
      cents: 38_800,
      currency: 'HKD',
      at: NOW,
      card: { token: null, agreement: null, scheme: 'visa', last4: '5005', endsOn: '2030-07-31' },
    };
    expect(notice).toMatchObject({ reply: { status: 200, body: 'OK' }, facts: [fact], asks: [] });
    expect(notice?.eventId).toMatch(/^90\d+:0$/);
    const facts = await gatewayOf().query?.(attempt);
    expect(facts).toMatchObject([{ ...fact, gatewayTxn: notice?.facts[0]?.gatewayTxn }]);
    // Contains no personal data.
    expect(JSON.stringify([notice, facts])).not.toMatch(/CHAN|4918/);
  });

  it('can be made by a wallet, without a card', async () => {
    const attempt = attemptOf({ method: 'alipay' });
    await pay(attempt, { cardNo: '', expiry: '' });
    const [notice] = await told(attempt);
    expect(notice?.facts).toMatchObject([{ kind: 'paid', detail: { payMethod: 'ALIPAYHKONL' } }]);
    expect(notice?.facts[0]?.card).toBeUndefined();
    await expect(gatewayOf().start(attemptOf({ method: 'wechat' }))).rejects.toMatchObject({ code: 'method' });
  });

  it.each([
    ['refer', '1', '01'],
    ['declined', '1', '05'],
    ['badCard', '1', '14'],
    ['lost', '1', '41'],
    ['funds', '1', '51'],
    ['expired', '1', '54'],
    ['threeDs', '3', ''],
    ['country', '-8', '2014'],
    ['tooMany', '-8', '2016'],
    ['hostDown', '-9', ''],
  ])('is refused where the bank says %s', async (bank, prc, src) => {
    const attempt = attemptOf();
    const back = await pay(attempt, { bank });
    expect(back.searchParams.get('Ref')).toBe(attempt.number);
    const [notice] = await told(attempt);
    expect(notice?.facts).toMatchObject([
      { attempt: attempt.number, kind: 'failed', detail: { prc, ...(src ? { src } : {}) } },
    ]);
    expect(await gatewayOf().query?.(attempt)).toMatchObject([{ kind: 'failed' }]);
  });

  it('may be refused first and taken then, under two numbers of the gateway', async () => {
    const attempt = attemptOf({ amountCents: 38_897 });
    await pay(attempt);
    const facts = (await told(attempt, 2)).flatMap((notice) => notice.facts);
    expect(facts.map(({ kind }) => kind)).toEqual(['failed', 'paid']);
    expect(new Set(facts.map(({ gatewayTxn }) => gatewayTxn)).size).toBe(2);
    expect((await gatewayOf().query?.(attempt))?.map(({ kind }) => kind)).toEqual(['failed', 'paid']);
  });

  it('is told twice, late, and in the wrong order, and is the same fact each time', async () => {
    for (const way of ['twice', 'muddled', 'late']) {
      site.heard.length = 0;
      const attempt = attemptOf();
      await pay(attempt, { told: way });
      const facts = (await told(attempt, way === 'late' ? 1 : 2)).flatMap((notice) => notice.facts);
      const paid = facts.filter(({ kind }) => kind === 'paid').map(({ gatewayTxn }) => gatewayTxn);
      expect(new Set(paid).size, way).toBe(1);
      expect(facts[0]?.kind, way).toBe('paid');
      const known = expect.arrayContaining([expect.objectContaining({ kind: 'paid', gatewayTxn: paid[0] })]);
      await vi.waitFor(async () => expect(await gatewayOf().query?.(attempt), way).toEqual(known));
    }
  });

  it('tells another amount and another currency as they were told', async () => {
    const [one, other] = [attemptOf(), attemptOf()];
    await pay(one, { told: 'otherAmount' });
    await pay(other, { told: 'otherCurrency' });
    expect((await told(one))[0]?.facts).toMatchObject([{ cents: 38_900, currency: 'HKD' }]);
    expect((await told(other))[0]?.facts).toMatchObject([{ cents: 38_800, currency: 'CNY' }]);
  });

  it('does not believe a notice that nobody signed, and never says OK to it', async () => {
    const attempt = attemptOf();
    await pay(attempt, { told: 'badSignature' });
    // Repeated, because it was never accepted.
    for (const sent of await heard(attempt, 3)) expect(() => gatewayOf().readWebhook(sent)).toThrow('forbidden');
    expect(await gatewayOf().query?.(attempt)).toMatchObject([{ kind: 'paid' }]);
  });

  it('that is never told, or only after it was given back, is known by asking', async () => {
    const silent = attemptOf();
    await pay(silent, { told: 'never' });
    expect(await gatewayOf().query?.(silent)).toMatchObject([{ kind: 'paid' }]);
    const late = attemptOf();
    await pay(late, { told: 'afterRefund' });
    expect(site.heard.filter(({ body }) => body.includes(late.number))).toEqual([]);
    const [paid] = (await gatewayOf().query?.(late)) ?? [];
    const refund = { number: 'RF26112000000001', cents: 38_800, paidTxn: paid?.gatewayTxn ?? '', reason: 'x' };
    expect(await gatewayOf().refund?.(late, refund)).toEqual([]);
    expect((await told(late))[0]?.facts).toMatchObject([{ kind: 'paid', gatewayTxn: paid?.gatewayTxn }]);
  });

  it('that nobody made is not known; a payer who cancels is told so by the address alone', async () => {
    const attempt = attemptOf();
    expect(await gatewayOf().query?.(attempt)).toEqual([]);
    const back = await pay(attempt, { do: 'cancel' });
    expect(back.pathname + back.search).toBe(`/member/userinfo/cancelPayment?Ref=${attempt.number}`);
    expect(await gatewayOf().query?.(attempt)).toEqual([]);
  });
});

describe('the hosted page', () => {
  it('takes Visa with 4 and Mastercard with 5 of 16 digits each (R-313), and shows a fault for others', async () => {
    for (const cardNo of ['3918914107195005', '491891410719500', '49189141071950055', '6222000000000000', 'x']) {
      const attempt = attemptOf();
      expect((await pay(attempt, { cardNo })).protocol, cardNo).toBe('none:');
      expect(await gatewayOf().query?.(attempt)).toEqual([]);
    }
    const attempt = attemptOf();
    await pay(attempt, { cardNo: '5422882800700007' });
    expect(await gatewayOf().query?.(attempt)).toMatchObject([{ card: { scheme: 'mastercard', last4: '0007' } }]);
  });

  it('refuses a wrong hash, an account that is another, and a number that was paid', async () => {
    const attempt = attemptOf();
    const refused = async (gateway = gatewayOf()) => {
      const { start } = await gateway.start(attempt);
      if (start.kind !== 'form') throw new Error('no form');
      return (await site.post(start.url, start.fields)).status;
    };
    expect(await refused(gatewayOf({ secrets: ['wrong-secret'] }))).toBe(400);
    expect(await refused(gatewayOf({ hash: 'sha1' }))).toBe(400);
    expect(await refused(gatewayOf({ merchantId: '88000002' }))).toBe(400);
    expect(await refused(gatewayOf({ secrets: ['sandbox-secret-0002'] }))).toBe(200);
    await pay(attempt);
    expect(await refused()).toBe(400);
  });

  it('is given what was hashed, with the amount as one text', async () => {
    const { start } = await gatewayOf().start(attemptOf({ amountCents: 4_505 }));
    const fields = start.kind === 'form' ? Object.fromEntries(start.fields) : {};
    expect(fields).toMatchObject({ amount: '45.05', currCode: '344', payType: 'N', mpsMode: 'NIL', lang: 'C' });
    expect(fields.remark).not.toContain('&');
    const long = await gatewayOf().start(attemptOf({ description: `${'歌'.repeat(199)}🎵🎵` }));
    const sent = long.start.kind === 'form' ? Object.fromEntries(long.start.fields) : {};
    expect(sent.remark).toBe('歌'.repeat(199));
    expect(fields.successUrl).toBe(`${SITE_URL}/member/paydollar/resultCallbackSubscription`);
  });
});

describe('money that goes back', () => {
  const paidTry = async () => {
    const attempt = attemptOf();
    await pay(attempt, { told: 'never' });
    const [paid] = (await gatewayOf().query?.(attempt)) ?? [];
    return { attempt, paidTxn: paid?.gatewayTxn ?? '' };
  };

  it('is asked for by parts, confirmed by a query under the number of each, and never more than was paid', async () => {
    const { attempt, paidTxn } = await paidTry();
    const first = { number: 'RF26112000000011', cents: 10_000, paidTxn, reason: 'x' };
    const second = { number: 'RF26112000000012', cents: 28_800, paidTxn, reason: 'x' };
    const gateway = gatewayOf();
    expect(await gateway.refund?.(attempt, first)).toEqual([]);
    expect(await gateway.refundStatus?.(attempt, first)).toEqual([]);
    await gateway.refund?.(attempt, second);
    await expect(gateway.refund?.(attempt, { ...first, number: 'RF26112000000013', cents: 1 })).rejects.toMatchObject({
      code: '-1',
    });
    now = new Date(NOW.getTime() + 6_000);
    expect(await gateway.refundStatus?.(attempt, second)).toMatchObject([
      { kind: 'refunded', cents: 28_800, detail: { refund: second.number } },
    ]);
    const all = (await gateway.query?.(attempt)) ?? [];
    expect(all.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['paid', 38_800],
      ['refunded', 10_000],
      ['refunded', 28_800],
    ]);
    expect(new Set(all.map(({ gatewayTxn }) => gatewayTxn)).size).toBe(3);
  });

  it('of a refund whose answer was lost is not asked for again', async () => {
    const { attempt, paidTxn } = await paidTry();
    await site.post('/sandbox/paydollar/_sim/faults', { call: 'RequestRefund', kind: 'lost', times: '1' });
    const refund = { number: 'RF26112000000021', cents: 5_000, paidTxn, reason: 'x' };
    await expect(gatewayOf().refund?.(attempt, refund)).rejects.toMatchObject({
      message: expect.stringContaining('Refund'),
    });
    expect(gatewayOf().refundRepeats).toBe(false);
    now = new Date(NOW.getTime() + 6_000);
    expect(await gatewayOf().refundStatus?.(attempt, refund)).toMatchObject([{ cents: 5_000 }]);
    const all = (await gatewayOf().query?.(attempt)) ?? [];
    expect(all.filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
  });

  it('is let go once where it was only held, also when the answer is lost and it is asked for again', async () => {
    const attempt = attemptOf({ kind: 'CC', amountCents: 100, keepsCard: 'card_check' });
    await pay(attempt);
    const [notice] = await told(attempt);
    expect(notice?.facts).toMatchObject([{ kind: 'authorised', cents: 100 }]);
    const txn = notice?.facts[0]?.gatewayTxn ?? '';
    await site.post('/sandbox/paydollar/_sim/faults', { call: 'Void', kind: 'lost', times: '1' });
    const voided = [{ kind: 'voided', gatewayTxn: txn, cents: 100 }];
    expect(await gatewayOf().void?.(attempt, txn)).toMatchObject(voided);
    expect(await gatewayOf().query?.(attempt)).toMatchObject(voided);
    await expect(gatewayOf().void?.(attempt, '1')).rejects.toMatchObject({ code: '-1' });
  });

  it('is settled in a file that says the same', async () => {
    const { attempt, paidTxn } = await paidTry();
    await site.post(`/sandbox/paydollar/_sim/tries/${paidTxn}/chargeback`, {});
    const file = await (await fetch(`${base()}/_sim/settlement.csv?day=2026-11-20`)).text();
    const lines = gatewayOf()
      .parseSettlement(file)
      .filter((line) => line.attempt === attempt.number);
    expect(lines).toMatchObject([
      { gatewayTxn: paidTxn, kind: 'paid', cents: 38_800, feeCents: 892, day: '2026-11-20' },
      { gatewayTxn: paidTxn, kind: 'chargeback', cents: 38_800, feeCents: 0 },
    ]);
  });
});

describe('renewal', () => {
  const renewing = () => attemptOf({ keepsCard: 'renews', agreement: 'AG00000123', periodMonths: 1 });

  it('by a schedule: it charges by itself, each charge is told as none of our attempts, and it is ended', async () => {
    const attempt = renewing();
    await pay(attempt);
    const [first] = (await told(attempt)).flatMap((notice) => notice.facts);
    const schedule = first?.card?.agreement ?? '';
    expect(first).toMatchObject({ attempt: attempt.number, kind: 'paid' });
    expect(schedule).toMatch(/^\d+$/);
    // Also known by our own number, should no webhook name it.
    expect(await gatewayOf().schedulesOf(attempt.number)).toEqual([schedule]);
    expect(await gatewayOf().schedulesOf('UR26112100000999')).toEqual([]);

    site.heard.length = 0;
    const due = await site.post('/sandbox/paydollar/_sim/due', { day: '2027-01-31' });
    expect(await due.json()).toEqual({ charged: 2 });
    const byTxn = (one: Fact, other: Fact) => Number(one.gatewayTxn) - Number(other.gatewayTxn);
    const charges = (await told(attempt, 2)).flatMap((notice) => notice.facts).toSorted(byTxn);
    expect(charges).toMatchObject([
      { attempt: null, kind: 'paid', cents: 38_800, detail: { schedule, setUpBy: attempt.number } },
      { attempt: null, kind: 'paid', cents: 38_800, detail: { schedule } },
    ]);
    // Webhooks that were missed appear at night as the same facts.
    const seen = (await gatewayOf().chargesOfSchedule(schedule)) ?? [];
    const keyOf = ({ gatewayTxn, kind, cents, attempt: of }: Fact) => [gatewayTxn, kind, cents, of];
    expect(seen.toSorted(byTxn).map(keyOf)).toEqual(charges.map(keyOf));
    // A query of the first payment does not include the later charges.
    expect((await gatewayOf().query?.(attempt))?.filter((fact) => fact.attempt === attempt.number)).toHaveLength(1);

    expect(await gatewayOf().stopSchedule?.(schedule)).toBe('stopped');
    expect(await gatewayOf().stopSchedule?.(schedule)).toBe('stopped');
    const later = await site.post('/sandbox/paydollar/_sim/due', { day: '2027-06-30' });
    expect(await later.json()).toEqual({ charged: 0 });
    expect(await gatewayOf().chargesOfSchedule(schedule)).toBeNull();
  });

  it('by a schedule: an end that nobody confirmed is unknown', async () => {
    await site.post('/sandbox/paydollar/_sim/faults', { call: 'DeleteSchPay', kind: 'error', times: '2' });
    await site.post('/sandbox/paydollar/_sim/faults', { call: 'schedule Query', kind: 'error', times: '2' });
    expect(await gatewayOf().stopSchedule?.('1000001')).toBe('unknown');
  });

  it('by a schedule: a check of one dollar begins none', async () => {
    const check = attemptOf({ kind: 'CC', amountCents: 100, keepsCard: 'card_check', periodMonths: 1 });
    const { start } = await gatewayOf().start(check);
    const fields = start.kind === 'form' ? Object.fromEntries(start.fields) : {};
    expect(fields).toMatchObject({ payType: 'H', amount: '1.00' });
    expect(fields.appId).toBeUndefined();
    expect(gatewayOf().chargeStored).toBeNull();
  });

  it('by a schedule: begins a month after, on the last day where a month has no such day', async () => {
    const { start } = await gatewayOf().start({ ...renewing(), createdAt: new Date('2027-01-31T04:00:00Z') });
    expect(start.kind === 'form' ? Object.fromEntries(start.fields) : {}).toMatchObject({
      appId: 'SP',
      schType: 'Month',
      nSch: '1',
      sDay: '28',
      sMonth: '2',
      sYear: '2027',
    });
  });

  it('by a card that is kept there: the token comes with the query, and a lost answer charges nothing twice', async () => {
    const gateway = gatewayOf({ recurring: 'member' });
    const attempt = renewing();
    const started = await gateway.start(attempt);
    if (started.start.kind !== 'form') throw new Error('no form');
    await site.post(started.start.url, started.start.fields);
    await site.post(`/sandbox/paydollar/pay/${attempt.number}`, { do: 'pay', ...CARD });
    const [sent] = await heard(attempt);
    expect(sent && gateway.readWebhook(sent)).toMatchObject({ facts: [], asks: [attempt.number] });
    const [paid] = (await gateway.query?.({ ...attempt, secret: started.secret })) ?? [];
    const card = paid?.card;
    expect(card).toMatchObject({ agreement: attempt.number, scheme: 'visa', last4: '5005', endsOn: '2030-07-31' });
    if (!card) throw new Error('no card');

    const charge = attemptOf();
    expect(await gateway.chargeStored?.(card, charge)).toMatchObject([
      { attempt: charge.number, kind: 'paid', cents: 38_800 },
    ]);
    const lost = attemptOf();
    await site.post('/sandbox/paydollar/_sim/faults', { call: 'charge', kind: 'lost', times: '1' });
    expect(await gateway.chargeStored?.(card, lost)).toMatchObject([{ attempt: lost.number, kind: 'paid' }]);
    expect(await gateway.query?.(lost)).toHaveLength(1);
    const refused = attemptOf({ amountCents: 38_851 });
    expect(await gateway.chargeStored?.(card, refused)).toMatchObject([{ kind: 'failed', detail: { src: '51' } }]);
    const never = attemptOf();
    await site.post('/sandbox/paydollar/_sim/faults', { call: 'charge', kind: 'error', times: '1' });
    await expect(gateway.chargeStored?.(card, never)).rejects.toThrow('the outcome is unknown');
    await expect(gateway.chargeStored?.({ token: null, agreement: null }, attemptOf())).rejects.toMatchObject({
      code: 'card',
    });
  });
});
