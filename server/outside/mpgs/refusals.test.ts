import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GatewayRefusedError, GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { DomainError } from '#shared/domain-error.ts';
import { attemptOf, NOW, SITE_URL } from '#tests/factories/money/gateway-site.ts';
import { startHttpServer } from '#tests/factories/server/http-server.ts';
import { mpgsGateway, type MpgsOptions } from './gateway.ts';

// Error responses of the Mastercard gateway, and the conclusions that must not be drawn from them.

interface Asked {
  method: string;
  path: string;
  authorization: string;
  body: unknown;
}
let server: Awaited<ReturnType<typeof startHttpServer>>;
let url: string;
let answer: (reply: ServerResponse, asked: Asked) => void = () => {};
let asked: Asked[] = [];

beforeAll(async () => {
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    const one = { method, path, authorization: headers.authorization ?? '', body: body ? JSON.parse(body) : null };
    asked.push(one);
    answer(reply, one);
  };
  server = await startHttpServer((request, reply) => void take(request, reply));
  ({ url } = server);
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
});

const SECRET = 'sandbox-notification-secret-0001';
const gatewayOf = (over: Partial<MpgsOptions> = {}) =>
  mpgsGateway({
    url,
    pageUrl: 'https://test-gateway.mastercard.com',
    siteUrl: SITE_URL,
    version: 100,
    merchantId: 'TEST88000001',
    password: 'sandbox-api-password',
    merchantName: 'CR電台',
    webhookSecrets: [SECRET, 'second-notification-secret-00002'],
    mode: 'page',
    clock: () => NOW,
    timeoutMs: 300,
    moneyTimeoutMs: 300,
    pauseMs: 1,
    ...over,
  });
const says = (body: unknown, status = 200) => {
  answer = (reply) => reply.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const error = (cause: string) => ({ result: 'ERROR', error: { cause, explanation: 'because' } });

it('asks for a checkout as the gateway wants it, and keeps what browsers must not know', async () => {
  says({ result: 'SUCCESS', session: { id: 'SESSION0001' }, successIndicator: 'a1b2c3' }, 201);
  const attempt = attemptOf({ keepsCard: 'renews', agreement: 'AG00000123', periodMonths: 1 });
  expect(await gatewayOf().start(attempt)).toEqual({
    start: {
      kind: 'script',
      src: 'https://test-gateway.mastercard.com/static/checkout/checkout.min.js',
      sessionId: 'SESSION0001',
      mode: 'page',
    },
    gatewayRef: 'SESSION0001',
    secret: { successIndicator: 'a1b2c3' },
  });
  expect(asked[0]).toMatchObject({
    method: 'POST',
    path: '/api/rest/version/100/merchant/TEST88000001/session',
    // Test vector of the protocol.
    authorization: 'Basic bWVyY2hhbnQuVEVTVDg4MDAwMDAxOnNhbmRib3gtYXBpLXBhc3N3b3Jk',
    body: {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: {
        operation: 'PURCHASE',
        returnUrl: `${SITE_URL}/member/mpgs/resultCallbackSubscription?Ref=${attempt.number}`,
        timeout: 300,
        locale: 'zh_HK',
      },
      order: {
        id: attempt.number,
        amount: '388.00',
        currency: 'HKD',
        notificationUrl: `${SITE_URL}/api/payment/callback/mpgs`,
      },
      transaction: { source: 'INTERNET' },
      agreement: { id: 'AG00000123', type: 'RECURRING', paymentFrequency: 'MONTHLY', minimumDaysBetweenPayments: 28 },
    },
  });
  await gatewayOf().start(attemptOf({ kind: 'CC', amountCents: 100, keepsCard: 'card_check' }));
  expect(asked[1]?.body).toMatchObject({ interaction: { operation: 'AUTHORIZE' }, order: { amount: '1.00' } });
  await gatewayOf().start(attemptOf());
  expect(asked[2]?.body).not.toHaveProperty('agreement');
});

it('charges a card that is kept as the gateway wants it, without its number', async () => {
  says({ result: 'SUCCESS', transaction: { id: '1', type: 'PAYMENT', amount: 388, currency: 'HKD' } }, 201);
  const attempt = attemptOf();
  await gatewayOf().chargeStored?.({ token: '9000000000000001', agreement: 'AG00000123' }, attempt);
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    path: `/api/rest/version/100/merchant/TEST88000001/order/${attempt.number}/transaction/1`,
    body: {
      apiOperation: 'PAY',
      order: { amount: '388.00', currency: 'HKD' },
      sourceOfFunds: { type: 'CARD', token: '9000000000000001', provided: { card: { storedOnFile: 'STORED' } } },
      transaction: { source: 'MERCHANT' },
      agreement: { id: 'AG00000123', type: 'RECURRING' },
    },
  });
});

describe('a question', () => {
  const query = () => gatewayOf().query?.(attemptOf());

  it.each([
    ['no JSON', '<h1>502</h1>', 200],
    ['half of it', '{"id":"UR', 200],
    ['nothing', '', 200],
    ['something else', { hello: 1 }, 200],
    ['a busy gateway', error('SERVER_BUSY'), 503],
    ['a broken gateway', error('SERVER_FAILED'), 500],
    ['a busy gateway that says so in another way', error('SERVER_BUSY'), 400],
  ])('that is answered with %s tells nothing', async (_what, body, status) => {
    says(body, status);
    await expect(query()).rejects.toBeInstanceOf(GatewayTimeoutError);
  });

  it('about an order that is not there is answered: nothing yet; one that is refused says why', async () => {
    says(error('INVALID_REQUEST'), 400);
    expect(await query()).toEqual([]);
    says(error('REQUEST_REJECTED'), 403);
    await expect(query()).rejects.toBeInstanceOf(GatewayRefusedError);
    // Wrong credentials must not look like an unpaid order.
    says(error('INVALID_REQUEST'), 401);
    await expect(query()).rejects.toMatchObject({ code: 'ACCESS' });
  });

  it('believes words it knows, about this order alone', async () => {
    const attempt = attemptOf();
    const told = async (over: Record<string, unknown>, more: Record<string, unknown> = {}) => {
      const transaction = { id: '1', type: 'PAYMENT', amount: '388.00', currency: 'HKD', ...over };
      says({ id: attempt.number, transaction: [{ result: 'SUCCESS', transaction, ...more }] });
      return (await gatewayOf().query?.(attempt))?.map(({ kind, cents }) => [kind, cents]);
    };
    expect(await told({})).toEqual([['paid', 38_800]]);
    expect(await told({ amount: 388 })).toEqual([['paid', 38_800]]);
    expect(await told({ amount: 0.29 })).toEqual([['paid', 29]]);
    for (const type of ['AUTHENTICATION', 'VERIFICATION', 'DISBURSEMENT', 'constructor'])
      expect(await told({ type }), type).toEqual([]);
    for (const result of ['PENDING', 'UNKNOWN', 'ERROR', 'success', 'FAILURE'])
      await expect(told({}, { result }), result).rejects.toBeInstanceOf(GatewayTimeoutError);
    for (const gatewayCode of ['UNKNOWN', 'TIMED_OUT', 'PENDING'])
      await expect(told({}, { result: 'FAILURE', response: { gatewayCode } }), gatewayCode).rejects.toBeInstanceOf(
        GatewayTimeoutError,
      );
    for (const amount of ['much', '', -1]) await expect(told({ amount })).rejects.toBeInstanceOf(GatewayTimeoutError);
    expect(await told({}, { result: 'FAILURE', response: { gatewayCode: 'DECLINED' } })).toEqual([['failed', 38_800]]);
    says({ id: attemptOf().number, transaction: [] });
    expect(await gatewayOf().query?.(attempt)).toEqual([]);
  });
});

describe('a call that moves money', () => {
  const refund = () =>
    gatewayOf().refund?.(attemptOf(), { number: 'RF26112000000001', cents: 100, paidTxn: 'UR1/1', reason: 'x' });

  it('is made again under the same ids where nobody answers, and then no more', async () => {
    answer = () => {};
    await expect(refund()).rejects.toBeInstanceOf(GatewayTimeoutError);
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map(({ path }) => path)).size).toBe(1);
    expect(gatewayOf().refundRepeats).toBe(true);
  });

  it('is refused where the bank refuses, and where its id is of nothing', async () => {
    says({
      result: 'FAILURE',
      response: { gatewayCode: 'DECLINED' },
      transaction: { id: 'RF', type: 'REFUND', amount: 1 },
    });
    await expect(refund()).rejects.toMatchObject({ code: 'DECLINED' });
    says(error('INVALID_REQUEST'), 400);
    await expect(refund()).rejects.toBeInstanceOf(GatewayRefusedError);
  });

  it('whose id was used is what that was', async () => {
    answer = (reply, { method }) => {
      const told = {
        result: 'SUCCESS',
        transaction: { id: 'RF26112000000001', type: 'REFUND', amount: 1, currency: 'HKD' },
      };
      reply
        .writeHead(method === 'PUT' ? 400 : 200)
        .end(JSON.stringify(method === 'PUT' ? error('INVALID_REQUEST') : told));
    };
    expect(await refund()).toMatchObject([{ kind: 'refunded', cents: 100 }]);
  });

  it('whose id was used, and of which nothing more can be heard, is not known', async () => {
    answer = (reply, { method }) => {
      if (method === 'PUT') reply.writeHead(400).end(JSON.stringify(error('INVALID_REQUEST')));
      else reply.destroy();
    };
    await expect(refund()).rejects.toBeInstanceOf(GatewayTimeoutError);
  });
});

describe('a notice', () => {
  const sentOf = (body: string, secret?: string, id = 'N1') => ({
    method: 'POST',
    url: `${SITE_URL}/api/payment/callback/mpgs`,
    headers: { 'x-notification-id': id, ...(secret === undefined ? {} : { 'x-notification-secret': secret }) },
    body: Buffer.from(body),
  });

  it('is believed by the old secret and the new one, and only so far that we ask', () => {
    const { number } = attemptOf();
    const body = JSON.stringify({ result: 'SUCCESS', order: { id: number, status: 'CAPTURED', amount: 1_000_000 } });
    for (const secret of [SECRET, 'second-notification-secret-00002'])
      expect(gatewayOf().readWebhook(sentOf(body, secret))).toMatchObject({ eventId: 'N1', facts: [], asks: [number] });
    for (const secret of [undefined, '', 'sandbox', `${SECRET}x`])
      expect(() => gatewayOf().readWebhook(sentOf(body, secret))).toThrow('forbidden');
    expect(() => gatewayOf({ webhookSecrets: [''] }).readWebhook(sentOf(body, ''))).toThrow('forbidden');
  });

  it('without an id is known by what it says', () => {
    const eventOf = (body: string) => gatewayOf().readWebhook(sentOf(body, SECRET, '')).eventId;
    expect(eventOf('{"a":1}')).toBe(eventOf('{"a":1}'));
    expect(eventOf('{"a":1}')).not.toBe(eventOf('{"a":2}'));
  });

  it('of any content yields no facts, and is refused without the secret', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.boolean(), (body, isGenuine) => {
        try {
          const read = gatewayOf().readWebhook(sentOf(body, isGenuine ? SECRET : 'x'));
          expect(isGenuine).toBe(true);
          expect(read.facts).toEqual([]);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(DomainError);
          expect(isGenuine).toBe(false);
        }
      }),
    );
  });
});
