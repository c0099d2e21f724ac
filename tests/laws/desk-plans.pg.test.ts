import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { listArticlesForStaff } from '#domain/drafts/article-list.ts';
import { searchOrders } from '#domain/purchases/order-search.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';

// Lists of the desk, over tables so large that a full scan is avoidable. Plans are made without values, so that a list of
// a rare state is easily read like one of a common state, from the newest row on, until nothing is found.

const FILL = [
  `insert into articles (content_type, title, slug, blocks, section, state, publish_at, updated_at)
    select 304, 'title ' || i || ' 恒指' || i % 7, 'slug-' || i, '[]', 'local', case i % 100 when 0 then 'withdrawn' else 'published' end,
      now() - i * interval '7 minutes', now() - i * interval '7 minutes'
    from generate_series(1, 20000) as i`,
  `insert into orders (id, member_id, kind, state, total_cents, captured_cents, expires_at, created_at)
    select i, (select min(id) from members), case when i % 1000 = 0 then 'gift' else 'renewal' end,
      case when i % 1000 = 7 then 'review' else 'expired' end, 1, 0, now(), now() - (5000 - i) * interval '1 hour'
    from generate_series(1, 5000) as i`,
  `insert into order_lines (order_id, line_no, kind, product_id, name, quantity, unit_cents)
    select id, 1, kind, 1, kind, 1, 1 from orders`,
  `insert into payment_attempts (order_id, number, gateway, method, amount_cents, state, expires_at)
    select id, 'CR' || lpad(id::text, 14, '0'), 'mpgs', 'card', 1, 'expired', now() from orders`,
];
const LARGE = ['articles', 'orders', 'order_lines', 'payment_attempts'];

let database: TestDatabase;
const now = new Date();
beforeAll(async () => {
  database = await createTestDatabase();
  await insertMember(database.db, 'buyer@member.example');
  for (const statement of FILL) await database.db.execute(sql.raw(statement));
  await database.db.execute(sql`vacuum analyze`);
});
afterAll(() => database.close());

/** A role without a scope. */
const EVERYWHERE = { roles: [{ role: 'editor', permissions: ['articles.edit'], scope: null }] };
const articlesOf = (filter: Parameters<typeof listArticlesForStaff>[2]) => (db: Db) =>
  listArticlesForStaff({ db, now }, EVERYWHERE, filter, { position: null, limit: 50 });
const ordersOf = (search: Parameters<typeof searchOrders>[1]) => (db: Db) => searchOrders(db, search, 50);

async function expectIndex(ask: (db: Db) => Promise<unknown>, index: string): Promise<void> {
  const plans = await plansOf(database.pool, ask);
  expect(plans.flat().map((node) => node['Index Name'])).toContain(index);
  expect(scannedTables(plans).filter((table) => LARGE.includes(table))).toEqual([]);
}

describe('articles of the desk', () => {
  it.each([
    [{}, 'articles_changed_idx'],
    [{ state: 'withdrawn' as const }, 'articles_unpublished_idx'],
    [{ text: 'itle 99' }, 'articles_title_idx'],
    [{ text: '恒' }, 'articles_title_idx'],
  ])('are found for %j in the index %s', (filter, index) => expectIndex(articlesOf(filter), index));

  it.each(['itle 1999', 'ITLE 1999', '1999 恒', '1999'])('are found by %s, a part of their title', async (text) => {
    const { items } = await articlesOf({ text })(database.db);
    expect(items.map(({ title }) => title)).toContain('title 1999 恒指4');
  });

  it('are found by a text that many have, and by their number', async () => {
    const { items } = await articlesOf({ text: '指3' })(database.db);
    expect(items).toHaveLength(50);
    const { articleId: id } = items[0]!;
    expect((await articlesOf({ text: String(id) })(database.db)).items.map(({ articleId }) => articleId)).toContain(id);
  });
});

describe('orders of the desk', () => {
  it.each([
    [{}, 'orders_pkey'],
    [{ state: 'review' as const }, 'orders_state_idx'],
    [{ state: 'review' as const, method: 'card' as const, beforeId: 900 }, 'orders_state_idx'],
    [{ state: 'paid' as const, kind: 'gift' }, 'orders_kind_idx'],
    [{ method: 'jetco' as const }, 'payment_attempts_method_idx'],
    [{ state: 'paid' as const, gateway: 'eft' as const }, 'payment_attempts_gateway_idx'],
  ])('are found for %j in the index %s', (search, index) => expectIndex(ordersOf(search), index));

  it('are those of the filter, newest first, page by page', async () => {
    const { db } = database;
    const ids = async (search: Parameters<typeof searchOrders>[1], limit = 3) =>
      (await searchOrders(db, search, limit)).map(({ id }) => id);
    expect(await ids({ state: 'review' })).toEqual([4007, 3007, 2007]);
    expect(await ids({ state: 'review', beforeId: 2007 })).toEqual([1007, 7]);
    expect(await ids({ kind: 'gift', state: 'expired' })).toEqual([5000, 4000, 3000]);
    expect(await ids({ state: 'review', method: 'card', gateway: 'mpgs' }, 1)).toEqual([4007]);
    expect(await ids({ state: 'review', method: 'jetco' })).toEqual([]);
    expect(await ids({ method: 'card', gateway: 'mpgs', beforeId: 10 })).toEqual([9, 8, 7]);
    const [from, to] = [10.5, 7.5].map((hours) => new Date(now.getTime() - hours * 3_600_000));
    expect(await ids({ kind: 'renewal', from, to }, 50)).toEqual([4992, 4991, 4990]);
    expect(await ids({ from, to }, 50)).toEqual([4992, 4991, 4990]);
  });
});
