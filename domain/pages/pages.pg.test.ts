import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobOpenings, staticPages } from '#db/tables/pages.ts';
import { Brand, ContentBlockType } from '#shared/enums.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { getStaticPage, listGuideParts, listJobOpenings } from './pages.ts';

let database: TestDatabase;
const blocks = [{ type: ContentBlockType.TEXT, html: '<p>字</p>' }];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(staticPages).values([
    { name: 'terms', lang: 'zh-Hant', title: '條款', blocks },
    { name: 'terms', lang: 'en', title: 'Terms', blocks },
    ...[2, 10, 1].map((n) => ({
      name: `archiveUserguide/${n}`,
      lang: 'zh-Hant' as const,
      title: `第${n}部`,
      blocks,
    })),
  ]);
  await database.db.insert(jobOpenings).values([
    { brand: Brand.CR, title: '編輯', postedHk: '2026-11-01', closesHk: '2026-11-21' },
    { brand: Brand.CR, title: '舊職位', postedHk: '2026-10-01', closesHk: '2026-11-20' },
    { brand: Brand.CRi, title: '工程師', postedHk: '2026-11-10', closesHk: null },
    { brand: Brand.CRP, title: '製作助理', postedHk: '2026-10-01', closesHk: '2026-10-02' },
    { brand: Brand.CRi, title: '收起', postedHk: '2026-11-10', closesHk: null, status: 0 },
  ]);
});
afterAll(() => database.close());

it('gives a page in the language asked for, and none that was not written (R-093, R-095)', async () => {
  expect((await getStaticPage(database, 'terms')).title).toBe('條款');
  expect((await getStaticPage(database, 'terms', 'en')).title).toBe('Terms');
  await expect(getStaticPage(database, 'faq')).rejects.toMatchObject({ errorName: 'dataNotFound' });
});

it('counts the parts of the guide, not their letters (R-096)', async () => {
  expect((await listGuideParts(database)).map((part) => part.title)).toEqual(['第1部', '第2部', '第10部']);
});

it('lists openings until the end of their last day in Hong Kong (R-040)', async () => {
  const titles = async (iso: string, brand?: Brand) =>
    (await listJobOpenings({ db: database.db, now: new Date(iso) }, { brand })).map((job) => job.title);
  expect(await titles('2026-11-21T15:59:00Z')).toEqual(['工程師', '編輯']);
  expect(await titles('2026-11-21T16:00:00Z')).toEqual(['工程師']);
  expect(await titles('2026-11-21T04:00:00Z', Brand.CR)).toEqual(['編輯']);
});
