import { z } from 'zod';
import { GatewayRefusedError, GatewayTimeoutError, NO_ACCESS } from '#domain/payments/gateway.types.ts';
import { callProvider, type ProviderAnswer } from '#server/outside/provider-call.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';

export interface MpgsClientOptions {
  /** `https://ap-gateway.mastercard.com`, or the bank's own name. */
  url: string;
  /** API version; stored-card fields require 74 or later. */
  version: number;
  merchantId: string;
  password: string;
  timeoutMs?: number;
  moneyTimeoutMs?: number;
  pauseMs?: number;
}

/** Amounts come as number or text. */
const amount = z.union([z.number(), z.string()]);
const card = z.object({
  brand: z.string().optional(),
  scheme: z.string().optional(),
  number: z.string().optional(),
  expiry: z.union([z.string(), z.object({ month: z.string(), year: z.string() })]).optional(),
});
const sourceOfFunds = z.object({
  token: z.string().optional(),
  provided: z.object({ card: card.optional() }).optional(),
});

const transactionSchema = z.object({
  result: z.string(),
  timeOfRecord: z.string().optional(),
  response: z.object({ gatewayCode: z.string().optional(), acquirerCode: z.string().optional() }).optional(),
  sourceOfFunds: sourceOfFunds.optional(),
  transaction: z.object({
    id: z.string(),
    type: z.string(),
    amount: amount.optional(),
    currency: z.string().optional(),
    targetTransactionId: z.string().optional(),
  }),
});
export type MpgsTransaction = z.output<typeof transactionSchema>;

const orderSchema = z.object({
  id: z.string(),
  sourceOfFunds: sourceOfFunds.optional(),
  transaction: z.array(transactionSchema).default([]),
});
export type MpgsOrder = z.output<typeof orderSchema>;

const sessionSchema = z.object({
  result: z.literal('SUCCESS'),
  session: z.object({ id: z.string().min(1) }),
  successIndicator: z.string().min(1),
});
const tokenSchema = z.object({
  result: z.literal('SUCCESS'),
  token: z.string().min(1),
  sourceOfFunds: sourceOfFunds.optional(),
});
export type MpgsToken = z.output<typeof tokenSchema>;

const errorSchema = z.object({
  result: z.literal('ERROR'),
  error: z.object({ cause: z.string().optional(), explanation: z.string().optional(), field: z.string().optional() }),
});

/** The gateway's error for a resource that does not exist, and for an id already used. */
const isNotThere = (error: unknown): error is GatewayRefusedError =>
  error instanceof GatewayRefusedError && error.code === 'INVALID_REQUEST';

/**
 * Calls of the Mastercard gateway. Order and transaction id are in the path of operations that move money, which makes
 * them idempotent and safe to retry.
 */
export function mpgsClient({
  url,
  version,
  merchantId,
  password,
  timeoutMs = OUTSIDE_LIMITS.paymentsTimeoutMs,
  moneyTimeoutMs = OUTSIDE_LIMITS.moneyTimeoutMs,
  pauseMs,
}: MpgsClientOptions) {
  const base = `${url}/api/rest/version/${version}/merchant/${encodeURIComponent(merchantId)}`;
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`;

  function readJson<T>(what: string, { status, text }: ProviderAnswer, schema: z.ZodType<T>): T {
    // Otherwise indistinguishable from an order that does not exist.
    if (status === 401 || status === 403) throw new GatewayRefusedError(NO_ACCESS, `HTTP ${status}`);
    let reply: unknown;
    try {
      reply = JSON.parse(text);
    } catch {
      throw new GatewayTimeoutError(`MPGS ${what}: invalid response`);
    }
    const refused = errorSchema.safeParse(reply).data?.error;
    const cause = refused?.cause ?? '';
    if (cause === 'SERVER_BUSY' || cause === 'SERVER_FAILED') throw new GatewayTimeoutError(`MPGS ${what}: ${cause}`);
    if (refused)
      throw new GatewayRefusedError(cause, `${refused.explanation ?? ''} ${refused.field ?? ''}`.slice(0, 200));
    const parsed = schema.safeParse(reply);
    if (!parsed.success) throw new GatewayTimeoutError(`MPGS ${what}: invalid response`);
    return parsed.data;
  }

  interface Asked<T> {
    what: string;
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: string;
    body?: unknown;
    schema: z.ZodType<T>;
    movesMoney?: boolean;
  }

  async function ask<T>({ what, method, path, body, schema, movesMoney = false }: Asked<T>): Promise<T> {
    const answer = await callProvider({
      what: `MPGS ${what}`,
      method,
      url: `${base}${path}`,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: movesMoney ? moneyTimeoutMs : timeoutMs,
      mayRepeat: true,
      ...(pauseMs === undefined ? {} : { pauseMs }),
    });
    return readJson(what, answer, schema);
  }

  const pathOf = (orderId: string, txnId: string) =>
    `/order/${encodeURIComponent(orderId)}/transaction/${encodeURIComponent(txnId)}`;

  const getTransaction = (orderId: string, txnId: string): Promise<MpgsTransaction> =>
    ask({ what: 'transaction', method: 'GET', path: pathOf(orderId, txnId), schema: transactionSchema });

  return {
    /** Repeating is safe: a second session of an unpaid order is harmless. */
    initiateCheckout: (body: Record<string, unknown>) =>
      ask({
        what: 'INITIATE_CHECKOUT',
        method: 'POST',
        path: '/session',
        body: { apiOperation: 'INITIATE_CHECKOUT', ...body },
        schema: sessionSchema,
      }),

    /** Null: the payer has not submitted anything. */
    async findOrder(orderId: string): Promise<MpgsOrder | null> {
      try {
        const path = `/order/${encodeURIComponent(orderId)}`;
        return await ask({ what: 'order', method: 'GET', path, schema: orderSchema });
      } catch (error) {
        if (isNotThere(error)) return null;
        throw error;
      }
    },

    async findTransaction(orderId: string, txnId: string): Promise<MpgsTransaction | null> {
      try {
        return await getTransaction(orderId, txnId);
      } catch (error) {
        if (isNotThere(error)) return null;
        throw error;
      }
    },

    /**
     * Moves money under ids that make it idempotent. A repeat may be rejected for its id; the transaction is then read.
     */
    async act(
      apiOperation: 'PAY' | 'VOID' | 'REFUND',
      { orderId, txnId }: { orderId: string; txnId: string },
      body: Record<string, unknown>,
    ): Promise<MpgsTransaction> {
      try {
        return await ask({
          what: apiOperation,
          method: 'PUT',
          path: pathOf(orderId, txnId),
          body: { apiOperation, ...body },
          schema: transactionSchema,
          movesMoney: true,
        });
      } catch (error) {
        if (!isNotThere(error)) throw error;
        return getTransaction(orderId, txnId).catch((unread: unknown) => {
          throw isNotThere(unread) ? error : unread;
        });
      }
    },

    makeToken: (sessionId: string): Promise<MpgsToken> =>
      ask({
        what: 'token',
        method: 'POST',
        path: '/token',
        body: { session: { id: sessionId }, sourceOfFunds: { type: 'CARD' } },
        schema: tokenSchema,
      }),

    /** A token that does not exist counts as deleted. */
    async deleteToken(token: string): Promise<void> {
      try {
        const path = `/token/${encodeURIComponent(token)}`;
        await ask({ what: 'token', method: 'DELETE', path, schema: z.unknown() });
      } catch (error) {
        if (!isNotThere(error)) throw error;
      }
    },
  };
}
