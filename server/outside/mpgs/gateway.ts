import { createHash } from 'node:crypto';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type Fact,
  type Gateway,
  type GatewayAttempt,
  type SentRequest,
} from '#domain/payments/gateway.types.ts';
import { amountOf } from '#server/outside/amounts.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { cutText } from '#server/outside/cut-text.ts';
import { CARD_WAITS_MS, cancelledPath, resultAddress } from '#server/outside/return-addresses.ts';
import { isSameText } from '#server/outside/same-text.ts';
import { parseSettlementFile } from '#server/outside/settlement-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { mpgsClient, type MpgsClientOptions, type MpgsOrder, type MpgsTransaction } from './client.ts';
import { cardOfSource, factOfTransaction, isUndecided, txnIdOf, txnOf, voidIdOf } from './facts.ts';

export interface MpgsOptions extends MpgsClientOptions {
  /** Base URL of the script for browsers. The same as `url`, unless that is reachable from this machine only. */
  pageUrl: string;
  siteUrl: string;
  merchantName: string;
  /** Webhook secrets. All are accepted, to allow rotation while webhooks are in flight. */
  webhookSecrets: readonly string[];
  /** `page` leaves our site; `embedded` is the provider's frame in ours. */
  mode: 'page' | 'embedded';
  clock: () => Date;
}

const MIN_TIMEOUT_SECONDS = 60;
const MAX_DESCRIPTION_CHARS = 127;
/** An agreement needs an end date; cards expire sooner. */
const AGREEMENT_DAYS = 5 * 365;
const CURRENCY = 'HKD';

/** Charging interval of an agreement in the gateway's terms, and the minimum days between charges. */
function frequencyOf(periodMonths: number | null): Record<string, unknown> {
  if (periodMonths === 1) return { paymentFrequency: 'MONTHLY', minimumDaysBetweenPayments: 28 };
  if (periodMonths === 12) return { paymentFrequency: 'YEARLY', minimumDaysBetweenPayments: 365 };
  return {};
}

const headerOf = ({ headers }: SentRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Order id in a webhook. Null if it is not one of ours. */
function orderNamed(body: Buffer): string | null {
  try {
    const told: unknown = JSON.parse(body.toString());
    const order: unknown = typeof told === 'object' && told !== null && 'order' in told ? told.order : null;
    const id: unknown = typeof order === 'object' && order !== null && 'id' in order ? order.id : null;
    return typeof id === 'string' && isAttemptNumber(id) ? id : null;
  } catch {
    return null;
  }
}

/**
 * Mastercard's Hosted Checkout: cards are entered at the provider; we store tokens and agreements, and query the
 * outcome.
 */
export function mpgsGateway(options: MpgsOptions): Gateway {
  const { siteUrl, pageUrl, merchantName, webhookSecrets, mode, clock } = options;
  const client = mpgsClient(options);

  const factsOfOrder = (order: MpgsOrder): Fact[] => {
    const now = clock();
    return order.transaction.flatMap((told) => factOfTransaction(order.id, told, now) ?? []);
  };
  const factsOf = (orderId: string, told: MpgsTransaction): Fact[] => {
    const fact = factOfTransaction(orderId, told, clock());
    return fact ? [fact] : [];
  };

  /** The token created by the page, otherwise one created from its session, which is valid for hours. */
  async function withCard(attempt: GatewayAttempt, order: MpgsOrder, facts: Fact[]): Promise<Fact[]> {
    const hasMoney = facts.some(({ kind }) => kind === 'paid' || kind === 'authorised');
    if (!hasMoney || attempt.keepsCard === 'no') return facts;
    const agreement = attempt.agreement;
    const sources = [order.sourceOfFunds, ...order.transaction.map((told) => told.sourceOfFunds)];
    let token = sources.find((source) => source?.token)?.token ?? null;
    if (token === null && attempt.gatewayRef !== null) {
      try {
        const made = await client.makeToken(attempt.gatewayRef);
        token = made.token;
        sources.unshift(made.sourceOfFunds);
      } catch (error) {
        // A payment does not wait for the token of its card.
        if (!(error instanceof GatewayTimeoutError || error instanceof GatewayRefusedError)) throw error;
      }
    }
    const isEarly = clock().getTime() - attempt.createdAt.getTime() < CARD_WAITS_MS;
    if (token === null && isEarly && attempt.keepsCard === 'card_check')
      throw new GatewayTimeoutError('MPGS token: no new token is available yet');
    const card = cardOfSource({ token, agreement }, ...sources);
    return card
      ? facts.map((fact) => (fact.kind === 'paid' || fact.kind === 'authorised' ? { ...fact, card } : fact))
      : facts;
  }

  return {
    name: 'mpgs',
    methods: ['card'],

    async start(attempt) {
      const { number, amountCents, description, keepsCard, agreement, periodMonths, createdAt, expiresAt } = attempt;
      const secondsLeft = Math.floor((expiresAt.getTime() - clock().getTime()) / 1000);
      const back = `${resultAddress(siteUrl, 'mpgs', number)}?Ref=${number}`;
      const keeps =
        keepsCard === 'no' || agreement === null
          ? {}
          : {
              agreement: {
                id: agreement,
                type: 'RECURRING',
                amountVariability: 'FIXED',
                ...frequencyOf(periodMonths),
                expiryDate: addDaysHk(dayHkOf(createdAt), AGREEMENT_DAYS),
              },
            };
      const { session, successIndicator } = await client.initiateCheckout({
        interaction: {
          operation: keepsCard === 'card_check' ? 'AUTHORIZE' : 'PURCHASE',
          returnUrl: back,
          cancelUrl: `${siteUrl}${cancelledPath(number)}?Ref=${number}`,
          timeout: Math.max(MIN_TIMEOUT_SECONDS, secondsLeft),
          timeoutUrl: back,
          merchant: { name: merchantName },
          locale: 'zh_HK',
          displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE' },
        },
        order: {
          id: number,
          amount: amountOf(amountCents),
          currency: CURRENCY,
          description: cutText(description, MAX_DESCRIPTION_CHARS),
          notificationUrl: `${siteUrl}/api/payment/callback/mpgs`,
        },
        transaction: { source: 'INTERNET' },
        ...keeps,
      });
      return {
        start: { kind: 'script', src: `${pageUrl}/static/checkout/checkout.min.js`, sessionId: session.id, mode },
        gatewayRef: session.id,
        secret: { successIndicator },
      };
    },

    // The return only proves that someone saw the page: our page reads the number, and the order is queried.
    readReturn: () => ({ attempt: null, hint: 'unknown', trusted: null }),

    readWebhook(sent: SentRequest) {
      const secret = headerOf(sent, 'x-notification-secret');
      // All are compared, so that timing does not reveal which one matches.
      const matches = webhookSecrets.map((right) => right !== '' && isSameText(secret, right));
      if (!matches.includes(true)) throw new DomainError('forbidden');
      const orderId = orderNamed(sent.body);
      return {
        reply: { status: 200, type: 'text/plain', body: '' },
        eventId:
          headerOf(sent, 'x-notification-id').slice(0, 100) || createHash('sha256').update(sent.body).digest('hex'),
        // The body is not signed: only the queried order is trusted.
        facts: [],
        asks: orderId === null ? [] : [orderId],
      };
    },

    async query(attempt) {
      const order = await client.findOrder(attempt.number);
      if (!order || order.id !== attempt.number) return [];
      const facts = factsOfOrder(order);
      const hasMoney = facts.some(({ kind }) => kind === 'paid' || kind === 'authorised');
      // Undecided: it must not be mistaken for unpaid.
      if (!hasMoney && order.transaction.some(isUndecided))
        throw new GatewayTimeoutError('MPGS order: a transaction is still undecided');
      return withCard(attempt, order, facts);
    },

    // A session cannot be cancelled; a late payment is a fact like any other.
    cancel: null,

    async refund(attempt, { number, cents }) {
      const told = await client.act(
        'REFUND',
        { orderId: attempt.number, txnId: number },
        { transaction: { amount: amountOf(cents), currency: CURRENCY } },
      );
      if (told.result === 'FAILURE') throw new GatewayRefusedError(told.response?.gatewayCode ?? 'FAILURE', 'refund');
      return factsOf(attempt.number, told);
    },

    async refundStatus(attempt, { number }) {
      const told = await client.findTransaction(attempt.number, number);
      return told ? factsOf(attempt.number, told) : [];
    },

    refundRepeats: true,

    async void(attempt, authorisedTxn) {
      const target = txnIdOf(authorisedTxn);
      const told = await client.act(
        'VOID',
        { orderId: attempt.number, txnId: voidIdOf(target) },
        { transaction: { targetTransactionId: target } },
      );
      if (told.result === 'FAILURE') throw new GatewayRefusedError(told.response?.gatewayCode ?? 'FAILURE', 'void');
      const facts = factsOf(attempt.number, told);
      // The response may contain no amount: the whole authorisation is released.
      if (facts.length || told.result !== 'SUCCESS') return facts;
      const voided = { kind: 'voided', gatewayTxn: txnOf(attempt.number, target), cents: attempt.amountCents } as const;
      return [{ gateway: 'mpgs', attempt: attempt.number, currency: CURRENCY, at: clock(), detail: {}, ...voided }];
    },

    async chargeStored({ token, agreement }, attempt) {
      if (token === null || agreement === null) throw new GatewayRefusedError('card', 'no stored card');
      const told = await client.act(
        'PAY',
        { orderId: attempt.number, txnId: '1' },
        {
          order: { amount: amountOf(attempt.amountCents), currency: CURRENCY },
          sourceOfFunds: { type: 'CARD', token, provided: { card: { storedOnFile: 'STORED' } } },
          transaction: { source: 'MERCHANT' },
          agreement: { id: agreement, type: 'RECURRING' },
        },
      );
      const facts = factsOf(attempt.number, told);
      // Undecided: it is queried later.
      if (!facts.length) throw new GatewayTimeoutError(`MPGS PAY: ${told.response?.gatewayCode ?? told.result}`);
      return facts;
    },

    // We charge by agreement, so the provider has no schedule to stop.
    stopSchedule: null,

    deleteToken: (token) => client.deleteToken(token),

    // Transaction ids are numbered within the order, beginning with "1".
    parseSettlement: (file) =>
      parseSettlementFile(file, {
        transactionId: ({ transaction, attempt }) =>
          transaction.includes('/') ? transaction : attempt === null ? null : txnOf(attempt, transaction),
      }),
  };
}
