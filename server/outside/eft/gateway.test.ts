import { expect, it, vi } from 'vitest';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type GatewayAttempt,
  type SentRequest,
} from '#domain/payments/gateway.types.ts';
import { eftSandbox } from '#sandbox/payments/eft/wallet.ts';
import { sign, signed, type Fields } from '#sandbox/payments/eft/wire.ts';
import { SITE_URL, walletSiteOfFile, wayBackOf } from '#tests/factories/money/wallet-site.ts';
import { eftGateway, type EftOptions } from './gateway.ts';

const USER_CONFIRM_KEY = 'S0000001';
const SECRET = 'eftsandboxsecret01';

const optionsOf = (over: Partial<EftOptions> = {}): EftOptions => ({
  url: site.base(),
  userConfirmKey: USER_CONFIRM_KEY,
  secrets: [SECRET],
  siteUrl: SITE_URL,
  methods: ['alipay', 'wechat', 'jetco'],
  alipayRail: 'alipay',
  desktop: 'qr',
  clock: site.clock,
  timeoutMs: 800,
  ...over,
});
const eft = (over: Partial<EftOptions> = {}) => eftGateway(optionsOf(over));
const site = walletSiteOfFile(
  'eft',
  (app, options) => eftSandbox(app, { ...options, userConfirmKey: USER_CONFIRM_KEY, secret: SECRET }),
  () => eft(),
);

const begin = async (over: Partial<GatewayAttempt> = {}) =>
  (await site.begun(site.attempt({ method: 'alipay', isPhone: true, ...over }))).attempt;
const choose = async (attempt: GatewayAttempt, what: string) =>
  (await site.press(`/wallet/${attempt.gatewayRef}`, { do: what })).text();
const ask = (attempt: GatewayAttempt) => eft().query?.(attempt) ?? Promise.reject(new Error('it can be asked'));
const cancel = (attempt: GatewayAttempt) => eft().cancel?.(attempt);
const REFUND = 'RF26112200000001';
const refund = (attempt: GatewayAttempt, cents: number, number = REFUND) =>
  eft().refund?.(attempt, { number, cents, paidTxn: attempt.gatewayRef ?? '', reason: 'second capture' });
const refundStatus = (attempt: GatewayAttempt, number = REFUND) =>
  eft().refundStatus?.(attempt, { number, paidTxn: attempt.gatewayRef ?? '' });

it('shows a code on a desktop, or a page where it is set so, and opens the wallet’s page on a phone', async () => {
  const wallet = ({ attempt }: { attempt: GatewayAttempt }) => `${site.base()}/wallet/${attempt.gatewayRef}`;
  const desktop = await site.begun(site.attempt({ method: 'alipay' }));
  expect(desktop.start).toEqual({ kind: 'qr', text: wallet(desktop), appUrl: null });
  expect(desktop.attempt.secret).toEqual({ scene: 'qr', payScene: 'WEB' });
  const phone = await site.begun(site.attempt({ method: 'alipay', isPhone: true }));
  expect(phone.start).toEqual({ kind: 'redirect', url: wallet(phone) });
  const web = await eft({ desktop: 'web' }).start(site.attempt({ method: 'wechat' }));
  expect(web).toMatchObject({ start: { kind: 'redirect' }, secret: { scene: 'web', payScene: 'WEB' } });
  const jetco = await site.begun(site.attempt({ method: 'jetco' }));
  expect(jetco.start).toEqual({ kind: 'redirect', url: wallet(jetco) });
  const newer = await eft({ alipayRail: 'alipayplus', desktop: 'web' }).start(site.attempt({ method: 'alipay' }));
  expect(newer.start.kind).toBe('redirect');
  await expect(eft().start(site.attempt({ method: 'card' }))).rejects.toThrow(GatewayRefusedError);
  await expect(eft().start(site.attempt({ method: 'alipay', amountCents: 10_000_000 }))).rejects.toThrow(
    GatewayRefusedError,
  );
});

it('begins a payment of an order with a name longer than the subject may be, with as many whole characters as fit', async () => {
  const long = await site.begun(site.attempt({ method: 'alipay', description: `${'歌'.repeat(127)}🎵🎵` }));
  expect(long.attempt.gatewayRef).toBeTruthy();
});

it('gives the same order for the same number, and begins a used one no more', async () => {
  const attempt = site.attempt({ method: 'alipay' });
  const [one, other] = [await eft().start(attempt), await eft().start(attempt)];
  expect(other).toEqual(one);
  await site.press(`/wallet/${one.gatewayRef}`, { do: 'never' });
  await expect(eft().start(attempt)).rejects.toThrow(GatewayRefusedError);
});

it.each([
  ['by page', true],
  ['by code', false],
])('hears by notice, and by asking, the same of a payment %s', async (_how, isPhone) => {
  const attempt = await begin({ isPhone });
  expect(await ask(attempt)).toEqual([]);
  await choose(attempt, 'pays');
  await site.told(1);
  const [heard] = site.facts;
  const about = {
    gateway: 'eft',
    attempt: attempt.number,
    gatewayTxn: attempt.gatewayRef,
    kind: 'paid',
    currency: 'HKD',
  };
  expect(heard).toMatchObject({ ...about, cents: 38_800 });
  expect(await ask(attempt)).toEqual([heard]);
  expect(await site.book(attempt.number)).toEqual([{ kind: 'paid', txn: attempt.gatewayRef, cents: 38_800 }]);
  // Its webhook was acknowledged with a signature, so it is not sent again.
  await vi.waitFor(
    async () => expect(await site.look('')).toContain('sent webhook paid; the shop responded with status 200'),
    {
      timeout: 20_000,
    },
  );
});

it('hears the same fact twice of what is told twice, and once more after a refund', async () => {
  const twice = await begin();
  await choose(twice, 'twice');
  await site.told(2);
  expect(site.facts[1]).toEqual(site.facts[0]);
  const again = await begin();
  await choose(again, 'afterRefund');
  await site.told(3);
  await refund(again, 38_800, 'RF26112200000011');
  await site.told(4);
  expect(site.facts[3]).toEqual(site.facts[2]);
});

it('hears of a failure before a payment and after it as of one that was, and keeps what was paid', async () => {
  for (const [how, kinds] of [
    ['failsThenPays', ['failed', 'paid']],
    ['muddled', ['paid', 'failed']],
  ] as const) {
    site.answers.length = site.facts.length = 0;
    const attempt = await begin();
    await choose(attempt, how);
    await site.told(2);
    expect(site.facts.map(({ kind }) => kind)).toEqual(kinds);
    expect(await ask(attempt)).toMatchObject([{ kind: 'paid' }]);
  }
});

it('takes an order that was refused, closed or ran out for what it is', async () => {
  const refused = await begin();
  await choose(refused, 'TRADE_FAIL');
  await site.told(1);
  expect(site.facts).toMatchObject([{ kind: 'failed', attempt: refused.number }]);
  expect(await ask(refused)).toMatchObject([{ kind: 'failed' }]);
  const left = await begin();
  await choose(left, 'TRADE_CLOSED');
  await site.told(2);
  // The state is ambiguous, so the attempt is queried.
  expect(site.asks).toEqual([left.number]);
  expect(await ask(left)).toMatchObject([{ kind: 'expired' }]);
  const over = await begin();
  site.wait(301);
  expect(await ask(over)).toMatchObject([{ kind: 'expired', gatewayTxn: over.gatewayRef }]);
});

it('closes a code, cannot close a page, and says of what was paid that it was', async () => {
  const code = await begin({ isPhone: false });
  expect(await cancel(code)).toBe('cancelled');
  expect(await choose(code, 'pays')).toContain('The payment has expired');
  expect(await cancel(await begin())).toBe('unknown');
  for (const isPhone of [true, false]) {
    const paid = await begin({ isPhone });
    await choose(paid, 'never');
    expect(await cancel(paid)).toBe('paid');
  }
});

it('tells of money that comes to light after the window, when the order was called over', async () => {
  const attempt = await begin();
  await choose(attempt, 'late');
  site.wait(301);
  expect(await ask(attempt)).toMatchObject([{ kind: 'expired' }]);
  site.wait(3_600);
  await site.told(1);
  expect(site.facts).toMatchObject([{ kind: 'paid', attempt: attempt.number }]);
});

it('says how much was paid, whatever was asked for', async () => {
  const attempt = await begin();
  await choose(attempt, 'otherAmount');
  await site.told(1);
  expect(site.facts).toMatchObject([{ kind: 'paid', cents: 38_900 }]);
  expect(await ask(attempt)).toMatchObject([{ cents: 38_900 }]);
});

it('refuses a notice and a way back with a bad signature, and learns of the payment by asking', async () => {
  const attempt = await begin();
  const page = await choose(attempt, 'badSignature');
  expect(eft().readReturn(wayBackOf(page, 'eft'))).toEqual({ attempt: null, hint: 'unknown', trusted: null });
  await site.told(1);
  expect(site.answers).toEqual([403]);
  expect(await ask(attempt)).toMatchObject([{ kind: 'paid' }]);
});

it('finds its attempt by a signed way back, and believes nothing of it but the hint', async () => {
  const attempt = await begin();
  const page = await choose(attempt, 'never');
  expect(eft().readReturn(wayBackOf(page, 'eft'))).toEqual({ attempt: attempt.number, hint: 'ok', trusted: null });
  const failed = await begin();
  const back = wayBackOf(await choose(failed, 'TRADE_FAIL'), 'eft');
  await site.told(1);
  expect(eft().readReturn(back)).toMatchObject({ attempt: failed.number, hint: 'failed' });
});

it.each([
  ['by page', true],
  ['by code', false],
])('gives back what was paid %s: a part, the same again as one, the rest, and no cent more', async (_how, isPhone) => {
  const attempt = await begin({ isPhone });
  await choose(attempt, 'never');
  const [part, rest, more] = [1, 2, 3].map((n) => `RF2611220000${isPhone ? 1 : 2}00${n}`);
  const first = await refund(attempt, 8_800, part);
  expect(first).toMatchObject([{ kind: 'refunded', gatewayTxn: part, cents: 8_800, detail: { refund: part } }]);
  expect(await refund(attempt, 8_800, part)).toEqual(first);
  expect(await refundStatus(attempt, part)).toEqual(first);
  // The payment remains paid.
  expect(await ask(attempt)).toMatchObject([{ kind: 'paid', cents: 38_800 }]);
  await refund(attempt, 30_000, rest);
  await expect(refund(attempt, 1, more)).rejects.toThrow(GatewayRefusedError);
  expect(await refundStatus(attempt, more)).toEqual([]);
  expect((await site.book(attempt.number)).map(({ kind, cents }) => [kind, cents])).toEqual([
    ['paid', 38_800],
    ['refunded', 8_800],
    ['refunded', 30_000],
  ]);
  expect(await ask(attempt)).toMatchObject([{ kind: 'paid', cents: 38_800 }]);
});

it('sends a refund whose answer was lost once more under its number, and it is one', async () => {
  const attempt = await begin();
  await choose(attempt, 'never');
  await site.fault('refund', 'lost');
  expect(await refund(attempt, 38_800, 'RF26112200000031')).toMatchObject([{ kind: 'refunded', cents: 38_800 }]);
  expect(await refundStatus(attempt, 'RF26112200000031')).toMatchObject([{ cents: 38_800 }]);
  expect((await site.book(attempt.number)).filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
  expect(eft().refundRepeats).toBe(true);
});

it('says that nobody knows where no answer comes twice, and ends what was never begun', async () => {
  const attempt = await begin();
  // The answer never comes, so a short timeout is enough.
  const impatient = eft({ timeoutMs: 100 });
  for (const kind of ['error', 'hang'] as const) {
    await site.fault('query', kind, 2);
    await expect(impatient.query?.(attempt)).rejects.toThrow(GatewayTimeoutError);
  }
  const unheard = site.attempt({ method: 'alipay', isPhone: true });
  await site.fault('order', 'hang', 2);
  await expect(impatient.start(unheard)).rejects.toThrow(GatewayTimeoutError);
  await expect(ask(unheard)).rejects.toThrow(GatewayRefusedError);
  site.wait(301);
  expect(await ask(unheard)).toMatchObject([{ kind: 'expired', attempt: unheard.number }]);
});

it('believes no answer that is signed with another secret', async () => {
  const attempt = await begin();
  await expect(eft({ secrets: ['another'] }).query?.(attempt)).rejects.toThrow(GatewayTimeoutError);
  await expect(eft({ userConfirmKey: 'S0000002' }).query?.(attempt)).rejects.toThrow(GatewayRefusedError);
  expect(await eft({ secrets: [SECRET, 'old'] }).query?.(attempt)).toEqual([]);
});

it('keeps books from which a settlement file comes that the gateway reads', async () => {
  const attempt = await begin();
  await choose(attempt, 'never');
  await refund(attempt, 100, 'RF26112200000041');
  const lines = eft()
    .parseSettlement(await site.look('/settlement.csv'))
    .filter((line) => line.attempt === attempt.number);
  expect(lines).toMatchObject([
    { kind: 'paid', gatewayTxn: attempt.gatewayRef, cents: 38_800, feeCents: 465 },
    { kind: 'refunded', gatewayTxn: 'RF26112200000041', cents: 100, feeCents: 0 },
  ]);
});

const NOTICE: Fields = {
  currency: 'HKD',
  eft_trade_no: '20251120110406abc0001',
  eftpay_trade_no: '20251120110406abc0001',
  gmt_payment: '2025-11-20 11:04:40',
  notify_type: 'trade_status_sync',
  out_trade_no: 'UR25112000000125',
  time: '20251120110441',
  total_fee: '388.00',
  trade_no: '2025112022001386451433770001',
  trade_status: 'TRADE_SUCCESS',
  trade_type: 'SALE',
  transaction_id: '2025112022001386451433770001',
  user_confirm_key: USER_CONFIRM_KEY,
  wallet: 'ALIPAYHK',
};
const notice = (fields: Fields, secret = SECRET): SentRequest => ({
  method: 'POST',
  url: `${SITE_URL}/api/payment/callback/eft`,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(signed(secret, fields))),
});

it('reads the notice of the reference, and answers it signed', () => {
  const { reply, facts, asks } = eft({ secrets: ['new', SECRET] }).readWebhook(notice(NOTICE));
  expect(facts).toEqual([
    {
      gateway: 'eft',
      attempt: 'UR25112000000125',
      gatewayTxn: '20251120110406abc0001',
      kind: 'paid',
      cents: 38_800,
      currency: 'HKD',
      at: new Date('2025-11-20T03:04:40Z'),
      detail: { status: 'TRADE_SUCCESS', wallet: 'ALIPAYHK' },
    },
  ]);
  expect(asks).toEqual([]);
  // Signed with the secret that EFT uses, for as long as it uses the old one.
  const answer = JSON.parse(reply.body) as Fields;
  expect(answer).toMatchObject({ return_code: 'success', sign: sign(SECRET, answer) });
});

it('reads an amount without decimals', () => {
  expect(eft().readWebhook(notice({ ...NOTICE, total_fee: '1' })).facts).toMatchObject([{ cents: 100 }]);
});

it('refuses a notice that is not signed, not ours, or not what a notice is', () => {
  const body = (text: string): SentRequest => ({ ...notice(NOTICE), body: Buffer.from(text) });
  const right = signed(SECRET, NOTICE);
  for (const sent of [
    notice(NOTICE, 'another'),
    notice({ ...NOTICE, user_confirm_key: 'S0000002' }),
    body(JSON.stringify({ ...right, total_fee: '1.00' })),
    body(JSON.stringify({ ...right, more: { nested: true } })),
    body(JSON.stringify(NOTICE)),
    body('{'),
    body('[]'),
    body(''),
  ])
    expect(() => eft().readWebhook(sent)).toThrow('forbidden');
});

it.each(['TRADE_PROCESSING', 'TRADE_SOMETHING_NEW', 'APPLY_SUCCESS', ''])(
  'waits, and asks, where a trade is %j',
  (status) => {
    expect(eft().readWebhook(notice({ ...NOTICE, trade_status: status }))).toMatchObject({
      facts: [],
      asks: ['UR25112000000125'],
    });
  },
);

it('keeps what is told of a number that is not ours for a person', () => {
  const told = eft().readWebhook(notice({ ...NOTICE, out_trade_no: 'somebody-elses' }));
  expect(told).toMatchObject({ facts: [{ attempt: null, cents: 38_800 }], asks: [] });
});
