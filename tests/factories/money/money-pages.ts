import { RouterContextProvider, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import type { Db } from '#db/database.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import {
  openOrder,
  recordFacts,
  startAttempt,
  type Fact,
  type Order,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { offeredMethods } from '#domain/purchases/purchases.ts';
import type { OfflineServices } from '#domain/offline-applications/offline-applications.ts';
import { guestCookie } from '#domain/sales/sales.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import { createPaymentTickets } from '#server/services/payments.ts';
import { plansForPayments } from '#server/services/plans.ts';
import { codesOfProducts, createSalesServices, roomsThatSell } from '#server/services/sales.ts';
import { GUEST, type Actor, type MemberActor, type Payer } from '#shared/actor.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { createPaymentHouse, LINE, seen, type PaymentHouse } from './payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { PLAN, PRICE } from './plan-shop.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';

// Payment pages over the real modules and a real database, with in-memory providers and a manual clock.

const SAID = { freeMinutes: 5, siteUrl: 'https://radio.example', secretKey: 'a key for tests of thirty-two letters' };
const PREFERRED = 'card=mpgs,payme=payme,alipay=eft,jetco=jetco';

type Bank = keyof PaymentHouse['gateways'];
const METHOD_OF = { mpgs: 'card', paydollar: 'card', payme: 'payme', eft: 'alipay', jetco: 'jetco' } as const;

export interface Asking {
  path: string;
  params?: Record<string, string>;
  as?: Actor;
  cookie?: string;
  body?: Record<string, string>;
  /** Instead of the configured ones. */
  methods?: RequestContext['paying']['methods'];
}

let made = 0;

export function openMoneyPages(db: Db) {
  const house = createPaymentHouse(db);
  const { gateways } = house;
  const plans = plansForPayments(SAID);
  const payments: PaymentServices = {
    ...house.services,
    ...plans,
    fulfilments: { ...plans.fulfilments, ...roomsThatSell(SAID).fulfilments },
  };
  const sales = createSalesServices(payments, SAID);
  const { siteUrl, secretKey } = SAID;
  const subscriptions: SubscriptionServices = {
    db,
    siteUrl,
    secretKey,
    payments,
    proveOwner: async () => {},
    products: codesOfProducts(sales),
  };
  const offline: OfflineServices = {
    db,
    siteUrl,
    payments,
    files: createFileStorage('data/test-receipts'),
    pictures: createPictureDecoder(),
  };
  const tickets = createPaymentTickets(SAID.secretKey);
  const now = () => house.clock.now;
  const report = (fact: Fact) => recordFacts(payments, [seen(fact)]);
  return {
    gateways,
    payments,
    sales,
    subscriptions,
    tickets,
    now,
    after: (ms: number) => {
      house.clock.now = new Date(house.clock.now.getTime() + ms);
    },
    async member(over: Partial<MemberActor> = {}): Promise<MemberActor> {
      const memberId = await insertMember(db, `payer${++made}@member.example`, { emailVerifiedAt: now() });
      return memberActor(memberId, over);
    },
    /** A guest whose address is verified, and the cookie of their browser. */
    async guest() {
      const email = `payer${++made}@guests.example`;
      const [row] = await db
        .insert(guestBuyers)
        .values({ email, emailHash: Buffer.from(email), provedAt: now() })
        .returning({ id: guestBuyers.id });
      const buyer = { kind: 'guest', guestId: row!.id, email } as const;
      return { buyer, cookie: guestCookie(sales, buyer, now()).split(';', 1)[0]! };
    },
    /** Opens the order of a plan. */
    plan: async (member: MemberActor, plan: 'once' | 'monthly' = 'once'): Promise<number> =>
      (
        await buyPlan(
          subscriptions,
          member,
          { planId: PLAN[plan], isAutopay: false, priceCents: PRICE[plan] },
          { now: now(), remoteIp: TEST_IP },
        )
      ).orderId,
    /** Opens an order of any kind. */
    order: (member: MemberActor, kind: string, over: Partial<Parameters<typeof openOrder>[1]> = {}): Promise<Order> =>
      db.transaction((tx) =>
        openOrder(
          tx,
          {
            memberId: member.memberId,
            kind,
            lines: [{ ...LINE, kind }],
            isAutopay: false,
            now: now(),
            ...over,
          },
          payments,
        ),
      ),
    /** Sends the payer to a provider. Returns the number of the attempt. */
    async start(payer: Payer, orderId: number, gateway: Bank = 'jetco'): Promise<string> {
      const asked = { orderId, gateway, method: METHOD_OF[gateway], remoteIp: TEST_IP };
      return (await startAttempt(payments, payer, asked)).attempt.number;
    },
    /** Under a number of its own: the books of several tests may be in one database. */
    pay: (number: string, gateway: Bank = 'jetco', over: { cents?: number } = {}) =>
      report(gateways[gateway].pay(number, { txn: `paid-${number}`, ...over })),
    fail: (number: string, gateway: Bank = 'jetco') =>
      report({
        gateway,
        attempt: number,
        gatewayTxn: `failed-${number}`,
        kind: 'failed',
        cents: 0,
        currency: 'HKD',
        at: now(),
        detail: { code: 'DECLINED' },
      }),
    /** Payments started at any provider. */
    startedCount: () => Object.values(gateways).reduce((sum, { begun }) => sum + begun.size, 0),
    asked({ path, params = {}, as = GUEST, cookie = '', body, methods }: Asking) {
      const context = new RouterContextProvider();
      const known: Partial<RequestContext> = {
        db,
        now: now(),
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
        remoteIp: TEST_IP,
        siteUrl: SAID.siteUrl,
        archive: { freeMinutes: 5, clipSeconds: 60, familyDevices: 5 },
        members: createMemberServices(db),
        actor: async () => as,
        payments,
        subscriptions,
        offline,
        sales,
        paying: {
          methods: methods ?? offeredMethods(payments.gateways, PREFERRED),
          tickets,
          payee: { payee: '', bank: '', account: '', postalAddress: '' },
          hasTestPage: false,
        },
      };
      context.set(requestContext, known as RequestContext);
      const url = new URL(path, SAID.siteUrl);
      const headers = { cookie };
      const init = body ? { method: 'POST', headers, body: new URLSearchParams(body) } : { headers };
      const request = new Request(url, init);
      return { context, request, url, params, pattern: '' } as unknown as LoaderFunctionArgs & ActionFunctionArgs;
    },
  };
}

export type MoneyPages = ReturnType<typeof openMoneyPages>;

/** The redirect that a loader or an action throws or returns. */
export async function ledTo(answer: Promise<unknown>): Promise<Response> {
  const response = await answer.catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw new Error('it leads nowhere');
  return response;
}
export const redirectTarget = async (answer: Promise<unknown>) => (await ledTo(answer)).headers.get('location');
