import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { promotionBatches, promotionCodes } from '#db/tables/promotions.ts';
import { redeemCode } from '#domain/promotions/promotions.ts';
import { getPlan } from '#domain/subscriptions/subscriptions.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyAudit } from '#tests/factories/audit.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertPlans, PLAN, PRICE } from '#tests/factories/money/plan-shop.ts';
import { buyingActions } from './buying.actions.ts';

// Codes and prices at the desk.

let desk: OpenDesk;
let sales: Person;
let chief: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: buyingActions() });
  sales = await desk.enter('sales');
  chief = await desk.enter('finance-chief');
  await insertPlans(desk.db, new Date('2026-11-01T00:00:00+08:00'));
});
beforeEach(() => emptyAudit(desk.db));
afterAll(() => desk.close());

const act = async (who: { cookie: string }, action: string, input: object) => {
  const reply = await desk.act(action, input, { ...who, reason: 'for the party' });
  const response = reply.response as unknown as {
    outcome: string;
    approval_id: number;
    result: { batch_id: number };
    rows: { after: Record<string, unknown> }[];
  };
  return { ...reply, response };
};
const BATCH = {
  kind: 'redeem',
  name: '聖誕聽眾大使',
  worth: { days: 30 },
  plan_ids: [PLAN.yearly],
  starts_on: '2026-12-01',
  ends_on: '2026-12-31',
  codes: 10,
};
const batchesNow = () => desk.db.select().from(promotionBatches);

it('makes a small batch at once, and one that is worth over HK$10,000 by two persons', async () => {
  const small = await act(sales, 'codes.create', BATCH);
  expect(small.response).toMatchObject({ outcome: 'done', result: { codes: 10 } });
  const each = Math.ceil((PRICE.yearly * 30) / 365);
  expect(small.response.rows[0]!.after).toMatchObject({ name: BATCH.name, days: 30, worthCents: each * 10 });
  expect(await desk.db.select().from(promotionCodes)).toHaveLength(10);

  for (const [name, more] of [
    ['many days', { codes: 500 }],
    ['many uses', { max_uses: 500 }],
    ['cents', { kind: 'discount', worth: { cents: 100_001 } }],
    ['a percentage of the dearest plan', { kind: 'discount', worth: { percent: 100 }, plan_ids: [], codes: 19 }],
    ['a film, whose price is not known here', { worth: { free: 'premium' }, plan_ids: [], product_ids: [1], codes: 1 }],
  ] as const)
    expect((await act(sales, 'codes.create', { ...BATCH, ...more })).response.outcome, name).toBe('asked');
  expect(await batchesNow()).toHaveLength(1);
});

it('makes what a chief approved, once, and not what it would not be any more', async () => {
  const before = (await batchesNow()).length;
  const { response } = await act(sales, 'codes.create', { ...BATCH, name: 'approved', codes: 500 });
  expect((await desk.approve(response.approval_id, sales)).status).toBe(403);
  expect((await desk.approve(response.approval_id, chief)).status).toBe(200);
  expect((await desk.approve(response.approval_id, chief)).status).toBe(409);
  expect(await batchesNow()).toHaveLength(before + 1);
});

it('gives the codes as a download, which is in the audit, to those alone who may make codes', async () => {
  const { response } = await act(sales, 'codes.create', { ...BATCH, name: 'download', codes: ['XMAS-2026'] });
  await emptyAudit(desk.db);
  const url = `/api/staff/money/batches/${response.result.batch_id}.csv`;
  const auditor = await desk.enter('auditor');
  expect((await desk.call(url, { cookie: auditor.cookie })).status).toBe(403);
  const file = await desk.app.inject({ url, headers: { cookie: sales.cookie } });
  expect(file.body.split('\r\n')).toEqual(['code,max_uses,used,ended_at', 'XMAS-2026,1,0,', '']);
  expect(await desk.db.select().from(auditEvents)).toMatchObject([{ action: 'codes.export', who: sales.name }]);

  const listed = await desk.call('/api/staff/money/batches', { cookie: auditor.cookie });
  expect(JSON.stringify(listed.response)).not.toContain('XMAS');
  expect(listed.response).toMatchObject({
    items: [{ name: 'download', codes: 1, state: 'waiting' }, { codes: 500 }, { codes: 10 }],
  });
  await act(sales, 'codes.end', { batch_id: response.result.batch_id });
  expect((await desk.call('/api/staff/money/batches', { cookie: sales.cookie })).response).toMatchObject({
    items: [{ name: 'download', state: 'ended' }, {}, {}],
  });
});

describe('a code that is looked up', () => {
  const lookUp = async (who: { cookie: string }, code: string) => {
    const { status, response } = await desk.call('/api/staff/money/codes/look-up', { ...who, body: { code } });
    return { status, ...(response as { found?: Record<string, unknown> | null }) };
  };
  const NEVER = 'NEVER-2026';

  it('is free, then used by whom and when, and ended with its batch; how it is typed does not matter', async () => {
    const batch = { ...BATCH, name: 'looked up', starts_on: '2026-11-01', codes: ['LOOK-2026'], max_uses: 2 };
    const { response } = await act(sales, 'codes.create', batch);
    const { batch_id: batchId } = response.result;
    await emptyAudit(desk.db);
    const auditor = await desk.enter('auditor');
    expect(await lookUp(auditor, 'look 2026')).toMatchObject({
      found: { code: 'LOOK-2026', batch_id: batchId, name: 'looked up', days: 30, standing: 'free', used: 0, uses: [] },
    });
    // The audit has who looked, and not the code, which its readers could use.
    const [event] = await desk.db.select().from(auditEvents);
    expect(event).toMatchObject({ action: 'codes.look-up', who: auditor.name, subjectId: String(batchId) });
    expect(JSON.stringify(event)).not.toContain('LOOK');

    const memberId = await insertMember(desk.db, 'lucky@member.example');
    const now = desk.clock.now;
    await desk.db.transaction((tx) =>
      redeemCode(tx, { code: 'LOOK-2026', member: { id: memberId, standing: 'new' }, now }),
    );
    const use = { member_id: memberId, order_id: null, state: 'used', at_ts: now.getTime() / 1000 };
    expect(await lookUp(sales, 'LOOK2026')).toMatchObject({ found: { standing: 'free', used: 1, uses: [use] } });
    const other = await insertMember(desk.db, 'late@member.example');
    await desk.db.transaction((tx) =>
      redeemCode(tx, { code: 'LOOK-2026', member: { id: other, standing: 'new' }, now }),
    );
    await act(sales, 'codes.end', { batch_id: batchId });
    expect(await lookUp(sales, 'LOOK2026')).toMatchObject({ found: { standing: 'used', uses: [{}, use] } });
    expect(await lookUp(sales, 'XMAS-2026')).toMatchObject({ found: { standing: 'ended' } });
    expect(await lookUp(sales, NEVER)).toEqual({ status: 200, found: null });
  });

  it('is told to nobody without the permission of the room, whether or not it exists', async () => {
    const producer = await desk.enter('producer');
    for (const code of ['XMAS-2026', NEVER, ''])
      expect(await lookUp(producer, code)).toEqual({
        status: 403,
        request_id: expect.anything() as unknown,
        detail: { permission: 'codes.create' },
      });
    expect((await desk.call('/api/staff/money/codes/look-up', { body: { code: NEVER } })).status).toBe(401);
  });

  it('is told no more to an account that has tried twenty codes that were never issued', async () => {
    const guesser = await desk.enter('sales');
    for (let n = 0; n < 20; n += 1) expect((await lookUp(guesser, `GUESS${n}`)).status).toBe(200);
    expect((await lookUp(guesser, 'GUESS-20')).status).toBe(429);
    expect((await lookUp(guesser, 'XMAS-2026')).status).toBe(429);
    expect((await lookUp(sales, 'XMAS-2026')).status).toBe(200);
  });
});

it('changes a price by two persons', async () => {
  expect((await act(sales, 'plans.price', { plan: PLAN.once, price_cents: 100 })).status).toBe(403);
  const { response } = await act(chief, 'plans.price', { plan: PLAN.once, price_cents: 40_000 });
  expect(response.outcome).toBe('asked');
  expect((await getPlan(desk.db, PLAN.once)).priceCents).toBe(PRICE.once);
  const other = await desk.enter('finance-chief');
  expect((await desk.approve(response.approval_id, other)).status).toBe(200);
  expect((await getPlan(desk.db, PLAN.once)).priceCents).toBe(40_000);
});

it('says when a plan is sold and at what price, and takes a changed sale back', async () => {
  const plan = async () => {
    const { response } = await desk.call('/api/staff/money/plans', { cookie: chief.cookie });
    return (response as { items: { plan_id: number; sells_until_ts: number | null }[] }).items.find(
      ({ plan_id: id }) => id === PLAN.yearly,
    );
  };
  expect((await desk.call('/api/staff/money/plans', { cookie: sales.cookie })).status).toBe(403);
  expect(await plan()).toMatchObject({ is_on_sale: true, renewing: 0 });
  const sell = { plan: PLAN.yearly, sells_on: '2026-11-01', sells_until: null };
  expect((await act(chief, 'plans.sell', sell)).status).toBe(200);
  const { response } = await act(chief, 'plans.sell', { ...sell, sells_until: '2026-11-20' });
  expect(await plan()).toMatchObject({ is_on_sale: false, sells_until_ts: Date.parse('2026-11-20T16:00:00Z') / 1000 });
  const { undo } = response as unknown as { undo: OfferedUndo };
  expect((await desk.undo(undo, chief)).status).toBe(200);
  expect(await plan()).toMatchObject({ is_on_sale: true, sells_until_ts: null });
});
