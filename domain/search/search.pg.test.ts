import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedStation } from '#db/seed/station.ts';
import { articles } from '#db/tables/articles.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { indexItem, isIndexStale, rebuildIndex } from './search-index.ts';
import { HOST_TYPE } from '#shared/enums.ts';
import { search, suggest, type SearchRequest } from './search.ts';

let database: TestDatabase;
const now = new Date('2026-11-21T12:00:00+08:00');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

type ArticleValues = typeof articles.$inferInsert;
const article = (id: number, title: string, text: string, values: Partial<ArticleValues> = {}): ArticleValues => ({
  id,
  contentType: 301,
  title,
  slug: title,
  blocks: [{ type: 1, html: `<p>${text}</p>` }],
  state: 'published',
  publishAt: hoursAgo(id),
  ...values,
});

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await seedStation(db);
  await db
    .insert(articles)
    .values([
      article(1, '海濱單車徑全線貫通', '由堅尼地城踩到筲箕灣，沿途經過中環。'),
      article(2, '油站減價一覽', '有車主話，海濱一帶油站最平。'),
      article(3, '叱吒903 新節目巡禮', 'R&amp;B 同 City Pop 輪住播。'),
      article(4, '將軍澳跨灣大橋', '新橋通車，巴士路線有變。', { contentType: 304, section: 'local' }),
      article(5, '未到時間嘅海濱消息', '海濱', { publishAt: new Date(now.getTime() + 3_600_000) }),
      article(6, '已經收起嘅海濱消息', '海濱', { state: 'withdrawn' }),
      article(7, '草稿海濱', '海濱', { state: 'draft' }),
      article(8, '完咗期嘅海濱消息', '海濱', { withdrawAt: hoursAgo(1) }),
    ]);
  await rebuildIndex({ db, now });
});
afterAll(() => database.close());

const find = async (q: string, more: Partial<SearchRequest> = {}) => search({ db: database.db, now }, { q, ...more });
const titles = async (q: string, more: Partial<SearchRequest> = {}) =>
  (await find(q, more)).hits.map((hit) => hit.title);

describe('what is found', () => {
  it('finds two-character words in titles and bodies, titles first', async () => {
    expect(await titles('海濱')).toEqual(['海濱單車徑全線貫通', '油站減價一覽']);
  });

  it.each(['叱咤903', '叱吒903', '叱咤903 ', '叱咤９０３', '叱吒 903'])(
    'finds the channel written as %s',
    async (q) => {
      expect(await titles(q, { type: 'article' })).toEqual(['叱吒903 新節目巡禮']);
    },
  );

  it('finds Traditional by Simplified and the other way round', async () => {
    expect(await titles('将军澳')).toContain('將軍澳跨灣大橋');
    expect(await titles('坚尼地城', { type: 'article' })).toEqual(['海濱單車徑全線貫通']);
  });

  it('finds Latin words in any case and with marks of any kind around them', async () => {
    expect(await titles('CITY pop')).toContain('叱吒903 新節目巡禮');
    expect(await titles('r&b', { type: 'article' })).toEqual(['叱吒903 新節目巡禮']);
  });

  it('filters by type', async () => {
    expect(await titles('將軍澳', { type: 'news' })).toEqual(['將軍澳跨灣大橋']);
    expect((await find('叱咤', { type: 'program' })).hits.every((hit) => hit.contentType === 200)).toBe(true);
    expect((await find('叱咤', { type: 'host' })).hits.every((hit) => hit.contentType === HOST_TYPE)).toBe(true);
  });

  it('puts the programme and the page of that name before headlines that begin with it', async () => {
    const { db } = database;
    await db
      .insert(articles)
      .values([21, 22, 23, 24].map((id) => article(id, `交通警員憶沙田：雨聲最難忘${id}`, '', { contentType: 308 })));
    await rebuildIndex({ db, now });
    const { hits } = await find('交通');
    const headline = hits.findIndex(({ contentType }) => contentType === 308);
    const before = hits.slice(0, headline);
    expect(before.map(({ path }) => path)).toContain('/traffic');
    expect(before.some(({ contentType, title }) => contentType === 200 && title.includes('交通'))).toBe(true);
    await db.delete(articles).where(eq(articles.contentType, 308));
    await rebuildIndex({ db, now });
  });

  it('sorts by latest (R-203)', async () => {
    expect(await titles('海濱', { sort: 'latest' })).toEqual(['海濱單車徑全線貫通', '油站減價一覽']);
    expect(await titles('由 一', { sort: 'latest' })).toEqual([]);
  });

  it('marks what was looked for in title and excerpt, as it was written', async () => {
    const [hit] = (await find('坚尼地城', { type: 'article' })).hits;
    expect(hit?.excerptParts.filter((part) => part.hit)).toEqual([{ text: '堅尼地城', hit: true }]);
    const [channel] = (await find('叱咤903', { type: 'article' })).hits;
    expect(channel?.titleParts[0]).toEqual({ text: '叱吒903', hit: true });
  });
});

describe('what is not found', () => {
  it('keeps from search what is not published yet, withdrawn, a draft or over', async () => {
    const found = await titles('海濱', { sort: 'latest' });
    expect(found.filter((title) => /消息|草稿/.test(title))).toEqual([]);
  });

  it.each([
    '',
    '   ',
    '\0',
    '😀',
    '!!!',
    "' or 1=1 --",
    '& | ! <-> :*',
    '"""',
    '\\',
    '\u202e',
    'x'.repeat(10_000),
    '海'.repeat(10_000),
    '\ud800',
  ])('answers %j with nothing and no error', async (q) => {
    for (const sort of ['latest', 'relevant'] as const) {
      const { hits, total } = await find(q, { sort });
      expect({ hits, total }).toEqual({ hits: [], total: 0 });
    }
    expect(await suggest({ db: database.db, now }, q)).toEqual([]);
  });
});

describe('the index', () => {
  it('follows a change, a withdrawal and a return', async () => {
    const { db } = database;
    const context = { db, now };
    const change = async (values: Partial<ArticleValues>) => {
      await db.update(articles).set(values).where(eq(articles.id, 4));
      await indexItem(context, { contentType: 304, itemId: 4 });
    };
    await change({ title: '藍地大橋通車' });
    expect(await titles('藍地')).toEqual(['藍地大橋通車']);
    await change({ state: 'withdrawn' });
    expect(await titles('藍地')).toEqual([]);
    await change({ state: 'published', title: '將軍澳跨灣大橋' });
    expect(await titles('跨灣')).toEqual(['將軍澳跨灣大橋']);
  });

  it('is whole after a rebuilding, which leaves nothing of what has gone', async () => {
    const { db } = database;
    expect(await isIndexStale({ db })).toBe(false);
    await db.insert(articles).values(article(9, '新到一篇', '新到'));
    expect(await isIndexStale({ db })).toBe(true);
    await rebuildIndex({ db, now });
    expect(await isIndexStale({ db })).toBe(false);
    expect(await titles('新到')).toEqual(['新到一篇']);
  });
});
