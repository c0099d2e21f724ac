import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eq, inArray } from 'drizzle-orm';
import { auditEvents } from '#db/tables/audit.ts';
import { articles } from '#db/tables/articles.ts';
import { liveBlogs, liveEntries, liveEntryRevisions } from '#db/tables/live-blogs.ts';
import { listArticles } from '#domain/articles/articles.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { liveBlogActions } from './live-blogs.actions.ts';
import { afterChanges, ENTRIES_A_PAGE, MAX_ENTRIES, type LiveBlogView } from './live-blogs.rules.ts';
import { findLiveBlog, findLiveChanges } from './live-blogs.ts';

const NEWS = 5;
const TOPIC = 1;
const HIDDEN_NEWS = 391;
const siteUrl = 'https://radio.example';

let desk: OpenDesk;
let editor: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: liveBlogActions() });
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  desk.clock.now = new Date();
  editor = await desk.enter('editor');
});
beforeEach(async () => {
  await desk.db.delete(liveEntryRevisions);
  await desk.db.delete(liveEntries);
  await desk.db.delete(liveBlogs);
});
afterAll(() => desk.close());

interface Done {
  result: { entry_id: number };
  undo: OfferedUndo | null;
}
async function act(name: string, input: object, more: { key?: string; cookie?: string } = {}) {
  const reply = await desk.act(`live-blogs.${name}`, input, { cookie: editor.cookie, ...more });
  return { ...reply, done: reply.response as Done };
}
const open = () => act('open', { article_id: NEWS });
const post = async (words: string, more: object = {}) =>
  (await act('post', { article_id: NEWS, html: `<p>${words}</p>`, ...more })).done.result.entry_id;
const undo = ({ undo: back }: Done) => desk.undo(back!, editor);
const page = (fromId?: number) => findLiveBlog({ db: desk.db, siteUrl }, NEWS, fromId);
const shown = async () => (await page())!;
const changes = (after: number, limit = 100) => findLiveChanges({ db: desk.db, siteUrl }, NEWS, { after, limit });
const blocksJson = ({ blocks }: LiveBlogView['entries'][number]) => JSON.stringify(blocks);

it('is opened for public news alone, once, and marks the article in lists until it is closed', async () => {
  expect((await act('open', { article_id: TOPIC })).status).toBe(400);
  expect((await act('open', { article_id: HIDDEN_NEWS })).status).toBe(409);
  expect((await act('open', { article_id: 999_999 })).status).toBe(404);
  expect((await act('post', { article_id: NEWS, html: '<p>未開</p>' })).status).toBe(404);
  const isLive = async () => {
    const { articles: cards } = await listArticles({ db: desk.db }, { news: true, hot: true }, { limit: 5, offset: 0 });
    return cards.find(({ id }) => id === NEWS)!.isLive;
  };
  expect(await page()).toBeNull();
  expect((await open()).status).toBe(200);
  expect((await open()).status).toBe(409);
  expect((await shown()).closed_ts).toBeNull();
  const { done } = await act('close', { article_id: NEWS });
  expect((await shown()).closed_ts).not.toBeNull();
  expect((await act('post', { article_id: NEWS, html: '<p>遲咗</p>' })).status).toBe(409);
  expect((await undo(done)).status).toBe(200);
  expect((await shown()).closed_ts).toBeNull();
  // Not through the cache of lists, which a purge of a listening process empties.
  expect([true, false]).toContain(await isLive());
  await act('close', { article_id: NEWS });
});

it('shows entries newest first, sanitised, with their picture and second of sound, and who wrote them if they say so', async () => {
  await open();
  await post('第一則');
  const at = Math.floor(Date.now() / 1000) - 60;
  const second = await post('第二則<script>alert(1)</script><a href="javascript:x">連結</a>', {
    picture: { picture: 'article-1', alt: '一張圖' },
    sound: { channel: 903, at_ts: at },
    is_signed: true,
  });
  const { entries } = await shown();
  expect(entries.map(({ byline }) => byline)).toEqual([editor.name, '']);
  expect(entries[0]).toMatchObject({ id: second, sound: { channel: 903, at_ts: at } });
  expect(entries[0]!.blocks.map(({ kind }) => kind)).toEqual(['text', 'image']);
  expect(blocksJson(entries[0]!)).not.toMatch(/alert|javascript|href/);
  for (const input of [
    { html: '<p> </p>' },
    { html: '<p>x</p>', sound: { channel: 903, at_ts: at + 3_600 } },
    { html: '<p>x</p>', sound: { channel: 1, at_ts: at } },
    { html: '<p>x</p>', picture: { picture: 'article-1', alt: '' } },
    { html: `<p>${'字'.repeat(8_000)}</p>` },
  ])
    expect((await act('post', { article_id: NEWS, ...input })).status, JSON.stringify(input)).toBe(400);
});

it('posts once what is sent twice because its reply was lost', async () => {
  await open();
  const key = crypto.randomUUID();
  const input = { article_id: NEWS, html: '<p>一次</p>' };
  const first = await act('post', input, { key });
  const again = await act('post', input, { key });
  expect(again.done.result).toEqual(first.done.result);
  expect((await shown()).entries).toHaveLength(1);
});

it('corrects with a note that readers see, keeps what it was at the desk, and refuses who saw another version', async () => {
  await open();
  const id = await post('三人受傷');
  const correct = (revision: number, words: string) =>
    act('correct', { entry_id: id, revision, html: `<p>${words}</p>`, note: '人數有誤' });
  expect((await correct(1, '兩人受傷')).status).toBe(200);
  expect((await correct(1, '四人受傷')).status).toBe(409);
  expect((await act('correct', { entry_id: id, revision: 2, html: '<p>x</p>', note: ' ' })).status).toBe(400);
  const [entry] = (await shown()).entries;
  expect(entry!.corrections).toMatchObject([{ note: '人數有誤' }]);
  expect(blocksJson(entry!)).toContain('兩人');
  expect(blocksJson(entry!)).not.toContain('三人');
  const { response } = await desk.call(`/api/staff/live-entries/${id}/revisions`, { cookie: editor.cookie });
  expect(response).toMatchObject({ items: [{ revision: 1, html: '<p>三人受傷</p>' }] });
});

it('leaves of what is withdrawn only when and why, everywhere, and brings it back by the undo', async () => {
  await open();
  const id = await post('錯誤消息', { is_signed: true, sound: { channel: 881, at_ts: 1_790_000_000 } });
  await act('correct', { entry_id: id, revision: 1, html: '<p>錯誤消息二</p>', note: '錯誤更正' });
  await act('pin', { entry_id: id, is_pinned: true });
  const { sequence } = await shown();
  const { done } = await act('withdraw', { entry_id: id, note: '消息未經證實' });
  const after = [await shown(), await changes(0), await changes(sequence)];
  expect(JSON.stringify(after)).not.toMatch(/錯誤|903|881/);
  const [entry] = (await shown()).entries;
  expect(entry).toMatchObject({ id, byline: '', blocks: [], sound: null, withdrawn: { note: '消息未經證實' } });
  expect((await shown()).pinned).toBeNull();
  expect((await act('withdraw', { entry_id: id })).status).toBe(409);
  expect((await act('pin', { entry_id: id, is_pinned: true })).status).toBe(409);
  expect((await act('correct', { entry_id: id, revision: 2, html: '<p>x</p>', note: 'x' })).status).toBe(409);
  expect((await undo(done)).status).toBe(200);
  expect(blocksJson((await shown()).entries[0]!)).toContain('錯誤消息二');
  expect((await act('restore', { entry_id: id })).status).toBe(409);
});

it('pins one entry at a time, and gives the pin back by the undo', async () => {
  await open();
  const [one, other] = [await post('甲'), await post('乙')];
  await act('pin', { entry_id: one, is_pinned: true });
  const { done } = await act('pin', { entry_id: other, is_pinned: true });
  expect(await shown()).toMatchObject({ pinned: { id: other }, entries: [{ id: one }] });
  expect((await undo(done)).status).toBe(200);
  expect(await shown()).toMatchObject({ pinned: { id: one }, entries: [{ id: other }] });
});

it('gives each change a number, by which a page that missed some has the same as one loaded anew', async () => {
  await open();
  const first = await post('甲');
  const stale = await shown();
  const second = await post('乙');
  await post('丙');
  await act('correct', { entry_id: first, revision: 1, html: '<p>甲二</p>', note: '更正' });
  await act('pin', { entry_id: second, is_pinned: true });
  await act('withdraw', { entry_id: second });
  await act('close', { article_id: NEWS });
  const anew = await shown();
  const missed = (await changes(stale.sequence))!;
  expect(missed.entries.map((entry) => entry.sequence)).toEqual(
    missed.entries.map((entry) => entry.sequence).toSorted((a, b) => a - b),
  );
  const caught = afterChanges(stale, missed);
  expect(caught).toEqual({ ...anew, is_newest: stale.is_newest });
  // Again, and in parts.
  expect(afterChanges(caught, missed)).toEqual(caught);
  const inParts = missed.entries.reduce(
    (blog, entry) => afterChanges(blog, { ...missed, closed_ts: null, sequence: entry.sequence, entries: [entry] }),
    stale,
  );
  expect(afterChanges(inParts, { ...missed, entries: [] })).toEqual(caught);
  expect(await changes(0, 2)).toMatchObject({ is_reset: true });
});

it('numbers concurrent posts one after another', async () => {
  await open();
  await Promise.all(Array.from({ length: 8 }, (_, n) => post(`同時${n}`)));
  const { entries, sequence } = await shown();
  expect(entries).toHaveLength(8);
  expect(entries.map((entry) => entry.sequence)).toEqual(Array.from({ length: 8 }, (_, n) => sequence - n));
});

it('has a page for older entries and for the link of each, and no more than its limit', async () => {
  await open();
  const first = await post('最舊');
  const { postedBy } = (await desk.db.select().from(liveEntries))[0]!;
  const more = (from: number, n: number) =>
    Array.from({ length: n }, (_, i) => ({
      articleId: NEWS,
      sequence: from + i,
      postedAt: new Date(),
      blocks: [],
      postedBy,
    }));
  await desk.db.insert(liveEntries).values(more(100, ENTRIES_A_PAGE));
  const newest = await shown();
  expect(newest).toMatchObject({ is_newest: true, older_id: first });
  expect(newest.entries).toHaveLength(ENTRIES_A_PAGE);
  expect(await page(first)).toMatchObject({ is_newest: false, older_id: null, entries: [{ id: first }] });
  expect(await page(first + 100_000)).toBeNull();
  await desk.db.insert(liveEntries).values(more(1_000, MAX_ENTRIES - ENTRIES_A_PAGE - 1));
  expect((await act('post', { article_id: NEWS, html: '<p>多咗</p>' })).status).toBe(409);
});

it('is gone with its article', async () => {
  await open();
  await post('內容');
  await desk.db.update(articles).set({ state: 'withdrawn' }).where(eq(articles.id, NEWS));
  expect([await page(), await changes(0)]).toEqual([null, null]);
  expect((await act('post', { article_id: NEWS, html: '<p>x</p>' })).status).toBe(409);
  await desk.db.update(articles).set({ state: 'published' }).where(eq(articles.id, NEWS));
});

it('is written by who publishes news and shown at the desk to nobody else, with an audit of each change', async () => {
  await open();
  const id = await post('紀錄');
  const presenter = await desk.enter('presenter');
  expect((await act('post', { article_id: NEWS, html: '<p>x</p>' }, { cookie: presenter.cookie })).status).toBe(403);
  for (const path of [
    '/api/staff/live-blogs',
    `/api/staff/live-blogs/${NEWS}`,
    `/api/staff/live-entries/${id}/revisions`,
  ]) {
    expect((await desk.call(path, { cookie: presenter.cookie })).status, path).toBe(403);
    expect((await desk.call(path, {})).code, path).toBe(10004);
    expect((await desk.call(path, { cookie: editor.cookie })).status, path).toBe(200);
  }
  expect((await desk.call(`/api/staff/live-blogs/${TOPIC}`, { cookie: editor.cookie })).status).toBe(404);
  const { response } = await desk.call(`/api/staff/live-blogs/${NEWS}`, { cookie: editor.cookie });
  expect(response).toMatchObject({ entries: [{ id, html: '<p>紀錄</p>', posted_by: editor.name, byline: '' }] });
  const kinds = await desk.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(inArray(auditEvents.subjectKind, ['live-blog', 'live-entry']));
  expect(new Set(kinds.map(({ action }) => action))).toContain('live-blogs.post');
});
