import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayHkOf } from '#shared/hk-time.ts';
import type { Faults } from '../faults.ts';
import { originOf } from '../pay-page.ts';
import {
  addTransaction,
  authorizedCents,
  capturedCents,
  centsOfAmount,
  codeOfExpiry,
  refundedCents,
  resultOf,
  type MpgsBank,
  type Order,
  type Transaction,
} from './bank.ts';
import { errorReply, orderReply, sourceOf, transactionReply } from './replies.ts';
import type { Webhook } from './webhook.ts';

export interface RestOptions {
  bank: MpgsBank;
  webhook: Webhook;
  faults: Faults;
  merchantId: string;
  password: string;
  clock: () => Date;
  slowMs: number;
  /** How the simulated version answers a repeated call. */
  repeats: 'answered' | 'refused';
}

const SESSION_HOURS = 12;
const MAX_DESCRIPTION_CHARS = 127;
const CENTS_SLOW = 90;
const CENTS_BUSY_ONCE = 91;

type Params = {
  version: string;
  merchant: string;
  order: string;
  transaction: string;
  token: string;
  agreement: string;
};

/** A value in a body by its path; undefined if any part is missing. */
function at(body: unknown, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
const text = (body: unknown, path: string): string => {
  const value = at(body, path);
  return typeof value === 'string' ? value : '';
};

/** The gateway's API, including its refusals. */
export function restApi(
  app: FastifyInstance,
  { bank, webhook, faults, merchantId, password, clock, slowMs, repeats }: RestOptions,
): void {
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`;
  const busyOnce = new Set<string>();

  type Answer = { status: number; body: unknown };
  const ok = (body: unknown, status = 200): Answer => ({ status, body });
  const invalid = (explanation: string, field?: string): Answer => ({
    status: 400,
    body: errorReply('INVALID_REQUEST', explanation, field),
  });

  function route(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call: (request: FastifyRequest<{ Params: Params }>) => string,
    act: (params: Params, body: unknown) => Answer,
  ): void {
    app.route<{ Params: Params }>({
      method,
      url: `/api/rest/version/:version/merchant/:merchant${path}`,
      schema: { hide: true },
      handler: async (request, reply) =>
        faults.meet(call(request), reply, async () => {
          const send = ({ status, body }: Answer): FastifyReply => reply.code(status).send(body);
          const { params, body } = request;
          if (request.headers.authorization !== authorization || params.merchant !== merchantId)
            return send({ status: 401, body: errorReply('INVALID_REQUEST', 'Invalid credentials.') });
          const cents = centsOfAmount(at(body, 'order.amount')) ?? 0;
          const key = `${request.method} ${request.url} ${text(body, 'order.id')}`;
          if (cents % 100 === CENTS_BUSY_ONCE && !busyOnce.has(key)) {
            busyOnce.add(key);
            return send({ status: 503, body: errorReply('SERVER_BUSY', 'The gateway is busy.') });
          }
          const answer = act(params, body);
          if (cents % 100 === CENTS_SLOW) await delay(slowMs, undefined, { ref: false });
          return send(answer);
        }),
    });
  }

  route(
    'POST',
    '/session',
    () => 'INITIATE_CHECKOUT',
    (_params, body) => {
      const operation = text(body, 'interaction.operation');
      const cents = centsOfAmount(at(body, 'order.amount'));
      const orderId = text(body, 'order.id');
      const returnUrl = text(body, 'interaction.returnUrl');
      const cancelUrl = text(body, 'interaction.cancelUrl');
      if (text(body, 'apiOperation') !== 'INITIATE_CHECKOUT') return invalid('Unexpected operation', 'apiOperation');
      if (operation !== 'PURCHASE' && operation !== 'AUTHORIZE') return invalid('Missing', 'interaction.operation');
      if (!text(body, 'interaction.merchant.name')) return invalid('Missing', 'interaction.merchant.name');
      if (!/^[\w-]{1,40}$/.test(orderId)) return invalid('Missing', 'order.id');
      if (cents === null || cents === 0) return invalid('Missing', 'order.amount');
      if (text(body, 'order.currency') !== 'HKD') return invalid('Not supported', 'order.currency');
      const description = text(body, 'order.description');
      if (description.length > MAX_DESCRIPTION_CHARS || !description.isWellFormed())
        return invalid('Invalid length or characters', 'order.description');
      if (!originOf(returnUrl) || !originOf(cancelUrl)) return invalid('Invalid URL', 'interaction.returnUrl');
      const timeout = at(body, 'interaction.timeout');
      const session = bank.sessions.put({
        id: bank.newSessionId(),
        orderId,
        operation,
        successIndicator: randomBytes(8).toString('hex'),
        cents,
        description,
        returnUrl,
        cancelUrl,
        notificationUrl: text(body, 'order.notificationUrl'),
        timeoutSeconds: typeof timeout === 'number' ? timeout : 1800,
        merchantName: text(body, 'interaction.merchant.name'),
        agreementId: text(body, 'agreement.id'),
        createdAt: clock().toISOString(),
        card: null,
      });
      return ok(
        {
          checkoutMode: 'WEBSITE',
          merchant: merchantId,
          result: 'SUCCESS',
          session: { id: session.id, updateStatus: 'SUCCESS', version: 'e1f2a3b401' },
          successIndicator: session.successIndicator,
        },
        201,
      );
    },
  );

  route(
    'GET',
    '/order/:order',
    () => 'order',
    ({ order: id }) => {
      const order = bank.orders.get(id);
      // A late payment is unknown to queries before its webhook.
      if (!order || (order.told === 'late' && order.answers.length === 0)) return invalid('Unable to find order.');
      return ok(orderReply(merchantId, order));
    },
  );

  const tell = (order: Order, told: Transaction, status: number): Answer =>
    ok(transactionReply(merchantId, order, told), status);

  route(
    'GET',
    '/order/:order/transaction/:transaction',
    () => 'transaction',
    ({ order: id, transaction }) => {
      const order = bank.orders.get(id);
      const told = order?.transactions.find((one) => one.id === transaction);
      return order && told ? tell(order, told, 200) : invalid('Unable to find transaction.');
    },
  );

  function add(order: Order, told: Omit<Transaction, 'at'>): Answer {
    const transaction = { ...told, at: clock().toISOString() };
    const after = addTransaction(bank, order, transaction);
    webhook.tell(after, transaction);
    if (told.type === 'REFUND' || told.type.startsWith('VOID')) webhook.tellAfterRefund(after);
    return tell(after, transaction, 201);
  }

  function pay(id: string, txnId: string, body: unknown): Answer {
    const cents = centsOfAmount(at(body, 'order.amount'));
    const token = bank.tokens.get(text(body, 'sourceOfFunds.token'));
    if (at(body, 'sourceOfFunds.provided.card.number') !== undefined)
      return invalid('Card numbers are not accepted here', 'sourceOfFunds.provided.card.number');
    if (!token || token.isDeleted) return invalid('Unable to find token.', 'sourceOfFunds.token');
    if (cents === null || cents === 0 || text(body, 'order.currency') !== 'HKD')
      return invalid('Missing', 'order.amount');
    const agreementId = text(body, 'agreement.id');
    if (text(body, 'transaction.source') !== 'MERCHANT' || agreementId === '')
      return invalid('A payment without the payer requires an agreement', 'agreement.id');
    const before = bank.orders.get(id);
    if (before && capturedCents(before) > 0) return invalid('The order is already paid.', 'order.id');
    const order: Order = before ?? {
      id,
      cents,
      currency: 'HKD',
      agreementId,
      card: token.card,
      token: token.id,
      notificationUrl: '',
      transactions: [],
      told: 'once',
      chargebackAt: '',
      answers: [],
    };
    const wanted = token.bank;
    const gatewayCode = wanted === 'byExpiry' || wanted === 'failThenOk' ? codeOfExpiry(token.card) : wanted;
    return add(order, { id: txnId, type: 'PAYMENT', result: resultOf(gatewayCode), gatewayCode, cents, target: '' });
  }

  function voidOne(order: Order, txnId: string, body: unknown): Answer {
    const target = text(body, 'transaction.targetTransactionId');
    const found = order.transactions.find((one) => one.id === target && one.result === 'SUCCESS');
    const isVoided = order.transactions.some((one) => one.target === target && one.type.startsWith('VOID'));
    // Captures settle each night; authorisations can be voided at any time.
    const isSettled = found?.type === 'PAYMENT' && dayHkOf(new Date(found.at)) !== dayHkOf(clock());
    if (!found || isVoided || isSettled || refundedCents(order) > 0)
      return invalid('Cannot be voided.', 'transaction.targetTransactionId');
    const type = found.type === 'AUTHORIZATION' ? 'VOID_AUTHORIZATION' : 'VOID_PAYMENT';
    return add(order, { id: txnId, type, result: 'SUCCESS', gatewayCode: 'APPROVED', cents: found.cents, target });
  }

  route(
    'PUT',
    '/order/:order/transaction/:transaction',
    ({ body }) => text(body, 'apiOperation'),
    ({ order: id, transaction: txnId }, body) => {
      const apiOperation = text(body, 'apiOperation');
      const order = bank.orders.get(id);
      const before = order?.transactions.find((one) => one.id === txnId);
      if (order && before)
        return repeats === 'answered'
          ? tell(order, before, 200)
          : invalid('The transaction id is already used.', 'transaction.id');
      if (apiOperation === 'PAY') return pay(id, txnId, body);
      if (!order) return invalid('Unable to find order.', 'order.id');
      if (apiOperation === 'VOID') return voidOne(order, txnId, body);
      const cents = centsOfAmount(at(body, 'transaction.amount'));
      if (cents === null || cents === 0) return invalid('Missing', 'transaction.amount');
      const about = { id: txnId, result: 'SUCCESS', gatewayCode: 'APPROVED', cents, target: '' } as const;
      if (apiOperation === 'REFUND') {
        const left = capturedCents(order) - refundedCents(order);
        return cents > left
          ? invalid('The amount exceeds the remaining amount.', 'transaction.amount')
          : add(order, { ...about, type: 'REFUND' });
      }
      if (apiOperation === 'CAPTURE')
        return cents > authorizedCents(order) - capturedCents(order)
          ? invalid('The amount exceeds the authorised amount.', 'transaction.amount')
          : add(order, { ...about, type: 'CAPTURE' });
      return invalid('Unexpected operation', 'apiOperation');
    },
  );

  /** The card of a valid session; otherwise null. */
  function cardOfSession(id: string) {
    const session = bank.sessions.get(id);
    const isAlive = session && clock().getTime() - Date.parse(session.createdAt) < SESSION_HOURS * 3_600_000;
    return isAlive ? session.card : null;
  }
  const tokenReply = (id: string) => {
    const token = bank.tokens.get(id);
    if (!token || token.isDeleted) return null;
    const { month, year } = token.card;
    const source = sourceOf(token.card, '');
    return {
      result: 'SUCCESS',
      status: 'VALID',
      token: id,
      repositoryId: 'SANDBOX',
      sourceOfFunds: { ...source, provided: { card: { ...source.provided?.card, expiry: `${month}${year}` } } },
      verificationStrategy: 'BASIC',
      response: { gatewayCode: 'BASIC_VERIFICATION_SUCCESSFUL' },
    };
  };

  route(
    'POST',
    '/token',
    () => 'token',
    (_params, body) => {
      const card = cardOfSession(text(body, 'session.id'));
      return card
        ? ok(tokenReply(bank.newToken(card).id), 201)
        : invalid('The session is unknown or has expired.', 'session.id');
    },
  );
  route(
    'PUT',
    '/token/:token',
    () => 'token',
    ({ token: id }, body) => {
      const token = bank.tokens.get(id);
      const card = cardOfSession(text(body, 'session.id'));
      if (!token || token.isDeleted || !card) return invalid('Unable to find token.', 'token');
      bank.tokens.put({ ...token, card });
      return ok(tokenReply(id));
    },
  );
  route(
    'GET',
    '/token/:token',
    () => 'token',
    ({ token }) => {
      const reply = tokenReply(token);
      return reply ? ok(reply) : invalid('Unable to find token.', 'token');
    },
  );
  route(
    'DELETE',
    '/token/:token',
    () => 'token',
    ({ token: id }) => {
      const token = bank.tokens.get(id);
      if (!token || token.isDeleted) return invalid('Unable to find token.', 'token');
      bank.tokens.put({ ...token, isDeleted: true });
      return ok({ result: 'SUCCESS', status: 'INVALID', token: id });
    },
  );

  route(
    'GET',
    '/agreement/:agreement',
    () => 'agreement',
    ({ agreement }) => {
      const orders = bank.orders.list().filter(({ agreementId }) => agreementId === agreement);
      if (!orders.length) return invalid('Unable to find agreement.', 'agreement.id');
      return ok({
        result: 'SUCCESS',
        agreement: { id: agreement, type: 'RECURRING' },
        order: orders.map(({ id }) => ({ id })),
      });
    },
  );
}
