import { expect, it } from 'vitest';
import type { SentRequest } from '#domain/payments/gateway.types.ts';
import { jetcoSandbox } from '#sandbox/payments/jetco/page.ts';
import { JETCO_APPROVED } from '#tests/factories/money/jetco-answer.ts';
import { SITE_URL, walletSiteOfFile, wayBackOf } from '#tests/factories/money/wallet-site.ts';
import { jetcoGateway, type JetcoOptions } from './gateway.ts';
import { answerHash } from './signature.ts';

const KEYS = { merchantId: '881903000001', seed: 'jetcosandboxseed01' };
const jetco = (over: Partial<JetcoOptions> = {}) =>
  jetcoGateway({
    url: `${site.base()}/page`,
    merchantId: KEYS.merchantId,
    seeds: [KEYS.seed],
    siteUrl: SITE_URL,
    clock: site.clock,
    ...over,
  });
const site = walletSiteOfFile(
  'jetco',
  (app, options) => jetcoSandbox(app, { ...options, ...KEYS }),
  () => jetco(),
);

/** Acts as a payer on the bank's page; returns the page that follows. */
async function pay(what: string, amountCents = 38_800) {
  const attempt = site.attempt({ method: 'jetco', amountCents });
  const { start } = await jetco().start(attempt);
  if (start.kind !== 'form') throw new Error('no form');
  const page = await site.press('/page', Object.fromEntries(start.fields));
  expect(page.status).toBe(200);
  const html = await (await site.press(`/page/${attempt.number}`, { do: what })).text();
  return { attempt, html, read: () => jetco().readReturn(wayBackOf(html, 'jetco')) };
}

it('sends the browser to the bank with the form of the reference', async () => {
  const attempt = { ...site.attempt({ method: 'jetco' }), number: 'UR25112000000127' };
  expect(await jetco({ url: 'https://bank.example/pay' }).start(attempt)).toEqual({
    start: {
      kind: 'form',
      url: 'https://bank.example/pay',
      fields: [
        ['mid', '881903000001'],
        ['inv', 'UR25112000000127'],
        ['amt', '388.00'],
        ['cur', '344'],
        ['loc', 'zh_tr'],
        ['tt', '7'],
        ['ct', ''],
        ['rurl', 'https://site.example/api/payment/return/jetco'],
        ['hv', 'd78b75efd7389a957ab9afed94c924a580fc25e9f6004150fe18bf1ec5613cca'],
      ],
    },
    gatewayRef: null,
    secret: {},
  });
});

it('learns of a payment by the browser that comes back, and of the same one however often it does', async () => {
  const { attempt, read } = await pay('pays');
  const once = read();
  expect(once).toMatchObject({
    attempt: attempt.number,
    hint: 'ok',
    trusted: { gateway: 'jetco', attempt: attempt.number, gatewayTxn: attempt.number, kind: 'paid', cents: 38_800 },
  });
  expect(read()).toEqual(once);
  expect(await site.book(attempt.number)).toEqual([{ kind: 'paid', txn: attempt.number, cents: 38_800 }]);
});

it.each([
  ['RJ-05', 'failed', 'failed'],
  ['RJ-51', 'failed', 'failed'],
  ['RJ-54', 'failed', 'failed'],
  ['TO', 'failed', 'expired'],
  ['CC', 'cancelled', 'cancelled'],
])('takes %s for what it is, and no money moved', async (what, hint, kind) => {
  const { attempt, read } = await pay(what);
  expect(read()).toMatchObject({ attempt: attempt.number, hint, trusted: { kind, cents: 38_800 } });
  expect(await site.book(attempt.number)).toEqual([]);
});

it('says how much was paid, whatever was asked for', async () => {
  expect((await pay('otherAmount')).read()).toMatchObject({ trusted: { kind: 'paid', cents: 38_900 } });
});

it('knows nothing of a way back with a bad hash, of words it has not heard of, and of a browser that was closed', async () => {
  const broken = await pay('badSignature');
  expect(broken.read()).toEqual({ attempt: null, hint: 'unknown', trusted: null });
  expect(await site.book(broken.attempt.number)).toHaveLength(1);
  const odd = await pay('odd');
  expect(odd.read()).toEqual({ attempt: odd.attempt.number, hint: 'unknown', trusted: null });
  for (const what of ['never', 'leave']) expect((await pay(what)).html).not.toContain('action="https://site.example');
  expect(jetco().query).toBeNull();
});

it('has nothing to say to whoever sends it notices', () => {
  const sent = { method: 'POST', url: `${SITE_URL}/api/payment/callback/jetco`, headers: {}, body: Buffer.from('') };
  expect(() => jetco().readWebhook(sent)).toThrow('forbidden');
});

it('is refused by the bank with a wrong hash, another merchant, a way back to elsewhere, and a number that was used', async () => {
  const asked = async (gateway: ReturnType<typeof jetco>) => {
    const { start } = await gateway.start(site.attempt({ method: 'jetco' }));
    return start.kind === 'form' ? (await site.press('/page', Object.fromEntries(start.fields))).status : 0;
  };
  expect(await asked(jetco({ seeds: ['another'] }))).toBe(400);
  expect(await asked(jetco({ merchantId: '1' }))).toBe(400);
  expect(await asked(jetco({ siteUrl: 'https://elsewhere.example' }))).toBe(400);
  const { attempt } = await pay('pays');
  const { start } = await jetco().start(attempt);
  expect(start.kind === 'form' && (await site.press('/page', Object.fromEntries(start.fields))).status).toBe(400);
});

it('keeps books from which a settlement file comes that the gateway reads', async () => {
  const { attempt } = await pay('never');
  await site.press(`/_sim/deals/${attempt.number}/refund`);
  const lines = jetco()
    .parseSettlement(await site.look('/settlement.csv'))
    .filter((line) => line.attempt === attempt.number);
  expect(lines.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['paid', 38_800],
    ['refunded', 38_800],
  ]);
});

const answer = (fields: Record<string, string>, hv = answerHash(KEYS.seed, fields)): SentRequest => ({
  method: 'POST',
  url: `${SITE_URL}/api/payment/return/jetco`,
  headers: {},
  body: Buffer.from(new URLSearchParams({ ...fields, hv }).toString()),
});
const NOTHING = { attempt: null, hint: 'unknown', trusted: null };

it('reads the approved and the rejected answer of the reference', () => {
  const approved = answer(JETCO_APPROVED, 'BB7DC4F853C0820C00D55D1FD275A1B9877D3D513C5A866B18A04D0139D3759E');
  expect(jetco().readReturn(approved)).toMatchObject({
    attempt: 'UR25112000000127',
    hint: 'ok',
    trusted: { kind: 'paid', cents: 38_800, detail: { reference: '532411000001', last4: '0008' } },
  });
  const rejected = { ...JETCO_APPROVED, rc: '51', sts: 'RJ', rn: '', eci: '', ac: '' };
  const hv = '8e16ad63d9e8e160cffa6675b87279b8102c0d7c05c0a3ba0ee522d2c5835d97';
  expect(jetco().readReturn(answer(rejected, hv))).toMatchObject({ hint: 'failed', trusted: { kind: 'failed' } });
});

it('approves only where both words say so', () => {
  const changes: Record<string, string>[] = [{ rc: '51' }, { rc: '00' }, { sts: 'RJ' }, { sts: 'XX' }];
  for (const change of changes)
    expect(jetco().readReturn(answer({ ...JETCO_APPROVED, ...change }))).toMatchObject({
      attempt: 'UR25112000000127',
      hint: 'unknown',
      trusted: null,
    });
});

it('believes no answer for another merchant, currency, kind of sale or language, however well it is signed', () => {
  const changes: Record<string, string>[] = [
    { mid: '881903000002' },
    { cur: '446' },
    { tt: '8' },
    { loc: 'en_us' },
    { inv: 'X' },
    { amt: '388' },
  ];
  for (const change of changes) expect(jetco().readReturn(answer({ ...JETCO_APPROVED, ...change }))).toEqual(NOTHING);
});

it('believes no answer in which letters went over from one field to its neighbour, though its hash is right', () => {
  const { rn, eci, inv, amt } = JETCO_APPROVED;
  const hv = answerHash(KEYS.seed, JETCO_APPROVED);
  const moved: Record<string, string>[] = [
    { inv: `${inv}3`, amt: amt.slice(1) },
    { inv: inv.slice(0, -1), amt: `7${amt}` },
    { rn: `${rn.slice(0, 3)}x`, eci },
    { sts: 'APP' },
    { eci: `${rn.slice(-1)}${eci}`, rn: rn.slice(0, -1) },
    { rc: '', rn: `0${rn}` },
  ];
  for (const change of moved) expect(jetco().readReturn(answer({ ...JETCO_APPROVED, ...change }, hv))).toEqual(NOTHING);
  // A reference that absorbed characters of its neighbour does not create a second payment: our number identifies it.
  const shifted = jetco().readReturn(answer({ ...JETCO_APPROVED, rn: `${rn}${eci}`, eci: '' }, hv));
  expect(shifted.trusted).toMatchObject({ gatewayTxn: inv, kind: 'paid' });
});

it('reads no form that names a field twice', () => {
  const sent = answer(JETCO_APPROVED);
  const twice = { ...sent, body: Buffer.from(`amt=388.00&${sent.body.toString()}`) };
  expect(jetco().readReturn(twice)).toEqual(NOTHING);
});
