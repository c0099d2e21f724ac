import { afterAll, beforeAll, expect, it } from 'vitest';
import { staticPages } from '#db/tables/pages.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { pageActions } from './pages.actions.ts';
import { getStaticPage } from './pages.ts';

let desk: OpenDesk;
let chief: Person;
const blocks = (html: string) => [{ type: 1 as const, html }];
beforeAll(async () => {
  desk = await openTestDesk({ actions: pageActions() });
  await desk.db
    .insert(staticPages)
    .values({ name: 'terms', lang: 'zh-Hant', title: '條款', blocks: blocks('<p>一</p>') });
  chief = await desk.enter('chief-editor');
});
afterAll(() => desk.close());

const address = { name: 'terms', lang: 'zh-Hant' };
const save = (base: number, html: string, more: object = {}) =>
  desk.act(
    'pages.save',
    { ...address, base_revision: base, title: '條款', summary: '', blocks: blocks(html), ...more },
    { cookie: chief.cookie },
  );
const shownHtml = async () => (await getStaticPage({ db: desk.db }, 'terms')).blocks;
const query = new URLSearchParams(address).toString();

it('saves a page from the revision that was read; 409 has what it is by now, and the undo brings back what it was', async () => {
  expect((await save(0, '<p>二</p><script>alert(1)</script>')).status).toBe(200);
  expect(await shownHtml()).toEqual(blocks('<p>二</p>'));
  const late = await save(0, '<p>遲咗</p>');
  expect(late.status).toBe(409);
  expect((late.response as { detail: object }).detail).toMatchObject({
    revision: 2,
    theirs: { title: '條款', blocks: blocks('<p>二</p>') },
  });
  const { response } = await save(2, '<p>三</p>');
  const { undo } = response as { undo: { action: string; input: object } };
  expect((await desk.act(undo.action, undo.input, { cookie: chief.cookie })).status).toBe(200);
  expect(await shownHtml()).toEqual(blocks('<p>二</p>'));
});

it('keeps every revision, the first being what the page was before the desk', async () => {
  const read = await desk.call(`/api/staff/pages/page?${query}`, { cookie: chief.cookie });
  const { revision, revisions } = read.response as { revision: number; revisions: { number: number; name: string }[] };
  expect(revisions.map(({ number, name }) => [number, name])).toEqual([
    [4, chief.name],
    [3, chief.name],
    [2, chief.name],
    [1, null],
  ]);
  expect(revision).toBe(4);
  const first = await desk.call(`/api/staff/pages/revision?${query}&number=1`, { cookie: chief.cookie });
  expect(first.response).toMatchObject({ blocks: blocks('<p>一</p>') });
});

it('refuses an empty page, blocks that pages do not show, names of no page, and who may not edit pages', async () => {
  expect((await save(4, '<script></script>')).status).toBe(400);
  expect((await save(4, '', { blocks: [{ type: 6, videoId: 'abcdefghijk', title: '片' }] })).status).toBe(400);
  expect((await save(4, '<p>字</p>', { name: 'nothing' })).status).toBe(400);
  expect((await save(0, '<p>字</p>', { name: 'privacy' })).status).toBe(404);
  const editor = await desk.enter('editor');
  expect((await desk.call('/api/staff/pages', { cookie: editor.cookie })).status).toBe(403);
});
