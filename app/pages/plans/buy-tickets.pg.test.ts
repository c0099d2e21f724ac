import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { failureLoader } from '#app/pages/plans/outcome/outcome.server.ts';
import type { MemberActor } from '#shared/actor.ts';
import { openMoneyPages, redirectTarget, type MoneyPages } from '#tests/factories/money/money-pages.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { loader } from './buy-tickets.server.ts';

// Ticket payment: on a separate page, until a payment attempt starts.

let database: TestDatabase;
let pages: MoneyPages;
let me: MemberActor;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  pages = openMoneyPages(database.db);
  me = await pages.member();
});

const at = (orderId: number) => pages.asked({ path: `/member/ticket/purchase?order=${orderId}`, as: me });

it('has the tickets of an order paid on a page of their own', async () => {
  const { id } = await pages.order(me, 'livestream');
  expect(await redirectTarget(failureLoader(at(id)))).toBe(`/member/ticket/purchase?order=${id}`);
});

it('leads on from there once a provider was chosen, and shows no other order', async () => {
  const { id } = await pages.order(me, 'livestream');
  // The browser of its buyer has not been sent there yet.
  pages.gateways.jetco.mood = 'away';
  await pages.start(me, id).catch(() => null);
  expect(await redirectTarget(loader(at(id)))).toBe(`/member/jetco/checkout?order=${id}`);
  const plan = await pages.order(me, 'subscription');
  await expect(loader(at(plan.id))).rejects.toMatchObject({ init: { status: 404 } });
});
