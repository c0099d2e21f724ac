import { expect, it } from 'vitest';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type GatewayAttempt,
  type SentRequest,
} from '#domain/payments/gateway.types.ts';
import { paymeSandbox } from '#sandbox/payments/payme/wallet.ts';
import { sign } from '#sandbox/payments/payme/wire.ts';
import { SITE_URL, walletSiteOfFile } from '#tests/factories/money/wallet-site.ts';
import { paymeGateway, type PaymeOptions } from './gateway.ts';
import { digestOf } from './signature.ts';

const KEYS = {
  clientId: 'sandbox-client-id',
  clientSecret: 'sandbox-client-secret',
  keyId: 'sandbox-key',
  signingKey: 'cGF5bWUtc2FuZGJveC1zaWduaW5nLWtleS0wMDAx',
};

const optionsOf = (over: Partial<PaymeOptions> = {}): PaymeOptions => ({
  ...KEYS,
  url: site.base(),
  signingKeys: [KEYS.signingKey],
  siteUrl: SITE_URL,
  clock: site.clock,
  timeoutMs: 800,
  ...over,
});
let kept: ReturnType<typeof paymeGateway> | undefined;
const payme = () => (kept ??= paymeGateway(optionsOf()));
const site = walletSiteOfFile('payme', (app, options) => paymeSandbox(app, { ...options, ...KEYS }), payme);

const begin = async (over: Partial<GatewayAttempt> = {}) => (await site.begun(site.attempt(over))).attempt;
const choose = (attempt: GatewayAttempt, what: string) => site.press(`/app/${attempt.gatewayRef}`, { do: what });
const ask = (attempt: GatewayAttempt) => payme().query?.(attempt) ?? Promise.reject(new Error('it can be asked'));
const cancel = (attempt: GatewayAttempt) => payme().cancel?.(attempt);
const REFUND = 'RF26112200000001';
const refund = (attempt: GatewayAttempt, paidTxn: string, cents: number, number = REFUND) =>
  payme().refund?.(attempt, { number, cents, paidTxn, reason: 'second capture' });
const refundStatus = (attempt: GatewayAttempt, paidTxn: string, number = REFUND) =>
  payme().refundStatus?.(attempt, { number, paidTxn });
const paid = async (over: Partial<GatewayAttempt> = {}) => {
  const attempt = await begin(over);
  await choose(attempt, 'never');
  const [fact] = await ask(attempt);
  return { attempt, txn: fact?.gatewayTxn ?? '' };
};

it('shows a code on a desktop and leads into the app on a phone, both to the same page', async () => {
  const desktop = await site.begun(site.attempt());
  const page = `${site.base()}/pay/${desktop.attempt.gatewayRef}`;
  expect(desktop.start).toEqual({ kind: 'qr', text: page, appUrl: page });
  const phone = await site.begun(site.attempt({ isPhone: true }));
  expect(phone.start).toEqual({ kind: 'redirect', url: `${site.base()}/pay/${phone.attempt.gatewayRef}` });
  expect(await site.look(`/pay/${desktop.attempt.gatewayRef}`)).toContain('<svg');
  expect(await site.look(`/app/${desktop.attempt.gatewayRef}`)).toContain('HK$388.00');
});

it('begins a payment of an order with a name longer than PayMe takes, with as many whole characters as fit', async () => {
  const long = await begin({ description: `${'歌'.repeat(126)}🎵🎵` });
  expect(await site.look(`/app/${long.gatewayRef}`)).toContain(`${'歌'.repeat(126)}<`);
  expect((await begin({ description: '歌'.repeat(500) })).gatewayRef).toBeTruthy();
});

it('hears by notice, and by asking, the same of a payment, once it is paid and not before', async () => {
  const attempt = await begin();
  expect(await ask(attempt)).toEqual([]);
  await choose(attempt, 'pays');
  await site.told(1);
  const [heard] = site.facts;
  expect(heard).toMatchObject({
    gateway: 'payme',
    attempt: attempt.number,
    kind: 'paid',
    cents: 38_800,
    currency: 'HKD',
  });
  expect(await ask(attempt)).toEqual([heard]);
  expect(await site.book(attempt.number)).toEqual([{ kind: 'paid', txn: heard?.gatewayTxn, cents: 38_800 }]);
});

it('hears the same fact twice of what is told twice, and once more after a refund', async () => {
  const twice = await begin();
  await choose(twice, 'twice');
  await site.told(2);
  expect(site.facts[1]).toEqual(site.facts[0]);
  expect(site.events[1]).toBe(site.events[0]);
  const again = await begin();
  await choose(again, 'afterRefund');
  await site.told(3);
  await refund(again, site.facts[2]?.gatewayTxn ?? '', 38_800);
  await site.told(4);
  expect(site.facts[3]).toEqual(site.facts[2]);
});

it('does not take a failure for the end of a request, before a payment or after it, and asks instead', async () => {
  for (const how of ['failsThenPays', 'muddled']) {
    site.answers.length = site.facts.length = site.asks.length = 0;
    const attempt = await begin();
    await choose(attempt, how);
    await site.told(2);
    expect(site.facts.map(({ kind }) => kind)).toEqual(['paid']);
    expect(site.asks).toEqual([attempt.gatewayRef]);
  }
});

it.each(['EW2005', 'EW2017', 'EW2035', 'EW2036', 'EW2037', 'EW2038', 'EW2039'])(
  'lets who was declined with %s try again',
  async (reason) => {
    const attempt = await begin();
    await choose(attempt, reason);
    await site.told(1);
    expect(site.facts).toEqual([]);
    expect(await ask(attempt)).toEqual([]);
    await choose(attempt, 'never');
    expect(await ask(attempt)).toMatchObject([{ kind: 'paid' }]);
  },
);

it('takes a request that was rejected, cancelled or ran out for what it is', async () => {
  const rejected = await begin();
  await choose(rejected, 'PR004');
  await site.told(1);
  expect(await ask(rejected)).toMatchObject([{ kind: 'cancelled', gatewayTxn: rejected.gatewayRef }]);
  const cancelled = await begin();
  expect(await cancel(cancelled)).toBe('cancelled');
  expect(await cancel(cancelled)).toBe('cancelled');
  expect(await (await choose(cancelled, 'pays')).text()).toContain('The payment has expired');
  expect(await ask(cancelled)).toMatchObject([{ kind: 'cancelled' }]);
  const over = await begin();
  site.wait(301);
  expect(await ask(over)).toMatchObject([{ kind: 'expired', gatewayTxn: over.gatewayRef, cents: 38_800 }]);
  expect(await cancel(over)).toBe('cancelled');
});

it('says of a cancellation that came too late that it was paid, or that nobody knows', async () => {
  const { attempt } = await paid();
  expect(await cancel(attempt)).toBe('paid');
  const late = await begin();
  await choose(late, 'late');
  expect(await cancel(late)).toBe('unknown');
  site.wait(3_600);
  await site.told(1);
});

it('tells of money that comes to light after the window, when the request was called over', async () => {
  const attempt = await begin();
  await choose(attempt, 'late');
  expect(await ask(attempt)).toEqual([]);
  site.wait(301);
  expect(await ask(attempt)).toMatchObject([{ kind: 'expired' }]);
  site.wait(3_600);
  await site.told(1);
  expect(site.facts).toMatchObject([{ kind: 'paid', attempt: attempt.number, cents: 38_800 }]);
  expect(await ask(attempt)).toEqual(site.facts);
});

it('says how much was paid, whatever was asked for', async () => {
  const attempt = await begin();
  await choose(attempt, 'otherAmount');
  await site.told(1);
  expect(site.facts).toMatchObject([{ kind: 'paid', cents: 38_900 }]);
});

it('refuses a notice with a bad signature, and learns of the payment by asking', async () => {
  const attempt = await begin();
  await choose(attempt, 'badSignature');
  await site.told(1);
  expect(site.answers).toEqual([403]);
  expect(site.facts).toEqual([]);
  expect(await ask(attempt)).toMatchObject([{ kind: 'paid', cents: 38_800 }]);
});

it('gives back a part, the rest, and no cent more', async () => {
  const { attempt, txn } = await paid();
  expect(await refund(attempt, txn, 8_800)).toMatchObject([
    { kind: 'refunded', cents: 8_800, attempt: attempt.number },
  ]);
  expect(await refund(attempt, txn, 30_000, 'RF26112200000002')).toMatchObject([{ kind: 'refunded', cents: 30_000 }]);
  await expect(refund(attempt, txn, 1, 'RF26112200000003')).rejects.toMatchObject({ code: 'EB010' });
  await expect(refund(attempt, 'nobody-knows-it', 1)).rejects.toMatchObject({ code: 'EB009' });
  expect((await site.book(attempt.number)).map(({ kind, cents }) => [kind, cents])).toEqual([
    ['paid', 38_800],
    ['refunded', 8_800],
    ['refunded', 30_000],
  ]);
});

it('never sends a refund twice: one whose answer was lost is found again by our number', async () => {
  const { attempt, txn } = await paid();
  await site.fault('refund', 'lost');
  await expect(refund(attempt, txn, 38_800)).rejects.toThrow(GatewayTimeoutError);
  expect((await site.book(attempt.number)).filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
  const found = await refundStatus(attempt, txn);
  expect(found).toMatchObject([{ kind: 'refunded', cents: 38_800, detail: { refund: REFUND } }]);
  expect(await refundStatus(attempt, txn, 'RF26112200000009')).toEqual([]);
  expect((await site.book(attempt.number)).map(({ txn: of }) => of)).toContain(found?.[0]?.gatewayTxn);
  expect(payme().refundRepeats).toBe(false);
});

it('asks once more where no answer comes, and then says that nobody knows', async () => {
  const attempt = await begin();
  await choose(attempt, 'never');
  await site.fault('status', 'hang');
  expect(await ask(attempt)).toMatchObject([{ kind: 'paid' }]);
  for (const kind of ['error', 'hang'] as const) {
    await site.fault('status', kind, 2);
    await expect(ask(attempt)).rejects.toThrow(GatewayTimeoutError);
  }
  const open = await begin();
  await site.fault('cancel', 'hang', 2);
  expect(await cancel(open)).toBe('unknown');
  const unheard = site.attempt();
  await site.fault('create', 'lost');
  await expect(payme().start(unheard)).rejects.toThrow(GatewayTimeoutError);
  // Nobody has its code, so it expires.
  expect(await ask(unheard)).toEqual([]);
  site.wait(301);
  expect(await ask(unheard)).toMatchObject([{ kind: 'expired', attempt: unheard.number }]);
});

it('gets a new token when the old one is over, by its own clock or by the provider’s, and none with a wrong secret', async () => {
  const attempt = await begin();
  // Only the provider's clock advances: it has expired a token that we consider valid.
  await site.press('/_sim/clock', { seconds: '3700' });
  expect(await ask(attempt)).toMatchObject([{ kind: 'expired' }]);
  site.wait(3_600);
  expect(await ask(attempt)).toMatchObject([{ kind: 'expired' }]);
  const wrong = paymeGateway(optionsOf({ clientSecret: 'wrong' }));
  await expect(wrong.query?.(attempt)).rejects.toThrow(GatewayRefusedError);
  await expect(paymeGateway(optionsOf({ clientId: 'x' })).query?.(attempt)).rejects.toMatchObject({ code: 'EA002' });
});

it('believes no answer that is signed with another key, and gets none to a question so signed', async () => {
  const attempt = await begin();
  const stranger = paymeGateway(optionsOf({ signingKeys: ['YW5vdGhlcg=='] }));
  await expect(stranger.query?.(attempt)).rejects.toMatchObject({ code: 'EA001' });
  const changing = paymeGateway(optionsOf({ signingKeys: [KEYS.signingKey, 'b2xk'] }));
  expect(await changing.query?.(attempt)).toEqual([]);
});

it('knows the amounts of HSBC’s own sandbox', async () => {
  const of = (amountCents: number) => begin({ amountCents });
  expect(await ask(await of(181))).toMatchObject([{ kind: 'paid', cents: 181 }]);
  expect(await cancel(await of(81))).toBe('paid');
  const expiring = await of(180);
  await choose(expiring, 'pays');
  site.wait(301);
  expect(await ask(expiring)).toMatchObject([{ kind: 'expired' }]);
  await expect(ask(await of(145))).rejects.toThrow(GatewayTimeoutError);
  await expect(of(144)).rejects.toThrow(GatewayTimeoutError);
  await site.told(2);
});

it('keeps books from which a settlement file comes that the gateway reads', async () => {
  const { attempt, txn } = await paid();
  await refund(attempt, txn, 100);
  const lines = payme()
    .parseSettlement(await site.look('/settlement.csv'))
    .filter((line) => line.attempt === attempt.number);
  expect(lines).toMatchObject([
    { kind: 'paid', gatewayTxn: txn, cents: 38_800, feeCents: 465 },
    { kind: 'refunded', cents: 100, feeCents: 0 },
  ]);
});

const NOTICE =
  '{"paymentRequestId":"b3d1c8f0-5a43-4c7e-9d59-0f5b6d7e0001","totalAmount":"388.50","currencyCode":"HKD","createdTime":"2025-11-20T03:04:06Z","effectiveDuration":600,"statusDescription":"Payment Success","statusCode":"PR005","transactions":[{"orderId":"UR25112000000123","transactionId":"c7a2e6f4-0b1d-4e3f-8a95-2d4c6b8e0001"}]}';

/** A webhook of PayMe, signed for a path. */
function notice(
  body: string,
  { path = '/api/payment/callback/payme', event = 'payment.success', client = KEYS.clientId } = {},
): SentRequest {
  const signature = sign(KEYS, [
    ['digest', digestOf(body)],
    ['x-client-id', client],
    ['x-event-type', event],
    ['(request-target)', `post ${path}`],
  ]);
  return {
    method: 'POST',
    url: `${SITE_URL}/api/payment/callback/payme`,
    headers: { digest: digestOf(body), 'x-client-id': client, 'x-event-type': event, signature },
    body: Buffer.from(body),
  };
}
const gateway = () => paymeGateway(optionsOf());

it('reads the notice of the reference, with a slash too many or too few', () => {
  const fact = {
    gateway: 'payme',
    attempt: 'UR25112000000123',
    gatewayTxn: 'c7a2e6f4-0b1d-4e3f-8a95-2d4c6b8e0001',
    kind: 'paid',
    cents: 38_850,
    currency: 'HKD',
    at: new Date('2025-11-20T03:04:06Z'),
    detail: { paymentRequestId: 'b3d1c8f0-5a43-4c7e-9d59-0f5b6d7e0001', statusCode: 'PR005' },
  };
  for (const path of ['/api/payment/callback/payme', '/api/payment/callback/payme/'])
    expect(gateway().readWebhook(notice(NOTICE, { path }))).toMatchObject({
      reply: { status: 200 },
      facts: [fact],
      asks: [],
    });
});

it('refuses a notice for another path, client or body, and one without a signature', () => {
  const right = notice(NOTICE);
  const wrong: SentRequest[] = [
    notice(NOTICE, { path: '/api/payment/callback/eft' }),
    notice(NOTICE, { client: 'somebody-else' }),
    { ...right, body: Buffer.from(NOTICE.replace('388.50', '1.00')) },
    { ...right, headers: { ...right.headers, 'x-event-type': 'payment.failure' } },
    { ...right, headers: { ...right.headers, signature: undefined } },
    { ...right, method: 'PUT' },
  ];
  for (const sent of wrong) expect(() => gateway().readWebhook(sent)).toThrow('forbidden');
});

it.each([
  ['a state that nobody knows', NOTICE.replace('PR005', 'PR099')],
  ['a number that is not ours', NOTICE.replace('UR25112000000123', 'somebody-elses')],
])('asks about a request with %s', (_what, body) => {
  expect(gateway().readWebhook(notice(body))).toMatchObject({
    facts: [],
    asks: ['b3d1c8f0-5a43-4c7e-9d59-0f5b6d7e0001'],
  });
});

it.each([
  ['no JSON', '{'],
  ['no request', '{}'],
  ['no amount', NOTICE.replace('"388.50"', '"a lot"')],
  ['no transaction', NOTICE.replace(/"transactions":.*\]/, '"transactions":[]')],
])('refuses what is signed and has %s', (_what, body) => {
  expect(() => gateway().readWebhook(notice(body))).toThrow('invalid');
});
