import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '#domain/audit/audit.ts';
import { getArticle } from '#domain/articles/articles.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { article, insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { articles } from '#db/tables/articles.ts';
import { draftActions } from './drafts.actions.ts';

let desk: OpenDesk;
let chief: Person;
let editor: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: draftActions() });
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  desk.clock.now = new Date();
  chief = await desk.enter('chief-editor');
  editor = await desk.enter('editor');
});
afterAll(() => desk.close());

const TABS = { one: 'client-of-tab-one', other: 'client-of-tab-other' };
let keys = 0;
const fresh = () => `a-fresh-key-${++keys}`;

interface Draft {
  draft_id: number;
  article_id: number | null;
  revision: number;
  published_revision: number | null;
  fields: Record<string, unknown> & { title: string; blocks: { id: string; html: string }[] };
  faults: object[];
  state: string;
}
async function begin(cookie = editor.cookie, fields: object = {}): Promise<number> {
  const { response } = await desk.call('/api/staff/drafts', {
    cookie,
    body: { fields: { contentType: 301, ...fields } },
  });
  return (response as { draft_id: number }).draft_id;
}
async function open(articleId: number, cookie = editor.cookie) {
  const { response, status } = await desk.call('/api/staff/drafts', { cookie, body: { article_id: articleId } });
  return { status, draftId: (response as { draft_id: number }).draft_id };
}
const read = async (id: number, cookie = editor.cookie) =>
  (await desk.call(`/api/staff/drafts/${id}`, { cookie })).response as Draft;
const save = (
  id: number,
  base: number,
  { blocks, removed, order, ...fields }: Record<string, unknown>,
  { client = TABS.one, cookie = editor.cookie } = {},
) =>
  desk.call(`/api/staff/drafts/${id}`, {
    cookie,
    body: { base_revision: base, client, fields, blocks, removed, order },
  });
const act = (name: string, input: object, { cookie = editor.cookie, reason = '' } = {}) =>
  desk.act(name, input, { cookie, reason });
const publicArticle = (id: number) => getArticle({ db: desk.db }, id).catch(() => null);
const text = (html: string) => [{ type: 1, html }];
const blocksOf = (count: number, chars: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `x${i}`, type: 1, html: 'x'.repeat(chars) }));
/** The first block of a draft with other text. */
const firstBlock = async (id: number, html: string) => [{ ...(await read(id)).fields.blocks[0], html }];

async function published(fields: object = {}) {
  const id = await begin(editor.cookie, { title: '第一版', blocks: text('<p>內文</p>'), ...fields });
  const { response } = await act('articles.publish', { draft_id: id, revision: 1 });
  return { id, articleId: (response as { result: { article_id: number } }).result.article_id };
}

describe('typing in two tabs', () => {
  it('merges different fields, and gives each tab what the other typed', async () => {
    const id = await begin();
    expect((await save(id, 1, { title: '題目' })).response).toMatchObject({ revision: 2 });
    const { status, response } = await save(id, 1, { caption: '導語' }, { client: TABS.other, cookie: chief.cookie });
    expect(status).toBe(200);
    expect(response).toMatchObject({ revision: 3, fields: { title: '題目' } });
    expect((await read(id)).fields).toMatchObject({ title: '題目', caption: '導語' });
  });

  it('refuses the same field with both values, and saves nothing of that call', async () => {
    const id = await begin();
    await save(id, 1, { title: '佢嘅' }, { client: TABS.other, cookie: chief.cookie });
    const { status, response } = await save(id, 1, { title: '我嘅', caption: '導語' });
    expect(status).toBe(409);
    expect((response as { detail: object }).detail).toMatchObject({
      revision: 2,
      conflicts: [{ part: 'title', theirs: '佢嘅', yours: '我嘅', by: chief.name }],
    });
    expect((await read(id)).fields).toMatchObject({ title: '佢嘅', caption: '' });
    // Having seen theirs, the tab may decide.
    expect((await save(id, 2, { title: '我嘅', caption: '導語' })).status).toBe(200);
  });

  it('takes the same value from both, and a save again whose reply was lost', async () => {
    const id = await begin();
    await save(id, 1, { title: '一樣' }, { client: TABS.other });
    expect((await save(id, 1, { title: '一樣' })).response).toMatchObject({ revision: 2 });
    // The first reply is lost: the tab goes on from its old base, with newer text.
    await save(id, 2, { caption: '一' });
    expect((await save(id, 2, { caption: '一二' })).response).toMatchObject({ revision: 4 });
  });

  it('merges different blocks and additions to their order, and refuses the same block with both versions', async () => {
    const id = await begin(editor.cookie, { blocks: [...text('<p>一</p>'), ...text('<p>二</p>')] });
    const [one, two] = (await read(id)).fields.blocks;
    const ids = [one!.id, two!.id];
    const theirs = { client: TABS.other, cookie: chief.cookie };
    const added = { id: 'theirs', type: 1, html: '<p>佢加</p>' };
    const order = { from: ids, to: [one!.id, 'theirs', two!.id] };
    await save(id, 1, { blocks: [{ ...two, html: '<p>佢改二</p>' }, added], order }, theirs);
    const mine = [one, added].map((block, i) => ({ ...block, id: i === 0 ? one!.id : 'mine', html: '<p>我</p>' }));
    const { response } = await save(id, 1, { blocks: mine, order: { from: ids, to: [one!.id, 'mine', two!.id] } });
    const merged = [one!.id, 'theirs', 'mine', two!.id];
    const blocks = expect.arrayContaining([added, { ...two, html: '<p>佢改二</p>' }]) as object[];
    expect(response).toMatchObject({ revision: 3, order: merged, blocks });
    expect((await read(id)).fields.blocks.map((block) => block.id)).toEqual(merged);
    const refused = await save(id, 1, { blocks: [{ ...two, html: '<p>我改二</p>' }] });
    expect(refused.status).toBe(409);
    expect((refused.response as { detail: object }).detail).toMatchObject({
      conflicts: [{ part: `block:${two!.id}`, theirs: { html: '<p>佢改二</p>' }, yours: { html: '<p>我改二</p>' } }],
    });
    // Removed by one, changed by the other.
    expect((await save(id, 1, { removed: [two!.id] })).status).toBe(409);
    await save(id, 3, { removed: [two!.id] });
    const late = await save(id, 3, { blocks: [{ ...two, html: '<p>遲咗</p>' }] }, theirs);
    expect((late.response as { detail: object }).detail).toMatchObject({
      conflicts: [{ theirs: null, by: editor.name }],
    });
  });

  it('gives a draft of before blocks had ids the same ones at each opening, and publishes none', async () => {
    const id = await begin(editor.cookie, { title: '舊稿', blocks: text('<p>一</p>') });
    const bare = JSON.stringify({ ...(await read(id)).fields, blocks: text('<p>一</p>') });
    await desk.db.execute(sql`update article_drafts set fields = ${bare}::jsonb where id = ${id}`);
    const { blocks } = (await read(id)).fields;
    await save(id, 1, { blocks: [{ ...blocks[0], html: '<p>二</p>' }] });
    expect((await read(id)).fields.blocks).toEqual([{ ...blocks[0], html: '<p>二</p>' }]);
    const { response } = await act('articles.publish', { draft_id: id, revision: 2 });
    const found = await publicArticle((response as { result: { article_id: number } }).result.article_id);
    expect(found?.blocks).toEqual(text('<p>二</p>'));
  });

  it('shows who else has it open, until they are gone for half a minute', async () => {
    const id = await begin();
    const beat = (client: string, cookie: string, hasTyped = false) =>
      desk.call(`/api/staff/drafts/${id}/presence`, { cookie, body: { client, has_typed: hasTyped } });
    await beat(TABS.other, chief.cookie, true);
    const seen = async () => ((await beat(TABS.one, editor.cookie)).response as { others: object[] }).others;
    expect(await seen()).toMatchObject([{ name: chief.name, is_me: false, typed_ts: expect.any(Number) as number }]);
    const before = desk.clock.now;
    desk.clock.now = new Date(before.getTime() + 31_000);
    expect(await seen()).toEqual([]);
    desk.clock.now = before;
  });

  it('has one draft an article, whoever opens it, made of what the article has', async () => {
    const [mine, theirs] = [await open(1), await open(1, chief.cookie)];
    expect(mine.draftId).toBe(theirs.draftId);
    expect(await read(mine.draftId)).toMatchObject({
      article_id: 1,
      fields: { title: '題目1', slug: '' },
      state: 'published',
    });
  });
});

describe('what is typed', () => {
  it('is public in no list and no call until it is published', async () => {
    const { id, articleId } = await published();
    const { revision } = await read(id);
    await save(id, revision, { title: '未出', blocks: await firstBlock(id, '<p>秘密</p>') });
    expect(await publicArticle(articleId)).toMatchObject({ title: '第一版', blocks: text('<p>內文</p>') });
    expect(await read(id)).toMatchObject({ revision: revision + 1, published_revision: revision });
    await act('articles.publish', { draft_id: id, revision: revision + 1 });
    expect(await publicArticle(articleId)).toMatchObject({ title: '未出', blocks: text('<p>秘密</p>') });
  });

  it('loses HTML that is not allowed when it is saved, and never has it in public', async () => {
    const bad =
      '<p onclick="x()">好<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:x">連</a></p>';
    const id = await begin();
    await save(id, 1, { title: '題目', blocks: await firstBlock(id, bad) });
    expect(JSON.stringify((await read(id)).fields.blocks)).not.toMatch(/script|onerror|onclick|img/);
    const { response } = await act('articles.publish', { draft_id: id, revision: 2 });
    const found = await publicArticle((response as { result: { article_id: number } }).result.article_id);
    expect(JSON.stringify(found?.blocks)).not.toMatch(/script|onerror|onclick|img/);
  });

  it.each([
    ['no such field', { evil: 1 }],
    ['a title of ten thousand characters', { title: 'x'.repeat(10_000) }],
    ['text of half a million', { blocks: blocksOf(3, 170_000) }],
    // One more than fits beside the first.
    ['201 blocks', { blocks: blocksOf(200, 1) }],
    ['a block without an id', { blocks: [{ type: 1, html: 'x' }] }],
    ['half of a character', { title: '\ud800' }],
  ])('is refused as %s', async (_what, fields) => {
    const id = await begin();
    expect((await save(id, 1, fields)).status).toBe(400);
  });

  it('names beside each field what prevents its publication, and is not published then', async () => {
    const id = await begin(editor.cookie, { contentType: 304 });
    const { response } = await save(id, 1, {
      programId: 99,
      blocks: [{ id: 'picture', type: 2, picture: 'a-picture', alt: '' }],
    });
    expect((response as Draft).faults).toEqual([
      { field: 'title', block: null, part: null, problem: 'missing' },
      { field: 'blocks', block: 1, part: 'alt', problem: 'missing' },
      { field: 'section', block: null, part: null, problem: 'invalid' },
    ]);
    const refused = await act('articles.publish', { draft_id: id, revision: 2 });
    expect(refused.status).toBe(400);
    await save(id, 2, { title: '有題目', section: 'local', removed: ['picture'] });
    expect((await read(id)).faults).toEqual([{ field: 'programId', block: null, part: null, problem: 'not-found' }]);
    expect((await act('articles.publish', { draft_id: id, revision: 3 })).status).toBe(400);
  });
});

describe('publishing', () => {
  it('keeps a revision and an audit event in its transaction', async () => {
    const { id, articleId } = await published();
    const { response } = await desk.call(`/api/staff/articles/${articleId}/revisions`, { cookie: editor.cookie });
    expect(response).toMatchObject({ items: [{ number: 1, title: '第一版', name: editor.name, note: '' }] });
    expect(await auditOf(desk.db, ['article', articleId])).toMatchObject([
      { action: 'articles.publish', who: editor.name, after: { title: '第一版', publish_at: 'now', revision: 1 } },
    ]);
    expect(await read(id)).toMatchObject({ article_id: articleId, state: 'published', published_revision: 1 });
  });

  it('refuses a draft that has changed since its publisher looked', async () => {
    const { id } = await published();
    await save(id, 1, { title: '啱啱改咗' }, { client: TABS.other, cookie: chief.cookie });
    expect((await act('articles.publish', { draft_id: id, revision: 1 })).status).toBe(409);
  });

  it('shows in its preview what the run then does, and makes nothing public by it', async () => {
    const id = await begin(editor.cookie, { title: '預覽' });
    const input = { draft_id: id, revision: 1 };
    const preview = await desk.call('/api/staff/actions/articles.publish/preview', {
      cookie: editor.cookie,
      body: { input },
    });
    const { hash, rows } = preview.response as { hash: string; rows: object[] };
    expect(rows).toMatchObject([{ before: { state: null }, after: { title: '預覽', state: 'published' } }]);
    expect((await read(id)).article_id).toBeNull();
    const body = { input, reason: '', shown_hash: hash };
    const run = await desk.call('/api/staff/actions/articles.publish', { cookie: editor.cookie, key: fresh(), body });
    expect(run.status).toBe(200);
  });

  it('waits for its instant: hidden until then, with a job for both ends, and gone at the other', async () => {
    const now = Math.floor(Date.now() / 1000);
    const id = await begin(editor.cookie, { title: '聽日見' });
    const input = { draft_id: id, revision: 1, publish_ts: now + 3_600, withdraw_ts: now + 7_200 };
    const { response } = await act('articles.publish', input);
    const { article_id: articleId } = (response as { result: { article_id: number } }).result;
    expect(await publicArticle(articleId)).toBeNull();
    const jobs = await desk.db.execute<{ key: string; run_at: Date }>(
      sql`select key, run_at from graphile_worker.jobs where key like ${`article-changed:${articleId}:%`} order by key`,
    );
    expect(jobs.rows.map(({ run_at: at }) => new Date(at).getTime() / 1000)).toEqual([now + 3_600, now + 7_200]);
    expect((await read(id)).state).toBe('scheduled');
    const listed = await desk.call(`/api/staff/articles?state=scheduled&text=聽日見`, { cookie: editor.cookie });
    expect(listed.response).toMatchObject({ items: [{ article_id: articleId, publish_ts: now + 3_600 }] });
  });

  it('is not published by an instant that has passed, but by one that passed while it was confirmed', async () => {
    const now = Math.floor(Date.now() / 1000);
    const id = await begin(editor.cookie, { title: '琴日見' });
    const refused = await act('articles.publish', { draft_id: id, revision: 1, publish_ts: now - 86_400 });
    expect(refused).toMatchObject({ status: 400, response: { detail: { why: 'publication-past' } } });
    expect((await read(id)).article_id).toBeNull();
    expect((await act('articles.publish', { draft_id: id, revision: 1, publish_ts: now - 60 })).status).toBe(200);
  });

  it('leaves what is public where it is in the lists, and hides it for no later instant', async () => {
    const { id, articleId } = await published();
    const { publishAtMs } = (await publicArticle(articleId))!;
    await save(id, 1, { title: '第二版' });
    const later = Math.floor(Date.now() / 1000) + 3_600;
    expect((await act('articles.publish', { draft_id: id, revision: 2, publish_ts: later })).status).toBe(400);
    await act('articles.publish', { draft_id: id, revision: 2 });
    expect(await publicArticle(articleId)).toMatchObject({ title: '第二版', publishAtMs });
  });

  it('is taken back by a withdrawal with a reason, which an editor may not do', async () => {
    const { articleId } = await published();
    const input = { article_id: articleId };
    expect((await act('articles.withdraw', input, { reason: 'wrong' })).status).toBe(403);
    expect((await act('articles.withdraw', input, { cookie: chief.cookie })).status).toBe(400);
    expect((await act('articles.withdraw', input, { cookie: chief.cookie, reason: 'wrong' })).status).toBe(200);
    expect(await publicArticle(articleId)).toBeNull();
    expect((await act('articles.withdraw', input, { cookie: chief.cookie, reason: 'wrong' })).status).toBe(409);
  });

  it('corrects with a note to readers that is text, whatever it holds', async () => {
    const { id, articleId } = await published();
    await save(id, 1, { title: '更正咗' });
    const input = { draft_id: id, revision: 2, note: '更正：<b>人名</b>打錯' };
    expect((await act('articles.correct', input, { reason: 'a name' })).status).toBe(200);
    expect(await publicArticle(articleId)).toMatchObject({
      title: '更正咗',
      blocks: [...text('<p>內文</p>'), ...text('<p><em>更正：&lt;b&gt;人名&lt;/b&gt;打錯</em></p>')],
    });
    expect((await read(id)).published_revision).toBe(3);
  });

  it('keeps what stood before the desk, and restores it into the draft only', async () => {
    await desk.db.insert(articles).values([article(500, { title: '舊時' })]);
    const { draftId } = await open(500);
    await save(draftId, 1, { title: '新嘅' });
    await act('articles.publish', { draft_id: draftId, revision: 2 });
    expect((await act('articles.restore', { article_id: 500, revision: 1 })).status).toBe(200);
    expect(await read(draftId)).toMatchObject({ fields: { title: '舊時' }, revision: 3 });
    expect(await publicArticle(500)).toMatchObject({ title: '新嘅' });
    // The tab that had it open learns of it by its next save.
    expect((await save(draftId, 2, { title: '再改' })).status).toBe(409);
  });

  it('throws a draft away and leaves the article', async () => {
    const { id, articleId } = await published();
    await save(id, 1, { title: '唔要' });
    expect((await act('drafts.discard', { draft_id: id, revision: 2 })).status).toBe(200);
    expect((await save(id, 2, { title: '太遲' })).status).toBe(404);
    expect(await publicArticle(articleId)).toMatchObject({ title: '第一版' });
    expect((await read((await open(articleId)).draftId)).fields.title).toBe('第一版');
  });
});

describe('who may', () => {
  it('write, publish and withdraw, by role; nobody without a session', async () => {
    const id = await begin();
    const presenter = await desk.enter('presenter');
    const finance = await desk.enter('finance');
    expect((await save(id, 1, { title: '題目' }, { cookie: presenter.cookie })).status).toBe(200);
    expect((await act('articles.publish', { draft_id: id, revision: 2 }, { cookie: presenter.cookie })).status).toBe(
      403,
    );
    for (const path of ['articles', 'articles/choices', `drafts/${id}`, 'articles/1/revisions']) {
      expect((await desk.call(`/api/staff/${path}`, { cookie: finance.cookie })).status, path).toBe(403);
      expect((await desk.call(`/api/staff/${path}`)).status, path).toBe(401);
    }
    expect((await save(id, 2, { title: 'x' }, { cookie: finance.cookie })).status).toBe(403);
    // Neither learns what exists.
    expect((await save(99_999, 1, { title: 'x' }, { cookie: finance.cookie })).status).toBe(403);
  });

  it('keeps a role of one channel to that channel, before and after a change', async () => {
    const of903 = await desk.enter('chief-editor', { kind: 'channel', id: '903' });
    const { cookie } = of903;
    const mine = await begin(cookie, { title: '九零三稿', channelBitwise: 2 });
    const other = await begin(editor.cookie, { title: '八八一稿', channelBitwise: 1 });
    expect((await desk.call('/api/staff/drafts', { cookie, body: { fields: { contentType: 301 } } })).status).toBe(403);
    expect((await save(mine, 1, { caption: '導語' }, { cookie })).status).toBe(200);
    expect((await save(mine, 2, { channelBitwise: 1 }, { cookie })).status).toBe(403);
    for (const id of [other, 99_999]) {
      expect((await save(id, 1, { caption: 'x' }, { cookie })).status).toBe(403);
      expect((await desk.call(`/api/staff/drafts/${id}`, { cookie })).status).toBe(403);
      expect((await act('articles.publish', { draft_id: id, revision: 1 }, { cookie })).status).toBe(403);
    }
    const { response } = await desk.call('/api/staff/articles?text=稿', { cookie });
    expect((response as { items: { title: string }[] }).items.map(({ title }) => title)).toEqual(['九零三稿']);
    expect((await act('articles.publish', { draft_id: mine, revision: 2 }, { cookie })).status).toBe(200);
    // Typed out of its channel by somebody else: what is public is still theirs, what is typed is not.
    await save(mine, 2, { channelBitwise: 1 });
    expect((await act('articles.publish', { draft_id: mine, revision: 3 }, { cookie })).status).toBe(403);
    expect((await open(1, cookie)).status).toBe(403);
  });
});

describe('the list', () => {
  it('has drafts and articles of every state, each once, page by page, last changed first', async () => {
    const seen: string[] = [];
    let before = '';
    for (let pages = 0; pages < 20; pages++) {
      const { response } = await desk.call(`/api/staff/articles?${before}`, { cookie: editor.cookie });
      const page = response as {
        items: { draft_id: number; article_id: number; changed_ts: number }[];
        next_before: string;
      };
      seen.push(...page.items.map(({ draft_id: draft, article_id: id }) => `${draft}/${id}`));
      if (page.next_before === null) break;
      before = `before=${page.next_before}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const { rows } = await desk.db.execute<{ count: number }>(
      sql`select (select count(*) from articles)::int + (select count(*) from article_drafts where article_id is null)::int as count`,
    );
    expect(seen).toHaveLength(rows[0]!.count);
  });

  it('is narrowed by kind, state, text and to what is mine', async () => {
    const other = await desk.enter('editor');
    const id = await begin(other.cookie, { contentType: 302, title: '百分之 100% 我嘅' });
    const list = async (query: string) =>
      (
        (await desk.call(`/api/staff/articles?${query}`, { cookie: other.cookie })).response as {
          items: { draft_id: number | null; article_id: number | null; content_type: number; state: string }[];
        }
      ).items;
    expect((await list('mine=1')).map(({ draft_id: draft }) => draft)).toEqual([id]);
    expect((await list('text=100%25')).map(({ draft_id: draft }) => draft)).toEqual([id]);
    expect((await list('text=1')).some(({ article_id: article }) => article === 1)).toBe(true);
    expect(new Set((await list('kind=302')).map(({ content_type: kind }) => kind))).toEqual(new Set([302]));
    for (const state of ['draft', 'scheduled', 'published', 'withdrawn'])
      expect(new Set((await list(`state=${state}`)).map((row) => row.state)), state).toEqual(new Set([state]));
  });
});
