import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { moneyContext, requestContext, type RequestContext } from '#app/context.server.ts';
import { action as rentFilm } from '#app/pages/premium/purchase-action.server.ts';
import type { MemberActor } from '#shared/actor.ts';
import * as history from '#app/pages/plans/history/history.server.ts';
import type { MoneyDoors, Payment } from '#app/pages/plans/money-doors.types.ts';
import * as outcome from './outcome.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';

// The pressed method must be available, and is checked before anything is opened.

const ME: MemberActor = {
  kind: 'member',
  memberId: 1,
  sessionId: 1,
  isEmailVerified: true,
  isSubscriber: false,
  isLeaving: false,
};
const ORDER = { orderId: 7, kind: 'livestream', state: 'open', totalCents: 15_800, attempt: null } as Payment;

function press(path: string, doors: object, body: Record<string, string>, params: Record<string, string> = {}) {
  const context = new RouterContextProvider();
  const known = { now: new Date('2026-11-22T12:00:00+08:00'), userAgent: '', archive: {}, actor: async () => ME };
  context.set(requestContext, known as unknown as RequestContext);
  const methods: MoneyDoors['listMethods'] = () => [{ method: 'jetco', gateway: 'jetco', renews: false }];
  const listPlans = async () => [{ id: 2, periodMonths: null }];
  context.set(moneyContext, { listMethods: methods, listPlans, ...doors } as unknown as MoneyDoors);
  const url = new URL(path, 'https://radio.example');
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(body) });
  return { context, request, url, params, pattern: '' } as unknown as Parameters<typeof subscription.action>[0];
}

it.each(['bitcoin', 'JETCO', 'x'.repeat(5_000)])('opens no order by a way that there is not: %#', async (method) => {
  const opened: unknown[] = [];
  const open = async (...asking: unknown[]) => {
    opened.push(asking);
    return { orderId: 7, totalCents: 38_800 };
  };
  const doors = {
    buyPlan: open,
    rentFilm: open,
    openRenewal: open,
    startAttempt: open,
    findPayment: async () => ORDER,
  };
  const body = { plan: '2', order: '7', method, price_cents: '38800', key: 'k', gift: '', code: '' };
  const presses = [
    subscription.action(press('/member/userinfo/newSubscription', doors, body)),
    rentFilm(press('/crgovideo/purchase/1203', doors, body, { id: '1203' })),
    history.action(press('/member/userinfo/memberHistory', doors, body)),
    // Where orders of events and campaigns are paid.
    outcome.leftAction(press('/member/userinfo/cancelPayment?order=7', doors, { ...body, intent: 'pay' })),
  ];
  for (const pressed of presses)
    expect(await pressed).toMatchObject({ data: { problem: 'invalidParam' }, init: { status: 400 } });
  expect(opened).toEqual([]);
});

it('asks for a way where money is owed and none was pressed, and says so where there is none at all', async () => {
  const rent = (over: object = {}) => {
    const doors = { rentFilm: async () => ({ orderId: 7, totalCents: 4_800 }), ...over };
    return rentFilm(press('/crgovideo/purchase/1203', doors, { code: '' }, { id: '1203' }));
  };
  expect(await rent()).toMatchObject({ init: { status: 400 } });
  expect(await rent({ listMethods: () => [] })).toMatchObject({ init: { status: 503 } });
});
