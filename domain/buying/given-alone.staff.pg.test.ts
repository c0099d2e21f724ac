import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { subscriptionActions } from './subscriptions.actions.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk({ actions: subscriptionActions() });
  await insertPlans(desk.db, desk.clock.now);
});
afterAll(() => desk.close());

it('counts what one person gave alone before: the days of a member, and the members', async () => {
  const { cookie } = await desk.enter('support');
  const give = async (id: number, days: number) => {
    const input = { member_ids: [id], plan_id: PLAN.once, days };
    const { response } = await desk.act('subscriptions.give', input, { cookie, reason: 'a mistake of ours' });
    return (response as { outcome: string }).outcome;
  };
  const id = await insertMember(desk.db, 'split@mail.example');
  expect([await give(id, 20), await give(id, 11), await give(id, 1)]).toEqual(['done', 'done', 'asked']);
  const outcomes = [];
  for (let n = 1; n <= 10; n += 1) outcomes.push(await give(await insertMember(desk.db, `split-${n}@mail.example`), 1));
  // With the first member, ten.
  expect(outcomes).toEqual([...Array.from({ length: 9 }, () => 'done'), 'asked']);
});
