import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GatewayRefusedError, GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { DomainError } from '#shared/domain-error.ts';
import { attemptOf, NOW, SITE_URL } from '#tests/factories/money/gateway-site.ts';
import { startHttpServer } from '#tests/factories/server/http-server.ts';
import { freePort } from '#tests/setup/site.ts';
import { paydollarGateway, type PaydollarOptions } from './gateway.ts';
import { isSignedNotice } from './signature.ts';

// Error responses of PayDollar, and the conclusions that must not be drawn from them.

let server: Awaited<ReturnType<typeof startHttpServer>>;
let url: string;
let answer: (reply: ServerResponse, form: URLSearchParams) => void = () => {};
let asked: { path: string; form: URLSearchParams }[] = [];

beforeAll(async () => {
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    asked.push({ path: request.url ?? '', form });
    answer(reply, form);
  };
  server = await startHttpServer((request, reply) => void take(request, reply));
  ({ url } = server);
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
});

const SECRET = 'sandbox-secret-0001';
const gatewayOf = (over: Partial<PaydollarOptions> = {}) =>
  paydollarGateway({
    url,
    pageUrl: url,
    siteUrl: SITE_URL,
    merchantId: '88000001',
    secrets: [SECRET],
    hash: 'sha1',
    loginId: 'api',
    password: 'secret-of-the-api',
    payMethods: { card: 'CC' },
    recurring: 'schedule',
    canHold: true,
    refundWord: 'RequestRefund',
    clock: () => NOW,
    timeoutMs: 300,
    pauseMs: 1,
    ...over,
  });
const says = (body: string, status = 200) => {
  answer = (reply) => reply.writeHead(status).end(body);
};
const query = () => gatewayOf().query?.(attemptOf());
const refund = (over: Partial<PaydollarOptions> = {}) =>
  gatewayOf(over).refund?.(attemptOf(), { number: 'RF26112000000001', cents: 100, paidTxn: '9000001', reason: 'x' });

describe('a query', () => {
  it.each([
    ['a page of another', '<html><body>502</body></html>'],
    ['half of a list', '<records><record><ref>UR1</ref>'],
    ['nothing', ''],
    ['another root', '<memberpayresponse/>'],
    ['too much', `<records>${'x'.repeat(600_000)}</records>`],
  ])('that is answered with %s tells nothing', async (_what, body) => {
    says(body);
    await expect(query()).rejects.toBeInstanceOf(GatewayTimeoutError);
  });

  it.each([500, 502, 503, 504, 429, 404])('that is answered with HTTP %i tells nothing', async (status) => {
    says('<records/>', status);
    await expect(query()).rejects.toBeInstanceOf(GatewayTimeoutError);
  });

  it('is asked twice where nobody answers, and then no more', async () => {
    answer = () => {};
    await expect(query()).rejects.toBeInstanceOf(GatewayTimeoutError);
    expect(asked).toHaveLength(2);
    asked = [];
    let tries = 0;
    answer = (reply) => (tries++ === 0 ? reply.destroy() : reply.end('<records></records>'));
    expect(await query()).toEqual([]);
    await expect(
      gatewayOf({ url: `http://127.0.0.1:${await freePort()}` }).query?.(attemptOf()),
    ).rejects.toBeInstanceOf(GatewayTimeoutError);
  });

  it('that is refused says why, and never with our password', async () => {
    says('resultCode=-1&orderStatus=&ref=&payRef=&amt=&cur=&errMsg=Authentication Failed');
    const refused: unknown = await query()?.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GatewayRefusedError);
    expect(refused).toMatchObject({ code: '-1', message: 'Authentication Failed' });
  });

  it('believes words it knows, about this order, of this merchant alone', async () => {
    const attempt = attemptOf();
    const record = (over: Record<string, string>) => {
      const fields = {
        orderStatus: 'Accepted',
        ref: attempt.number,
        payRef: '9000001',
        amt: '388.00',
        cur: '344',
        ...over,
      };
      return `<record>${Object.entries(fields)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join('')}</record>`;
    };
    const told = async (...records: Record<string, string>[]) => {
      says(`<records>${records.map(record).join('')}</records>`);
      return (await gatewayOf().query?.(attempt))?.map(({ kind }) => kind);
    };
    expect(await told({}, { orderStatus: 'Authorized' }, { orderStatus: 'rejected' })).toEqual([
      'paid',
      'authorised',
      'failed',
    ]);
    expect(await told({ ref: attemptOf().number })).toEqual([]);
    // An unknown state has no effect, and is not mistaken for none either.
    expect(await told({}, { orderStatus: 'Pending' })).toEqual(['paid']);
    const isUnknown = (over: Record<string, string>) =>
      expect(told(over), JSON.stringify(over)).rejects.toBeInstanceOf(GatewayTimeoutError);
    for (const orderStatus of ['', 'Pending', 'Accepted_Adj', 'constructor', 'Reversed'])
      await isUnknown({ orderStatus });
    for (const amt of ['', '-1', '1,000.00', '3.8e4', '388.001']) await isUnknown({ amt });
    await isUnknown({ payRef: '' });
    await isUnknown({ MerchantId: '88000002' });
    // Refunds made by staff in the portal arrive in the settlement file.
    await isUnknown({ orderStatus: 'Refunded', remark: '250 days' });
  });
});

describe('a refund', () => {
  it('is sent once, whatever becomes of its answer', async () => {
    answer = () => {};
    await expect(refund()).rejects.toBeInstanceOf(GatewayTimeoutError);
    says('', 502);
    await expect(refund()).rejects.toBeInstanceOf(GatewayTimeoutError);
    says('OK');
    await expect(refund()).rejects.toBeInstanceOf(GatewayTimeoutError);
    expect(asked).toHaveLength(3);
  });

  it('is asked for in the word of the account, with what was paid and how much', async () => {
    says('resultCode=0&orderStatus=RequestRefund&ref=&payRef=9000001&amt=1.00&cur=344&errMsg=');
    expect(await refund({ refundWord: 'Refund' })).toEqual([]);
    expect(asked[0]?.path).toBe('/merchant/api/orderApi.jsp');
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      merchantId: '88000001',
      loginId: 'api',
      password: 'secret-of-the-api',
      actionType: 'Refund',
      payRef: '9000001',
      amount: '1.00',
      remark: 'RF26112000000001',
    });
  });

  it('that never left is sent again', async () => {
    await expect(refund({ url: `http://127.0.0.1:${await freePort()}` })).rejects.toBeInstanceOf(GatewayTimeoutError);
  });
});

describe('a notice', () => {
  const sentOf = (body: string) => ({
    method: 'POST',
    url: `${SITE_URL}/api/payment/callback/paydollar`,
    headers: {},
    body: Buffer.from(body),
  });
  // Test vectors of the protocol.
  const PAID =
    'src=0&prc=0&successcode=0&Ref=UR25112000000123&PayRef=9000001&Cur=344&Amt=388.00&payerAuth=Y&secureHash=110b4f2d9c53b33a7db8dc7ac67a09cc79d782d8';
  const DECLINED =
    'src=01&prc=1&successcode=1&Ref=UR25112000000123&PayRef=9000000&Cur=344&Amt=388.00&payerAuth=Y&secureHash=72d32ab6f0f4454696e86d00bf632f3be43f387a';
  const SCHEDULE =
    'src=0&prc=0&successcode=0&Ref=UR25112000000123&PayRef=9000077&Cur=344&Amt=388.00&payerAuth=U&secureHash=15b2343654d07e4d6fd6630748e8d82ed895b2d5';

  it('is read as it is written', () => {
    const read = (body: string) => gatewayOf().readWebhook(sentOf(body));
    const ref = 'UR25112000000123';
    expect(read(PAID)).toMatchObject({ eventId: '9000001:0', facts: [{ attempt: ref, kind: 'paid', cents: 38_800 }] });
    expect(read(DECLINED)).toMatchObject({ eventId: '9000000:1', facts: [{ attempt: ref, kind: 'failed' }] });
    expect(read(`${SCHEDULE}&channelType=SCH&mSchPayId=55&dSchPayId=77`).facts).toMatchObject([
      { attempt: null, kind: 'paid', detail: { schedule: '55', charge: '77', setUpBy: ref } },
    ]);
    // An existing schedule keeps reporting, also where cards are stored now.
    const ofSchedule = sentOf(`${SCHEDULE}&channelType=SCH&mSchPayId=55&dSchPayId=77`);
    expect(gatewayOf({ recurring: 'member' }).readWebhook(ofSchedule).facts).toMatchObject([
      { detail: { schedule: '55' } },
    ]);
    expect(read(`${PAID}&TxTime=2013-06-05 20:25:38.0`).facts[0]?.at).toEqual(new Date('2013-06-05T12:25:38Z'));
  });

  it('of another merchant is not believed, though it is signed', () => {
    expect(() => gatewayOf().readWebhook(sentOf(`${PAID}&MerchantId=88000002`))).toThrow('forbidden');
    expect(gatewayOf().readWebhook(sentOf(`${PAID}&MerchantId=88000001`)).facts).toHaveLength(1);
  });

  it('is refused whatever stands in it, unless it is signed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.string(), (fields, secureHash) => {
        const form = new URLSearchParams({ ...fields, secureHash });
        fc.pre(!isSignedNotice({ hash: 'sha1', secrets: [SECRET] }, form));
        expect(() => gatewayOf().readWebhook(sentOf(form.toString()))).toThrow(DomainError);
      }),
    );
    expect(() => gatewayOf({ secrets: [] }).readWebhook(sentOf(PAID))).toThrow('forbidden');
  });

  it('of an error of theirs, or without an amount that can be read, is a reason to ask', () => {
    const signed = (fields: string[]) =>
      createHash('sha1')
        .update([...fields, SECRET].join('|'))
        .digest('hex');
    const ref = attemptOf().number;
    const odd = (successcode: string, amt: string) => {
      const secureHash = signed(['0', '-2', successcode, ref, '9', '344', amt, 'U']);
      const form = { src: '0', prc: '-2', successcode, Ref: ref, PayRef: '9', Cur: '344', Amt: amt, payerAuth: 'U' };
      return gatewayOf().readWebhook(sentOf(new URLSearchParams({ ...form, secureHash }).toString()));
    };
    expect(odd('-1', '388.00')).toMatchObject({ facts: [], asks: [ref], reply: { body: 'OK' } });
    expect(odd('0', 'much')).toMatchObject({ facts: [], asks: [ref] });
  });
});

it('takes no return of a browser for a proof of whose payment it is', () => {
  const url = `${SITE_URL}/api/payment/return/paydollar?Ref=${attemptOf().number}`;
  const sent = { method: 'GET', url, headers: {}, body: Buffer.alloc(0) };
  expect(gatewayOf().readReturn(sent)).toEqual({ attempt: null, hint: 'unknown', trusted: null });
});
