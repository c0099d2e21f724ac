import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignItems, campaignLines } from '#db/tables/campaigns.ts';
import { quotas } from '#db/tables/quotas.ts';
import type { Order } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { openCampaignShop, openNew, pledge, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { findCampaign } from '../campaigns.store.ts';
import { revisionOf } from '#domain/actions/actions.ts';
import { listItemFields } from './campaign-edit.ts';
import type { ItemFields } from './campaign-edit.schema.ts';
import { addItem, retireItem, saveItem } from './campaign-items.ts';

// Staff edit at random while buyers hold and pay.

let database: TestDatabase;
let shop: CampaignShop;
beforeAll(async () => {
  database = await createPaymentDatabase();
  shop = openCampaignShop(database.db);
});
afterAll(() => database.close());

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state % 4_294_967_296) % sides;
  };
}

/** Whether a call was done; only a refusal is allowed besides, never a failure of the database. */
const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );

it.each([3, 11, 2026])(
  'changes the price of no order and sells no more than there is, whoever edits meanwhile (%i)',
  async (seed) => {
    const roll = dice(seed);
    const made = pledge(shop.now(), {}, 6);
    await openNew(database.db, made);
    const { id: campaignId } = (await findCampaign(database.db, made.name))!;
    const call = { hand: { who: 'a test', why: 'at random' }, now: shop.now() };
    const orders: { order: Order; cents: number }[] = [];
    const items = async () => listItemFields(database.db, campaignId);

    async function edit(): Promise<unknown> {
      const known = await items();
      const { id, fields, isRetired } = known[roll(known.length)]!;
      const change: Partial<ItemFields>[] = [
        { cents: 100 + roll(5_000) },
        { total: fields.total === null ? null : roll(9) },
        { total: fields.total === null ? 4 : null },
        { name: `名 ${roll(100)}`, maxQuantity: fields.maxQuantity },
      ];
      const pick = roll(6);
      const base = revisionOf(fields);
      return database.db.transaction<unknown>((tx) =>
        pick < 4
          ? saveItem(tx, call, { id, base, fields: { ...fields, ...change[pick] } })
          : pick === 4
            ? retireItem(tx, call, { id, isRetired: !isRetired })
            : addItem(tx, call, {
                name: made.name,
                fields: {
                  ...fields,
                  kind: 'tier',
                  choosesDay: false,
                  maxQuantity: 1,
                  isSent: false,
                  total: 1 + roll(3),
                },
              }),
      );
    }
    async function buy(): Promise<void> {
      const tiers = (await items()).filter(({ fields }) => fields.kind === 'tier' && !fields.choosesDay);
      const { id } = tiers[roll(tiers.length)]!;
      const order = await shop.buy(await shop.member(), [{ id }]);
      orders.push({ order, cents: order.totalCents });
    }
    const pay = async () => {
      const one = orders[roll(orders.length || 1)];
      if (one) await shop.pay(one.order);
    };

    let done = 0;
    for (let round = 0; round < 25; round++) {
      const both = await Promise.all([isDone(edit()), isDone(buy()), isDone(edit()), isDone(pay())]);
      done += both.filter(Boolean).length;
    }
    expect(done).toBeGreaterThan(25);
    expect(orders.length).toBeGreaterThan(5);
    // An order is charged the current price of its item, which is the price its buyer saw.
    for (const { order, cents } of orders) {
      const lines = await database.db
        .select({ cents: campaignLines.cents, now: campaignItems.cents })
        .from(campaignLines)
        .innerJoin(campaignItems, eq(campaignItems.id, campaignLines.itemId))
        .where(eq(campaignLines.orderId, order.id));
      expect(lines).toEqual([{ cents, now: cents }]);
    }
    const stock = await database.db
      .select({ id: campaignItems.id, total: quotas.total, sold: quotas.sold, held: quotas.held })
      .from(campaignItems)
      .innerJoin(quotas, eq(quotas.id, campaignItems.quotaId))
      .where(eq(campaignItems.campaignId, campaignId))
      .orderBy(asc(campaignItems.id));
    for (const { id, total, sold, held } of stock) {
      const lines = await database.db.select().from(campaignLines).where(eq(campaignLines.itemId, id));
      const inState = (state: string) => lines.filter((line) => line.state === state).length;
      expect({ sold, held }).toEqual({ sold: inState('paid'), held: inState('held') });
      expect(sold + held).toBeLessThanOrEqual(total);
    }
  },
);
