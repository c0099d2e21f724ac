import { subscriptionPlans } from '#db/tables/subscriptions.ts';
import type { Db } from '#db/database.ts';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  recordFacts,
  startAttempt,
  type Fact,
  type Gateway,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { planFulfilments } from '#domain/buying/buying.ts';
import { OFFLINE_FULFILMENT } from '#domain/offline-applications/offline-applications.ts';
import { renewalFulfilments } from '#domain/renewals/renewals.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

/** A shop with a bank that keeps a ledger, and a manual clock. */

export const PLAN = { once: 101, monthly: 102, yearly: 103, offline: 104 } as const;
export const PRICE = { once: 38_800, monthly: 4_800, yearly: 48_000, offline: 54_000 } as const;

export async function insertPlans(db: Db, sellsFrom: Date): Promise<void> {
  const plan = (kind: keyof typeof PLAN, days: number, periodMonths: number | null) => ({
    id: PLAN[kind],
    name: kind,
    kind,
    priceCents: PRICE[kind],
    days,
    periodMonths,
    sellsFrom,
  });
  await db
    .insert(subscriptionPlans)
    .values([
      plan('once', 250, null),
      plan('monthly', 30, 1),
      plan('yearly', 365, 12),
      { ...plan('offline', 365, null), maxQuantity: 2 },
    ]);
}

/** The bank's response to the next charge of a stored card. */
export type Behaviour = 'pays' | 'refuses' | 'silent-paid' | 'silent-lost';

export interface Shop {
  services: SubscriptionServices;
  /** Captures by attempt number. */
  book: Map<string, number>;
  at: (now: Date) => void;
  now: () => Date;
  behaves: (how: (token: string) => Behaviour) => void;
  /** Pays an open order by a stored card. */
  pay: (memberId: number, orderId: number) => Promise<void>;
}

/** The bank's ledger of captures; by default in memory of this process. */
export interface BankBook {
  get(number: string): number | undefined | Promise<number | undefined>;
  set(number: string, cents: number): unknown;
}

let told = 0;

/** Makes a provider report money that went back, each time in another transaction. */
export const tellReturn = (
  shop: Shop,
  { gateway = 'mpgs', number }: { gateway?: Fact['gateway']; number: string },
  kind: 'refunded' | 'chargeback',
  cents: number,
): Promise<unknown> =>
  recordFacts(shop.services.payments, [
    {
      gateway,
      attempt: number,
      gatewayTxn: `told-${++told}`,
      kind,
      cents,
      currency: 'HKD',
      at: shop.now(),
      detail: {},
      source: 'notice',
    },
  ]);

export function openShop(db: Db, start: Date, kept?: BankBook): Shop {
  let now = start;
  let behaviour: (token: string) => Behaviour = () => 'pays';
  const book = new Map<string, number>();
  const bank = kept ?? book;
  const captured = (attempt: string, cents: number): Fact => ({
    gateway: 'mpgs',
    attempt,
    gatewayTxn: `txn-${attempt}`,
    kind: 'paid',
    cents,
    currency: 'HKD',
    at: now,
    detail: {},
  });
  const gateway: Gateway = {
    name: 'mpgs',
    methods: ['card'],
    start: async ({ number }) => ({
      start: { kind: 'redirect', url: `https://bank.example/${number}` },
      gatewayRef: number,
      secret: {},
    }),
    readReturn: () => ({ attempt: null, hint: 'unknown', trusted: null }),
    readWebhook: () => ({ reply: { status: 200, type: 'text/plain', body: '' }, eventId: '', facts: [], asks: [] }),
    query: async ({ number }) => {
      const cents = await bank.get(number);
      return cents === undefined ? [] : [captured(number, cents)];
    },
    cancel: null,
    refund: async (attempt, { number, cents }) => [
      { ...captured(attempt.number, cents), gatewayTxn: `refund-${number}`, kind: 'refunded' },
    ],
    refundStatus: null,
    refundRepeats: true,
    void: null,
    chargeStored: async ({ token }, { number, amountCents }) => {
      const how = behaviour(token ?? '');
      if (how === 'refuses') throw new GatewayRefusedError('declined', 'the card is refused');
      if (how === 'silent-lost') throw new GatewayTimeoutError('nobody answered');
      await bank.set(number, amountCents);
      if (how === 'silent-paid') throw new GatewayTimeoutError('nobody answered');
      return [captured(number, amountCents)];
    },
    stopSchedule: null,
    deleteToken: async () => {},
    parseSettlement: () => [],
  };
  const said = { siteUrl: 'https://radio.example', secretKey: 'a key for tests of thirty-two letters' };
  const payments: PaymentServices = {
    db,
    clock: () => now,
    ...said,
    gateways: { mpgs: gateway },
    fulfilments: { ...planFulfilments(said), ...renewalFulfilments(said), offline_subscription: OFFLINE_FULFILMENT },
    onAccessChanged: async () => {},
  };
  return {
    services: {
      db,
      ...said,
      payments,
      proveOwner: async () => {},
      // Sells plans only.
      products: {
        give: () => Promise.reject(new Error('nothing but plans is sold here')),
        pathOf: () => '/',
      },
    },
    book,
    at: (instant) => {
      now = instant;
    },
    now: () => now,
    behaves: (how) => {
      behaviour = how;
    },
    pay: async (memberId, orderId) => {
      const { attempt } = await startAttempt(payments, memberActor(memberId), {
        orderId,
        gateway: 'mpgs',
        method: 'card',
        remoteIp: TEST_IP,
      });
      await bank.set(attempt.number, attempt.amountCents);
      const card = {
        token: `card-${memberId}`,
        agreement: `agreement-${memberId}`,
        scheme: 'visa',
        last4: '4242',
        endsOn: '2030-12-31',
      };
      await recordFacts(payments, [{ ...captured(attempt.number, attempt.amountCents), card, source: 'query' }]);
    },
  };
}
