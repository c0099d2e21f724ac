import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type Fact,
  type Gateway,
  type GatewayAttempt,
  type SentRequest,
} from '#domain/payments/gateway.types.ts';
import { centsOf } from '#server/outside/amounts.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { cutText } from '#server/outside/cut-text.ts';
import { startTimedOut } from '#server/outside/start-timeout.ts';
import { pageOf } from '#server/outside/signed-call.ts';
import { parseSettlementFile } from '#server/outside/settlement-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { parse, paymeClient, type PaymeAccount } from './client.ts';
import { digestOf, isSigned } from './signature.ts';

export interface PaymeOptions extends PaymeAccount {
  /** Public URL of the site, for webhooks and return addresses. */
  siteUrl: string;
}

const COVERED = ['digest', 'x-client-id', 'x-event-type', '(request-target)'];
/** PayMe's minimum. */
const MIN_DURATION_SECONDS = 15;
/** PayMe publishes no limit for it. This is the shortest that another provider has for the same text. */
const MAX_DESCRIPTION_CHARS = 127;
const MAX_REASON_CHARS = 140;
/** Code for a free-text reason. */
const REASON_IN_WORDS = '00';

const providerId = z.string().regex(/^[\w-]{1,64}$/);
const createdSchema = z.object({
  paymentRequestId: providerId,
  webLink: z.unknown().optional(),
  appLink: z.unknown().optional(),
});
const statusSchema = z.object({
  paymentRequestId: providerId,
  statusCode: z.string().regex(/^\w{1,20}$/),
  totalAmount: z.unknown().optional(),
  currencyCode: z.string().regex(/^\w{1,10}$/),
  createdTime: z.unknown().optional(),
  transactions: z
    .array(
      z.object({ transactionId: providerId, orderId: z.string().optional(), transactionTime: z.unknown().optional() }),
    )
    .optional(),
});
const refundSchema = z.object({
  refundId: providerId,
  amount: z.unknown().optional(),
  currencyCode: z.string().regex(/^\w{1,10}$/),
});
const refundsSchema = z.object({
  refunds: z
    .array(refundSchema.extend({ reasonMessage: z.string().optional(), createdTime: z.unknown().optional() }))
    .optional()
    .default([]),
});

const timeOf = (...given: unknown[]): Date | null => {
  const times = given.map((text) => (typeof text === 'string' ? Date.parse(text) : Number.NaN));
  const time = times.find((ms) => !Number.isNaN(ms));
  return time === undefined ? null : new Date(time);
};

/** PayMe: a QR code on a desktop, the app on a phone. */
export function paymeGateway(options: PaymeOptions): Gateway {
  const { url, siteUrl, clientId, signingKeys, clock } = options;
  const ask = paymeClient(options);
  const name = 'payme';

  /** Maps a status to a fact. Null for an open request or an unknown status. */
  function factOf(status: z.output<typeof statusSchema>, number: string | null): Fact | null {
    const { paymentRequestId, statusCode, totalAmount, currencyCode, createdTime, transactions } = status;
    const cents = centsOf(totalAmount);
    if (cents === null) throw new GatewayTimeoutError('PayMe returned no amount');
    const [paid] = transactions ?? [];
    const about = {
      gateway: name,
      attempt: number,
      cents,
      currency: currencyCode,
      // It was paid within minutes of its creation, because the payment window is short.
      at: timeOf(paid?.transactionTime, createdTime) ?? clock(),
      detail: { paymentRequestId, statusCode },
    } as const;
    if (statusCode === 'PR005') {
      if (!paid) throw new GatewayTimeoutError('PayMe returned no transaction for the payment');
      return { ...about, kind: 'paid', gatewayTxn: paid.transactionId };
    }
    if (statusCode === 'PR004') return { ...about, kind: 'cancelled', gatewayTxn: paymentRequestId };
    if (statusCode === 'PR007') return { ...about, kind: 'expired', gatewayTxn: paymentRequestId };
    return null;
  }

  async function query(attempt: GatewayAttempt): Promise<Fact[]> {
    const { number, gatewayRef, expiresAt } = attempt;
    if (gatewayRef === null) return clock() < expiresAt ? [] : [startTimedOut(name, attempt)];
    const path = `/payments/paymentrequests/${encodeURIComponent(gatewayRef)}`;
    const fact = factOf(parse(statusSchema, await ask({ method: 'GET', path, repeats: true })), number);
    return fact ? [fact] : [];
  }

  function isGenuine({ method, url: address, headers, body }: SentRequest): boolean {
    const header = (of: string) => {
      const value = headers[of.toLowerCase()];
      return typeof value === 'string' ? value : undefined;
    };
    if (header('digest') !== digestOf(body) || header('x-client-id') !== clientId) return false;
    const { pathname, search } = new URL(address);
    const slashed = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
    // A proxy between PayMe and us may have added or removed a trailing slash.
    return [pathname, slashed].some((path) =>
      isSigned(signingKeys, header('signature'), COVERED, {
        target: `${method.toLowerCase()} ${path}${search}`,
        header,
      }),
    );
  }

  const refundFact = (
    attempt: GatewayAttempt,
    { refundId, amount, currencyCode, createdTime }: z.output<typeof refundSchema> & { createdTime?: unknown },
    refundNumber: string,
  ): Fact => {
    const cents = centsOf(amount);
    if (cents === null) throw new GatewayTimeoutError('PayMe returned no amount for the refund');
    return {
      gateway: name,
      attempt: attempt.number,
      gatewayTxn: refundId,
      kind: 'refunded',
      cents,
      currency: currencyCode,
      at: timeOf(createdTime) ?? clock(),
      detail: { refund: refundNumber },
    };
  };

  return {
    name,
    methods: ['payme'],

    async start(attempt) {
      const seconds = Math.floor((attempt.expiresAt.getTime() - clock().getTime()) / 1000);
      // The app may open another browser, so the number is all that identifies the attempt.
      const back = `${siteUrl}/member/payme/resultCallback?Ref=${attempt.number}`;
      const body = {
        totalAmount: attempt.amountCents / 100,
        currencyCode: 'HKD',
        effectiveDuration: Math.max(MIN_DURATION_SECONDS, seconds),
        notificationUri: `${siteUrl}/api/payment/callback/payme`,
        appSuccessCallback: back,
        appFailCallback: back,
        merchantData: {
          orderId: attempt.number,
          orderDescription: cutText(attempt.description, MAX_DESCRIPTION_CHARS),
        },
      };
      // Not idempotent: a retry would create a second payment request. Pressing again starts a new attempt.
      const reply = await ask({ method: 'POST', path: '/payments/paymentrequests', body, repeats: false });
      const { paymentRequestId, webLink } = parse(createdSchema, reply);
      const page = pageOf(webLink, url);
      return {
        start: attempt.isPhone ? { kind: 'redirect', url: page } : { kind: 'qr', text: page, appUrl: page },
        gatewayRef: paymentRequestId,
        secret: {},
      };
    },

    // The app returns to our own page without any data from PayMe.
    readReturn: () => ({ attempt: null, hint: 'unknown', trusted: null }),

    readWebhook(sent) {
      if (!isGenuine(sent)) throw new DomainError('forbidden');
      const reply = { status: 200, type: 'application/json', body: '{}' };
      const text = sent.body.toString();
      const eventId = createHash('sha256').update(text).digest('hex');
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        throw new DomainError('invalidParam');
      }
      const { paymentRequestId } = parseWebhook(z.object({ paymentRequestId: providerId }), body);
      // A failed attempt does not end the request, which the payer may retry, so it is queried.
      if (sent.headers['x-event-type'] !== 'payment.success')
        return { reply, eventId, facts: [], asks: [paymentRequestId] };
      const status = parseWebhook(statusSchema, body);
      const number = status.transactions?.[0]?.orderId ?? '';
      if (centsOf(status.totalAmount) === null || (status.statusCode === 'PR005' && !status.transactions?.length))
        throw new DomainError('invalidParam');
      const fact = status.statusCode === 'PR005' ? factOf(status, isAttemptNumber(number) ? number : null) : null;
      // Without our number, or with an unknown status, the request is queried.
      return { reply, eventId, facts: fact?.attempt ? [fact] : [], asks: fact?.attempt ? [] : [paymentRequestId] };
    },

    query,

    async cancel(attempt) {
      // The start timed out or is still in progress.
      if (attempt.gatewayRef === null) return 'unknown';
      const path = `/payments/paymentrequests/${encodeURIComponent(attempt.gatewayRef)}/cancel`;
      try {
        await ask({ method: 'PUT', path, repeats: true });
        return 'cancelled';
      } catch (error) {
        if (error instanceof GatewayTimeoutError) return 'unknown';
        if (!(error instanceof GatewayRefusedError)) throw error;
        if (error.code === 'EB021') return 'paid';
        // Already aborted or expired: no payment can follow.
        return error.code === 'EB020' || error.code === 'EB007' ? 'cancelled' : 'unknown';
      }
    },

    async refund(attempt, { number, cents, paidTxn, reason }) {
      // Our number comes first, because it is the only way to find a refund that timed out.
      const reasonMessage = cutText(`${number} ${reason}`, MAX_REASON_CHARS);
      const body = { amount: cents / 100, currencyCode: 'HKD', reasonCode: REASON_IN_WORDS, reasonMessage };
      const path = `/payments/transactions/${encodeURIComponent(paidTxn)}/refunds`;
      const reply = parse(refundSchema, await ask({ method: 'POST', path, body, repeats: false }));
      return [refundFact(attempt, reply, number)];
    },

    async refundStatus(attempt, { number, paidTxn }) {
      const path = `/payments/transactions/${encodeURIComponent(paidTxn)}`;
      const { refunds } = parse(refundsSchema, await ask({ method: 'GET', path, repeats: true }));
      return refunds
        .filter(({ reasonMessage }) => reasonMessage?.split(' ')[0] === number)
        .map((refund) => refundFact(attempt, refund, number));
    },

    // The API has no idempotency key.
    refundRepeats: false,
    void: null,
    chargeStored: null,
    stopSchedule: null,
    deleteToken: null,
    parseSettlement: (file) => parseSettlementFile(file),
  };
}

function parseWebhook<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (!read.success) throw new DomainError('invalidParam');
  return read.data;
}
