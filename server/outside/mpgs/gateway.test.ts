import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GatewayAttempt, SentRequest } from '#domain/payments/gateway.types.ts';
import { mpgsSandbox, type MpgsSandboxOptions } from '#sandbox/payments/mpgs/mpgs.ts';
import { attemptOf, NOW, SITE_URL, startGatewaySite, type GatewaySite } from '#tests/factories/money/gateway-site.ts';
import { mpgsGateway, type MpgsOptions } from './gateway.ts';

// The adapter against the stand-in, in both variants of the gateway's answer to a repeated call.

const ACCOUNT = { merchantId: 'TEST88000001', password: 'sandbox-api-password' } as const;
const WEBHOOK_SECRET = 'sandbox-notification-secret-0001';

let site: GatewaySite;
let now = NOW;
const clock = () => now;

const gatewayOf = (over: Partial<MpgsOptions> = {}, prefix = '/sandbox/mpgs') =>
  mpgsGateway({
    ...ACCOUNT,
    url: `${site.url}${prefix}`,
    pageUrl: `${site.url}${prefix}`,
    siteUrl: SITE_URL,
    version: 100,
    merchantName: 'CR電台',
    webhookSecrets: ['another-notification-secret-0002', WEBHOOK_SECRET],
    mode: 'page',
    clock,
    timeoutMs: 2_000,
    moneyTimeoutMs: 2_000,
    pauseMs: 1,
    ...over,
  });

beforeAll(async () => {
  site = await startGatewaySite(async (app, where) => {
    const mount = async (prefix: string, over: Partial<MpgsSandboxOptions>) => {
      const options = { ...ACCOUNT, ...where, notificationSecret: WEBHOOK_SECRET, folder: null, clock, base: prefix };
      await app.register(
        (scope) => mpgsSandbox(scope, { ...options, lateMs: 50, slowMs: 10, repeatMs: [5, 5], ...over }),
        {
          prefix,
        },
      );
    };
    await mount('/sandbox/mpgs', {});
    await mount('/sandbox/mpgs-refuses', { repeats: 'refused', makesTokens: true });
  });
});
afterAll(() => site.close());
beforeEach(() => {
  site.heard.length = 0;
  site.gateway = gatewayOf();
  now = NOW;
});

const CARD = { cardNo: '5123 4500 0000 0008', expiry: '01/39', cvc: '100' };

/** Acts as a payer on the gateway's page: card, then 3-D Secure. Returns the redirect, or null if the payer stays. */
async function pay(attempt: GatewayAttempt, choices: Record<string, string> = {}, prefix = '/sandbox/mpgs') {
  const { start, gatewayRef, secret } = await gatewayOf({}, prefix).start(attempt);
  if (start.kind !== 'script') throw new Error('no script');
  const page = `${prefix}/checkout/page/${start.sessionId}`;
  expect(await (await fetch(`${site.url}${page}`)).text()).toContain(attempt.number);
  const { answer = 'pass', ...fields } = choices;
  const asked = await site.post(page, { do: 'pay', ...CARD, ...fields });
  const left = asked.status === 303 ? asked : await site.post(page, { do: answer });
  return { started: { ...attempt, gatewayRef, secret }, back: left.headers.get('location') };
}

const heard = ({ number }: GatewayAttempt, count: number): Promise<SentRequest[]> =>
  vi.waitFor(
    () => {
      const ofIt = site.heard.filter(({ body }) => body.includes(number));
      expect(ofIt.length).toBeGreaterThanOrEqual(count);
      return ofIt;
    },
    { timeout: 10_000 },
  );
const query = (attempt: GatewayAttempt, prefix?: string) => gatewayOf({}, prefix).query?.(attempt);
const plan = (call: string, kind: string, prefix = '/sandbox/mpgs') =>
  site.post(`${prefix}/_sim/faults`, { call, kind, times: '1' });

describe('a payment by the Mastercard gateway', () => {
  it('is known by asking for the order; a notice and a return only say when', async () => {
    const attempt = attemptOf();
    expect(await query(attempt)).toEqual([]);
    const { back, started } = await pay(attempt);
    const address = new URL(back ?? '');
    expect(`${address.origin}${address.pathname}`).toBe(`${SITE_URL}/member/mpgs/resultCallbackSubscription`);
    expect(address.searchParams.get('resultIndicator')).toBe(started.secret.successIndicator);
    expect(address.searchParams.get('Ref')).toBe(attempt.number);
    // One webhook about authentication, without money, and one about the payment.
    const notices = (await heard(attempt, 2)).map((sent) => gatewayOf().readWebhook(sent));
    for (const notice of notices)
      expect(notice).toMatchObject({ reply: { status: 200, body: '' }, facts: [], asks: [attempt.number] });
    expect(new Set(notices.map(({ eventId }) => eventId)).size).toBe(2);
    const facts = await query(attempt);
    expect(facts).toEqual([
      {
        gateway: 'mpgs',
        attempt: attempt.number,
        gatewayTxn: `${attempt.number}/1`,
        kind: 'paid',
        cents: 38_800,
        currency: 'HKD',
        at: NOW,
        detail: { type: 'PAYMENT', gatewayCode: 'APPROVED', acquirerCode: '00' },
      },
    ]);
    expect(JSON.stringify(facts)).not.toMatch(/CHAN|512345/);
  });

  it.each([
    ['05/39', 'DECLINED'],
    ['04/27', 'EXPIRED_CARD'],
    ['01/37', 'ACQUIRER_SYSTEM_ERROR'],
    ['02/37', 'UNSPECIFIED_FAILURE'],
  ])('by a card of %s is refused: %s; and the payer may try another', async (expiry, gatewayCode) => {
    const attempt = attemptOf();
    const { back, started } = await pay(attempt, { expiry });
    expect(back).toBeNull();
    expect(await query(attempt)).toMatchObject([{ kind: 'failed', detail: { gatewayCode } }]);
    const page = `/sandbox/mpgs/checkout/page/${started.gatewayRef}`;
    await site.post(page, { do: 'pay', ...CARD });
    await site.post(page, { do: 'pass' });
    expect((await query(attempt))?.map(({ kind, gatewayTxn }) => [kind, gatewayTxn])).toEqual([
      ['failed', `${attempt.number}/1`],
      ['paid', `${attempt.number}/2`],
    ]);
  });

  it.each(['05/37', '08/28'])('by a card of %s is neither paid nor refused', async (expiry) => {
    const attempt = attemptOf();
    await pay(attempt, { expiry });
    await expect(query(attempt)).rejects.toThrow('still undecided');
  });

  it('begins for an order with a name longer than the gateway takes, with as many whole characters as fit', async () => {
    for (const description of [`${'歌'.repeat(126)}🎵🎵`, '歌'.repeat(500)])
      expect(await gatewayOf().start(attemptOf({ description }))).toMatchObject({ start: { kind: 'script' } });
  });

  it('that nobody knew of may turn out to be taken', async () => {
    const attempt = attemptOf();
    await pay(attempt, { expiry: '05/37' });
    await site.post(`/sandbox/mpgs/_sim/orders/${attempt.number}/take`, {});
    expect(await query(attempt)).toMatchObject([{ kind: 'paid' }]);
  });

  it('is told twice, late, muddled, with lies and by others, and is the same', async () => {
    for (const [told, count] of [
      ['twice', 3],
      ['late', 2],
      ['muddled', 3],
      ['otherCurrency', 1],
    ] as const) {
      const attempt = attemptOf();
      await pay(attempt, { told });
      for (const sent of await heard(attempt, count))
        expect(gatewayOf().readWebhook(sent), told).toMatchObject({ facts: [], asks: [attempt.number] });
      const paid = [{ kind: 'paid', cents: 38_800, currency: 'HKD' }];
      await vi.waitFor(async () => expect(await query(attempt), told).toMatchObject(paid));
    }
    const forged = attemptOf();
    await pay(forged, { told: 'badSignature' });
    for (const sent of await heard(forged, 3)) expect(() => gatewayOf().readWebhook(sent)).toThrow('forbidden');
    const silent = attemptOf();
    await pay(silent, { told: 'never' });
    expect(await query(silent)).toMatchObject([{ kind: 'paid' }]);
    const other = attemptOf();
    await pay(other, { told: 'otherAmount' });
    expect(await query(other)).toMatchObject([{ kind: 'paid', cents: 38_900 }]);
  });

  it('begins though the gateway is busy once or slow, and not where it stays unavailable', async () => {
    expect(await gatewayOf().start(attemptOf({ amountCents: 38_891 }))).toMatchObject({ start: { kind: 'script' } });
    expect(await gatewayOf().start(attemptOf({ amountCents: 38_890 }))).toMatchObject({ start: { kind: 'script' } });
    await expect(gatewayOf({ password: 'wrong' }).start(attemptOf())).rejects.toMatchObject({ code: 'ACCESS' });
  });

  it('that is cancelled, or whose payer is not proved, takes nothing', async () => {
    const cancelled = attemptOf();
    const { back } = await pay(cancelled, { do: 'cancel' });
    expect(back).toBe(`${SITE_URL}/member/userinfo/cancelPayment?Ref=${cancelled.number}`);
    expect(await query(cancelled)).toEqual([]);
    const unproved = attemptOf();
    await pay(unproved, { answer: 'fail' });
    expect(await query(unproved)).toMatchObject([{ kind: 'failed' }]);
  });

  it('takes Visa with 4 and Mastercard with 5 of 16 digits each (R-313)', async () => {
    for (const cardNo of ['3123450000000008', '512345000000000', '6223450000000008']) {
      const attempt = attemptOf();
      await pay(attempt, { cardNo });
      expect(await query(attempt), cardNo).toEqual([]);
    }
  });

  it('ends with its window: the page leads back', async () => {
    const attempt = attemptOf();
    const { start } = await gatewayOf().start(attempt);
    now = new Date(NOW.getTime() + 301_000);
    const sessionId = start.kind === 'script' ? start.sessionId : '';
    const page = await fetch(`${site.url}/sandbox/mpgs/checkout/page/${sessionId}`, { redirect: 'manual' });
    expect(page.headers.get('location')).toContain(attempt.number);
  });
});

describe('a card that is kept', () => {
  const renewing = () => attemptOf({ keepsCard: 'renews', agreement: 'AG00000123', periodMonths: 1 });
  const cardOf = async (prefix?: string) => {
    const { started } = await pay(renewing(), {}, prefix);
    const [paid] = (await query(started, prefix)) ?? [];
    if (!paid?.card) throw new Error('no card');
    return paid.card;
  };

  it.each(['/sandbox/mpgs', '/sandbox/mpgs-refuses'])(
    'has a token, by the session or by the page itself (%s)',
    async (prefix) => {
      expect(await cardOf(prefix)).toEqual({
        token: expect.stringMatching(/^9\d{15}$/),
        agreement: 'AG00000123',
        scheme: 'mastercard',
        last4: '0008',
        endsOn: '2039-01-31',
      });
    },
  );

  it('does not hold up the money where its token is not to be had', async () => {
    const { started } = await pay(renewing());
    await site.post('/sandbox/mpgs/_sim/faults', { call: 'token', kind: 'error', times: '2' });
    expect(await query(started)).toMatchObject([{ kind: 'paid', card: { token: null, last4: '0008' } }]);
    now = new Date(NOW.getTime() + 13 * 3_600_000);
    expect(await query(started)).toMatchObject([{ kind: 'paid', card: { token: null } }]);
  });

  it.each(['/sandbox/mpgs', '/sandbox/mpgs-refuses'])(
    'is charged once, also when the answer is lost and the call is made again (%s)',
    async (prefix) => {
      const card = await cardOf(prefix);
      const charge = attemptOf({ agreement: 'AG00000123' });
      await plan('PAY', 'lost', prefix);
      const paid = { attempt: charge.number, gatewayTxn: `${charge.number}/1`, kind: 'paid', cents: 38_800 };
      expect(await gatewayOf({}, prefix).chargeStored?.(card, charge)).toMatchObject([paid]);
      expect(await gatewayOf({}, prefix).chargeStored?.(card, charge)).toMatchObject([paid]);
      expect(await query(charge, prefix)).toMatchObject([paid]);
      expect(await query(charge, prefix)).toHaveLength(1);
    },
  );

  it('is refused by its bank, is not known of, and is gone once it is deleted', async () => {
    const card = await cardOf();
    const decide = (bank: string) => site.post(`/sandbox/mpgs/_sim/tokens/${card.token}`, { bank });
    const charge = (attempt = attemptOf()) => gatewayOf().chargeStored?.(card, attempt);
    await decide('INSUFFICIENT_FUNDS');
    expect(await charge()).toMatchObject([{ kind: 'failed', detail: { gatewayCode: 'INSUFFICIENT_FUNDS' } }]);
    await decide('UNKNOWN');
    await expect(charge()).rejects.toThrow('UNKNOWN');
    await gatewayOf().deleteToken?.(card.token ?? '');
    await gatewayOf().deleteToken?.(card.token ?? '');
    await expect(charge()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(gatewayOf().chargeStored?.({ token: null, agreement: null }, attemptOf())).rejects.toMatchObject({
      code: 'card',
    });
  });

  it.each(['/sandbox/mpgs', '/sandbox/mpgs-refuses'])(
    'is checked by one dollar that is held and let go once (%s)',
    async (prefix) => {
      const check = attemptOf({ kind: 'CC', amountCents: 100, keepsCard: 'card_check', agreement: 'AG00000123' });
      const { started, back } = await pay(check, {}, prefix);
      expect(back).toContain('/member/mpgs/resultCallbackChangeCard?');
      await site.post(`${prefix}/_sim/faults`, { call: 'token', kind: 'error', times: '2' });
      if (prefix === '/sandbox/mpgs') await expect(query(started)).rejects.toThrow('no new token is available yet');
      const [held] = (await query(started, prefix)) ?? [];
      expect(held).toMatchObject({ kind: 'authorised', cents: 100, card: { last4: '0008' } });
      const voided = [{ kind: 'voided', gatewayTxn: held?.gatewayTxn, cents: 100 }];
      await plan('VOID', 'lost', prefix);
      expect(await gatewayOf({}, prefix).void?.(check, held?.gatewayTxn ?? '')).toMatchObject(voided);
      expect(await gatewayOf({}, prefix).void?.(check, held?.gatewayTxn ?? '')).toMatchObject(voided);
      const facts = (await query(started, prefix)) ?? [];
      expect(facts.map(({ kind }) => kind)).toEqual(['authorised', 'voided']);
      expect(facts[1]).toMatchObject(voided[0] ?? {});
    },
  );
});

describe('money that goes back', () => {
  it.each(['/sandbox/mpgs', '/sandbox/mpgs-refuses'])(
    'goes back once under its number, by parts (%s)',
    async (prefix) => {
      const attempt = attemptOf();
      await pay(attempt, {}, prefix);
      const gateway = gatewayOf({}, prefix);
      const paidTxn = `${attempt.number}/1`;
      const part = { number: 'RF26112000000001', cents: 10_000, paidTxn, reason: 'x' };
      const refunded = { kind: 'refunded', gatewayTxn: `${attempt.number}/${part.number}`, cents: 10_000 };
      expect(await gateway.refundStatus?.(attempt, part)).toEqual([]);
      await plan('REFUND', 'lost', prefix);
      expect(await gateway.refund?.(attempt, part)).toMatchObject([refunded]);
      expect(await gateway.refund?.(attempt, part)).toMatchObject([refunded]);
      expect(await gateway.refundStatus?.(attempt, part)).toMatchObject([
        { ...refunded, detail: { refund: part.number } },
      ]);
      const tooMuch = { ...part, number: 'RF26112000000002', cents: 28_801 };
      await expect(gateway.refund?.(attempt, tooMuch)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      await gateway.refund?.(attempt, { ...tooMuch, cents: 28_800 });
      expect((await query(attempt, prefix))?.map(({ kind, cents }) => [kind, cents])).toEqual([
        ['paid', 38_800],
        ['refunded', 10_000],
        ['refunded', 28_800],
      ]);
      const file = await (await fetch(`${site.url}${prefix}/_sim/settlement.csv?day=2026-11-20`)).text();
      const settled = gateway.parseSettlement(file).filter((line) => line.attempt === attempt.number);
      expect(settled.map(({ gatewayTxn, kind, cents }) => [gatewayTxn, kind, cents])).toEqual([
        [paidTxn, 'paid', 38_800],
        [refunded.gatewayTxn, 'refunded', 10_000],
        [`${attempt.number}/${tooMuch.number}`, 'refunded', 28_800],
      ]);
    },
  );

  it('that was taken cannot be voided once the day is settled', async () => {
    const attempt = attemptOf();
    await pay(attempt);
    now = new Date(NOW.getTime() + 86_400_000);
    await expect(gatewayOf().void?.(attempt, `${attempt.number}/1`)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('is told of a payment only after it was given back, where that is how it goes', async () => {
    const attempt = attemptOf();
    await pay(attempt, { told: 'afterRefund' });
    const refund = { number: 'RF26112000000009', cents: 38_800, paidTxn: `${attempt.number}/1`, reason: 'x' };
    await gatewayOf().refund?.(attempt, refund);
    const [sent] = await heard(attempt, 1);
    expect(sent && gatewayOf().readWebhook(sent).asks).toEqual([attempt.number]);
  });
});
