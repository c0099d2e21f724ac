import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());

const LIST = '/api/staff/views?path=/money/orders';
const view = (name: string, query = 'state=paid') => ({ path: '/money/orders', name, query });
const save = (cookie: string, body: object) => desk.call('/api/staff/views', { cookie, body });

it('keeps a filter for the one who named it, one a name, at most 20 a list, and lets nobody else delete it', async () => {
  const [owner, other] = await Promise.all([desk.enter('finance'), desk.enter('finance')]);
  const saved = await save(owner.cookie, view('今日', 'from=2026-11-26'));
  expect(saved.status).toBe(200);
  const { view_id: id } = saved.response as { view_id: number };
  expect((await save(owner.cookie, view('今日'))).response).toMatchObject({ view_id: id, query: 'state=paid' });
  expect((await desk.call(LIST, { cookie: other.cookie })).response).toEqual({ items: [] });

  // Sent at once, they are counted one after another.
  const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => save(owner.cookie, view(`view ${n}`))));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(19).fill(200),
    ...Array(5).fill(409),
  ]);
  expect((await save(owner.cookie, { ...view('elsewhere'), path: '/audit' })).status).toBe(200);

  const remove = (cookie: string) => desk.call('/api/staff/views/delete', { cookie, body: { view_id: id } });
  expect((await remove(other.cookie)).status).toBe(404);
  expect((await remove(owner.cookie)).status).toBe(200);
  const { items } = (await desk.call(LIST, { cookie: owner.cookie })).response as { items: { name: string }[] };
  expect(items).toHaveLength(19);
  expect(items.some(({ name }) => name === '今日')).toBe(false);
});

it.each([
  ['a path of another site', { ...view('a'), path: '//evil.example' }],
  ['no name', view(' ')],
  ['a query of megabytes', view('a', 'x'.repeat(1_001))],
])('refuses %s', async (_, body) => {
  const { cookie } = await desk.enter('finance');
  expect((await save(cookie, body)).status).toBe(400);
});
