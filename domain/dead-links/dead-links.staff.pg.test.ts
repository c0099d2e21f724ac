import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { articles } from '#db/tables/articles.ts';
import { staticPages } from '#db/tables/pages.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { article, insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { checkLinks } from './dead-links.ts';

const siteUrl = 'https://radio.example';
let desk: OpenDesk;
let editor: Person;
const linked = (...paths: string[]) => [
  { type: 1 as const, html: `<p>${paths.map((path) => `<a href="${path}">字</a>`).join('')}</p>` },
];
beforeAll(async () => {
  desk = await openTestDesk();
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  // 92 is yet to come, 93 withdrawn.
  await desk.db.insert(articles).values([
    article(30, {
      blocks: linked('/article/1', '/article/92', `${siteUrl}/news/local/93`, '/host/1', '/program/99999'),
    }),
    article(31, { state: 'draft', blocks: linked('/article/99999') }),
  ]);
  await desk.db.insert(staticPages).values({
    name: 'terms',
    lang: 'zh-Hant',
    title: '條款',
    blocks: linked('/staticpage/faq', '/staticpage/terms', '/chart'),
  });
  editor = await desk.enter('editor');
});
afterAll(() => desk.close());

const check = (now: Date) => checkLinks({ db: desk.db, now, siteUrl });
async function list() {
  const { response } = await desk.call('/api/staff/dead-links', { cookie: editor.cookie });
  const { items } = response as { items: { source_id: string; path: string; title: string; found_ts: number }[] };
  return items.map(({ source_id: id, path, title }) => [id, path, title]);
}

it('lists links of what is published to what is not, and forgets them when they are mended', async () => {
  const first = new Date('2026-11-26T20:20:00Z');
  await check(first);
  expect(await list()).toEqual([
    ['30', '/article/92', '題目30'],
    ['30', '/news/local/93', '題目30'],
    ['30', '/program/99999', '題目30'],
    ['terms/zh-Hant', '/staticpage/faq', '條款'],
  ]);
  await desk.db
    .update(articles)
    .set({ blocks: linked('/article/1', '/article/92') })
    .where(eq(articles.id, 30));
  await check(new Date('2026-11-27T20:20:00Z'));
  expect((await list()).map(([, path]) => path)).toEqual(['/article/92', '/staticpage/faq']);
  const { response } = await desk.call('/api/staff/dead-links', { cookie: editor.cookie });
  expect(response).toMatchObject({ items: [{ found_ts: first.getTime() / 1000 }, {}], next_before: null });
  expect((await desk.call('/api/staff/dead-links?before=x', { cookie: editor.cookie })).status).toBe(400);
  expect((await desk.call('/api/staff/dead-links', { cookie: (await desk.enter('finance')).cookie })).status).toBe(403);
});
