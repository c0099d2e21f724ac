import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { breakingNews } from '#db/tables/breaking-news.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { breakingNewsActions } from './breaking-news.actions.ts';
import { isSitePath } from './breaking-news.rules.ts';
import { getBreakingNews } from './breaking-news.ts';

const HOUR_SECONDS = 3_600;
let desk: OpenDesk;
let chief: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: breakingNewsActions() });
  chief = await desk.enter('chief-editor');
});
beforeEach(async () => {
  await desk.db.delete(breakingNews);
  await desk.database.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => desk.close());

const nowSeconds = () => Math.floor(desk.clock.now.getTime() / 1000);
const act = (name: string, input: object) => desk.act(`breaking-news.${name}`, input, { cookie: chief.cookie });
const start = (words: string, hours = 2, more: object = {}) =>
  act('start', { words, ends_ts: nowSeconds() + hours * HOUR_SECONDS, ...more });
const shown = (seconds = 0) =>
  getBreakingNews({ db: desk.db, now: new Date(desk.clock.now.getTime() + seconds * 1000) });
interface Done {
  result: { id: number };
  undo: { action: string; input: object };
}

it('is on pages from its start to its end, at which a job purges them', async () => {
  expect((await start('八號風球', 2, { path: '/news/local/1' })).status).toBe(200);
  expect(await shown()).toMatchObject({ words: '八號風球', path: '/news/local/1' });
  expect(await shown(2 * HOUR_SECONDS)).toBeNull();
  const { rows } = await desk.db.execute<{ task: string; at: number }>(
    sql`select task_identifier as task, extract(epoch from run_at)::int as at from graphile_worker.jobs
        where task_identifier = 'breaking-news-ended'`,
  );
  expect(rows).toEqual([{ task: 'breaking-news-ended', at: nowSeconds() + 2 * HOUR_SECONDS }]);
});

it('refuses no end, one in the past or after 24 hours, a link elsewhere, and a second one at once', async () => {
  for (const input of [
    { words: '冇收' },
    { words: '過咗', ends_ts: nowSeconds() - 1 },
    { words: '太耐', ends_ts: nowSeconds() + 24 * HOUR_SECONDS + 1 },
    { words: '', ends_ts: nowSeconds() + 60 },
    { words: '字'.repeat(81), ends_ts: nowSeconds() + 60 },
    { words: '兩\n行', ends_ts: nowSeconds() + 60 },
    ...['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere', '/a"onclick="', 'news'].map((path) => ({
      words: '連結',
      path,
      ends_ts: nowSeconds() + 60,
    })),
  ])
    expect((await act('start', input)).status, JSON.stringify(input)).toBe(400);
  expect(isSitePath('/news/local/5001?page=2')).toBe(true);
  expect((await start('第一條', 24)).status).toBe(200);
  expect((await start('第二條')).status).toBe(409);
});

it('gives other words another key, so that who dismissed the former ones is shown them; a later end does not', async () => {
  const { response } = await start('一號風球');
  const { id } = (response as Done).result;
  const { key } = (await shown())!;
  const later = nowSeconds() + 4 * HOUR_SECONDS;
  await act('change', { id, words: '一號風球', ends_ts: later });
  expect(await shown(3 * HOUR_SECONDS)).toMatchObject({ key });
  const changed = await act('change', { id, words: '三號風球', ends_ts: later });
  expect((await shown())!.key).not.toBe(key);
  const { undo } = changed.response as Done;
  await desk.act(undo.action, undo.input, { cookie: chief.cookie });
  expect(await shown()).toMatchObject({ words: '一號風球' });
  expect((await act('change', { id, words: '太耐', ends_ts: nowSeconds() + 25 * HOUR_SECONDS })).status).toBe(400);
});

it('ends at once, and comes back by the undo', async () => {
  const { response } = await start('暫停');
  const started = response as Done;
  expect(started.undo.action).toBe('breaking-news.end');
  const ended = (await act('end', { id: started.result.id })).response as Done;
  expect(await shown()).toBeNull();
  expect((await act('end', { id: started.result.id })).status).toBe(409);
  await desk.act(ended.undo.action, ended.undo.input, { cookie: chief.cookie });
  expect(await shown()).toMatchObject({ words: '暫停' });
});

it('is listed to who may publish it and to nobody else', async () => {
  await start('清單');
  const list = (cookie?: string) => desk.call('/api/staff/breaking-news', { cookie });
  expect((await list(chief.cookie)).response).toMatchObject({
    items: [{ words: '清單', is_on: true, changed_by: chief.name }],
  });
  expect((await list((await desk.enter('editor')).cookie)).status).toBe(403);
  expect((await list()).code).toBe(10004);
});

it('has a line for each kind, shows breaking news before messages, and lets each permission change its own alone', async () => {
  const producer = await desk.enter('producer');
  const message = (name: string, input: object) => desk.act(`messages.${name}`, input, { cookie: producer.cookie });
  const ends_ts = nowSeconds() + HOUR_SECONDS;
  const typhoon = await message('start', { kind: 'weather', words: '八號烈風信號', ends_ts });
  expect(typhoon.status).toBe(200);
  expect((await message('start', { kind: 'service', words: '付款暫停', ends_ts })).status).toBe(200);
  expect((await message('start', { kind: 'weather', words: '再一個', ends_ts })).status).toBe(409);
  expect((await message('start', { kind: 'breaking', words: '突發', ends_ts })).status).toBe(400);
  expect(await shown()).toMatchObject({ kind: 'weather', words: '八號烈風信號' });
  const news = (await start('突發')).response as Done;
  expect(await shown()).toMatchObject({ kind: 'breaking', words: '突發' });
  expect((await message('end', { id: news.result.id })).status).toBe(404);
  const { id } = (typhoon.response as Done).result;
  expect((await act('end', { id })).status).toBe(404);
  await act('end', { id: news.result.id });
  expect(await shown()).toMatchObject({ kind: 'weather' });
  expect((await message('end', { id })).status).toBe(200);
  expect(await shown()).toMatchObject({ kind: 'service' });
  const { response } = await desk.call('/api/staff/messages', { cookie: producer.cookie });
  expect(response).toMatchObject({ items: [{ kind: 'service' }, { kind: 'weather' }] });
  expect((await desk.call('/api/staff/breaking-news', { cookie: producer.cookie })).status).toBe(403);
});
