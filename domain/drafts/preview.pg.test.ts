import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { articles } from '#db/tables/articles.ts';
import { previewToken } from '#shared/preview-link.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { draftActions } from './drafts.actions.ts';
import { previewArticle } from './preview.ts';

const KEY = 'the secret key of desk tests, 32+';
const MINUTE_MS = 60_000;
let desk: OpenDesk;
let editor: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: draftActions() });
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  desk.clock.now = new Date();
  editor = await desk.enter('editor');
});
afterAll(() => desk.close());

async function begin(fields: object = {}): Promise<number> {
  const body = {
    fields: { contentType: 301, title: '未出嘅稿', blocks: [{ type: 1, html: '<p>內文</p>' }], ...fields },
  };
  const { response } = await desk.call('/api/staff/drafts', { cookie: editor.cookie, body });
  return (response as { draft_id: number }).draft_id;
}
const show = (token: string, now = desk.clock.now) => previewArticle({ db: desk.db, secretKey: KEY, now }, token);
/** All that a publication leaves behind. */
async function traces() {
  const { rows } = await desk.db.execute(
    sql`select (select json_agg(a order by a.id) from ${articles} a) as articles,
      (select count(*)::int from graphile_worker.jobs) as jobs, (select count(*)::int from audit_events) as audit`,
  );
  return rows;
}

it('shows a draft to who has the link, and leaves nothing that anybody else could see', async () => {
  const id = await begin();
  const { status, response } = await desk.call(`/api/staff/drafts/${id}/preview`, { cookie: editor.cookie, body: {} });
  expect(status).toBe(200);
  const { url, expires_ts: expires } = response as { url: string; expires_ts: number };
  expect(expires).toBe(Math.floor((desk.clock.now.getTime() + 15 * MINUTE_MS) / 1000));
  const before = await traces();
  const token = /^https:\/\/radio\.example\/preview\/([\w-]+)$/.exec(url)![1]!;
  const { article } = await show(token);
  expect(article).toMatchObject({ title: '未出嘅稿', blocks: [{ html: '<p>內文</p>' }] });
  expect(await traces()).toEqual(before);
});

it('shows the change of a public article, which stays as it is', async () => {
  const { response } = await desk.call('/api/staff/drafts', { cookie: editor.cookie, body: { article_id: 1 } });
  const { draft_id: id } = response as { draft_id: number };
  const body = { base_revision: 1, client: 'client-of-the-test', fields: { title: '改咗' } };
  await desk.call(`/api/staff/drafts/${id}`, { cookie: editor.cookie, body });
  const before = await traces();
  const { article } = await show(previewToken(KEY, 'draft', id, desk.clock.now).token);
  expect(article).toMatchObject({ id: 1, title: '改咗' });
  expect(await traces()).toEqual(before);
});

it('refuses a link that is changed, of another key or older than fifteen minutes, and a draft that cannot be published', async () => {
  const [id, faulty] = [await begin(), await begin({ title: '' })];
  const { now } = desk.clock;
  const { token } = previewToken(KEY, 'draft', id, now);
  const refused = { errorName: 'dataNotFound' };
  for (const [given, at] of [
    [token, new Date(now.getTime() + 15 * MINUTE_MS)],
    [token.replace(/^\d+/, String(faulty)), now],
    [token.replace(/-(\d+)-/, (_all, ms) => `-${Number(ms) + 1}-`), now],
    [`${token.slice(0, -2)}AA`, now],
    ['', now],
    [previewToken('another key', 'draft', id, now).token, now],
    [previewToken(KEY, 'campaign', id, now).token, now],
    [previewToken(KEY, 'draft', faulty, now).token, now],
    [previewToken(KEY, 'draft', 999_999_999, now).token, now],
  ] as const)
    await expect(show(given, at), given).rejects.toMatchObject(refused);
  expect((await show(token)).article.title).toBe('未出嘅稿');
});

it('gives a link only to who may edit the draft', async () => {
  const id = await begin();
  const finance = await desk.enter('finance');
  const other = await desk.enter('editor', { kind: 'channel', id: '881' });
  const ask = (cookie?: string) => desk.call(`/api/staff/drafts/${id}/preview`, { cookie, body: {} });
  expect((await ask()).code).toBe(10004);
  for (const { cookie } of [finance, other]) expect((await ask(cookie)).status).toBe(403);
});
