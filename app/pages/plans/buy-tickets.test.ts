import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { moneyContext, requestContext, type RequestContext } from '#app/context.server.ts';
import type { MemberActor } from '#shared/actor.ts';
import { loader } from './buy-tickets.server.ts';
import type { MoneyDoors, Payment } from './money-doors.types.ts';
import { failureLoader } from '#app/pages/plans/outcome/outcome.server.ts';

// Ticket payment: on a separate page, until a payment attempt starts.

const ME = { kind: 'member', memberId: 1, sessionId: 1, isEmailVerified: true } as MemberActor;
const ORDER = {
  orderId: 7,
  kind: 'livestream',
  state: 'open',
  totalCents: 15_800,
  lines: [{ productId: 1, name: '門票', quantity: 1, cents: 15_800 }],
  attempt: null,
} as unknown as Payment;

function ledTo(load: typeof loader | typeof failureLoader, found: Partial<Payment>): Promise<unknown> {
  const context = new RouterContextProvider();
  const known = { now: new Date('2026-11-22T12:00:00+08:00'), userAgent: '', archive: {}, actor: async () => ME };
  context.set(requestContext, known as unknown as RequestContext);
  const find = async () => ({ ...ORDER, ...found });
  const doors: Partial<MoneyDoors> = { listMethods: () => [], findPayment: find, findPaymentNow: find };
  context.set(moneyContext, doors as MoneyDoors);
  const url = new URL('/member/ticket/purchase?order=7', 'https://radio.example');
  const asked = { context, request: new Request(url), url, params: {}, pattern: '' };
  return load(asked as unknown as Parameters<typeof loader>[0]).catch((thrown: unknown) =>
    thrown instanceof Response ? thrown.headers.get('location') : thrown,
  );
}

it('has the tickets of an order paid on a page of their own', async () => {
  expect(await ledTo(failureLoader, {})).toBe('/member/ticket/purchase?order=7');
});

it('leads on from there once a provider was chosen, and shows no other order', async () => {
  const attempt = { number: 'UR26112200000001', gateway: 'jetco', state: 'created' } as Payment['attempt'];
  expect(await ledTo(loader, { attempt })).toBe('/member/jetco/checkout?order=7');
  expect(await ledTo(loader, { kind: 'subscription' })).toMatchObject({ init: { status: 404 } });
});
