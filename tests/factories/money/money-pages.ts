import { RouterContextProvider, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext, type RequestContext } from '#app/context.server.ts';
import type { MoneyDoors, Payment, PlanOnSale } from '#app/pages/plans/money-doors.types.ts';
import type { Actor, MemberActor } from '#shared/actor.ts';

// What a page of money is asked, by whom, and doors that say how an order stands.

export const ME: MemberActor = {
  kind: 'member',
  memberId: 1,
  sessionId: 1,
  isEmailVerified: true,
  isSubscriber: false,
  isLeaving: false,
};
export const NOW = new Date('2026-11-22T12:00:00+08:00');
export const NUMBER = 'UR26112200000001';

export const PLAN: PlanOnSale = {
  id: 2,
  name: '250',
  kind: 'once',
  priceCents: 38_800,
  days: 250,
  periodMonths: null,
  description: '',
  maxQuantity: 1,
  sellsUntil: null,
};
export const MONTHLY: PlanOnSale = { ...PLAN, id: 3, kind: 'monthly', periodMonths: 1 };

export const payment = (changed: Partial<Payment> = {}): Payment => ({
  orderId: 7,
  kind: 'subscription',
  state: 'open',
  totalCents: 38_800,
  discountCents: 0,
  refundedCents: 0,
  returningCents: 0,
  isAutopay: false,
  isOffer: false,
  lines: [{ productId: 2, name: '250', quantity: 1, cents: 38_800 }],
  returnPath: null,
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1_800_000),
  paidAt: null,
  fulfilledAt: null,
  attempt: {
    number: NUMBER,
    gateway: 'jetco',
    method: 'jetco',
    state: 'redirected',
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + 300_000),
    reason: null,
    start: { kind: 'form', url: 'https://bank.test/pay', fields: [['hv', 'x']] },
    isAskable: false,
  },
  asked: null,
  time: null,
  renewsOn: null,
  renewsCents: 0,
  giftCode: null,
  receipts: [],
  resultPaths: null,
  storyToken: '1.token',
  ...changed,
});

export interface Asking {
  path: string;
  params?: Record<string, string>;
  as?: Actor;
  doors?: Partial<MoneyDoors>;
  cookie?: string;
  body?: Record<string, string>;
}

export function asked({ path, params = {}, as = ME, doors = {}, cookie = '', body }: Asking) {
  const context = new RouterContextProvider();
  const known = {
    now: NOW,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    remoteIp: '203.0.113.9',
    siteUrl: 'https://radio.example',
    archive: { freeMinutes: 5, clipSeconds: 60 },
    actor: async () => as,
  } as Partial<RequestContext>;
  context.set(requestContext, known as RequestContext);
  const methods: MoneyDoors['listMethods'] = () => [
    { method: 'card', gateway: 'mpgs', renews: true },
    { method: 'jetco', gateway: 'jetco', renews: false },
  ];
  const listPlans = async () => [PLAN, MONTHLY];
  const findGuest = async () => null;
  // Its providers say nothing else than is known.
  const findPaymentNow: MoneyDoors['findPaymentNow'] = async (payer, orderId) =>
    doors.findPayment?.(payer, { orderId }) ?? null;
  const all = { listMethods: methods, listPlans, findGuest, findPaymentNow, ...doors };
  context.set(moneyContext, all as MoneyDoors);
  const url = new URL(path, 'https://radio.example');
  const headers = { cookie };
  const request = new Request(url, body ? { method: 'POST', headers, body: new URLSearchParams(body) } : { headers });
  return { context, request, url, params, pattern: '' } as unknown as LoaderFunctionArgs & ActionFunctionArgs;
}

/** Where a loader or an action leads, which it may throw or give. */
export async function ledTo(answer: Promise<unknown>): Promise<Response> {
  const response = await answer.catch((thrown: unknown) => thrown);
  if (!(response instanceof Response)) throw new Error('it leads nowhere');
  return response;
}
export const redirectTarget = async (answer: Promise<unknown>) => (await ledTo(answer)).headers.get('location');
