import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { articles, homePins } from '#db/tables/articles.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { article, insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { columnActions } from '../columns/columns.actions.ts';
import { listColumns } from '../articles.ts';
import { homeOrderActions } from './home-order.actions.ts';
import { listHomeShelf } from './home-order.ts';

let desk: OpenDesk;
let chief: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: [...homeOrderActions(), ...columnActions()] });
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  await desk.db.insert(articles).values([20, 21, 22].map((id) => article(id)));
  desk.clock.now = new Date();
  chief = await desk.enter('chief-editor');
});
beforeEach(() => desk.db.delete(homePins));
afterAll(() => desk.close());

const seconds = (after: number) => Math.floor(desk.clock.now.getTime() / 1000) + after;
const shelf = async (after = 0) => {
  const now = new Date(desk.clock.now.getTime() + after * 1000);
  return (await listHomeShelf({ db: desk.db, now }, 'topics', 4)).map(({ id }) => id);
};
const order = (pins: object[], seen: number[]) =>
  desk.act('home.order', { shelf: 'topics', pins, seen }, { cookie: chief.cookie });

it('puts articles first in their order until their end, then the newest; what is hidden is left out', async () => {
  expect(await shelf()).toEqual([1, 2, 20, 21]);
  const pins = [{ article_id: 22, until_ts: seconds(60) }, { article_id: 92 }, { article_id: 20 }];
  expect((await order(pins, [])).status).toBe(200);
  expect(await shelf()).toEqual([22, 20, 1, 2]);
  expect(await shelf(61)).toEqual([20, 1, 2, 21]);
  const { response } = await desk.call('/api/staff/home-order', { cookie: chief.cookie });
  const [topics] = (response as { shelves: { pins: object[] }[] }).shelves;
  expect(topics!.pins).toMatchObject([
    { article_id: 22, is_public: true },
    { article_id: 92, is_public: false },
    { article_id: 20, until_ts: null },
  ]);
});

it('refuses other kinds, repeats, ends in the past and an order that is no longer what was seen; the undo restores it', async () => {
  for (const pins of [
    [{ article_id: 4 }],
    [{ article_id: 999_999 }],
    [{ article_id: 20 }, { article_id: 20 }],
    [{ article_id: 20, until_ts: seconds(-1) }],
    Array.from({ length: 9 }, (_, i) => ({ article_id: i + 1 })),
  ])
    expect((await order(pins, [])).status, JSON.stringify(pins)).toBe(400);
  expect((await order([{ article_id: 20 }], [])).status).toBe(200);
  expect((await order([{ article_id: 21 }], [])).status).toBe(409);
  const { response } = await order([{ article_id: 21 }], [20]);
  expect(await shelf()).toEqual([21, 1, 2, 20]);
  const { undo } = response as { undo: { action: string; input: object } };
  await desk.act(undo.action, undo.input, { cookie: chief.cookie });
  expect(await shelf()).toEqual([20, 1, 2, 21]);
});

it('saves a column against the state that was seen, and brings back what it was', async () => {
  const list = async () => {
    const { response } = await desk.call('/api/staff/columns', { cookie: chief.cookie });
    return (response as { items: ({ id: number; changed_ms: number } & Record<string, unknown>)[] }).items;
  };
  const save = (input: object) => desk.act('columns.save', input, { cookie: chief.cookie });
  const one = (await list()).find(({ id }) => id === 1)!;
  const input = { id: 1, seen_ms: one.changed_ms, kind: 1, name: '日航', host_id: 1, is_shown: true, position: 1 };
  expect((await save({ ...input, host_id: 999_999 })).status).toBe(400);
  const saved = await save(input);
  expect(saved.status).toBe(200);
  expect((await listColumns({ db: desk.db })).map(({ name }) => name)).toEqual(['日航']);
  expect((await save(input)).status).toBe(409);
  const { undo } = saved.response as { undo: { action: string; input: object } };
  expect((await desk.act(undo.action, undo.input, { cookie: chief.cookie })).status).toBe(200);
  expect((await listColumns({ db: desk.db })).map(({ name }) => name)).toEqual(['夜航']);
  expect((await save({ kind: 1, name: '新專欄', is_shown: true })).status).toBe(200);
  expect((await list()).map(({ name }) => name)).toContain('新專欄');
  expect((await desk.call('/api/staff/columns', { cookie: (await desk.enter('editor')).cookie })).status).toBe(403);
});
