import { sql } from 'drizzle-orm';
import { Logger, run } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { SEARCH_INDEX, workerPreset } from '#db/outbox.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { publishArticle, saveArticle, withdrawArticle } from './article-edit.ts';
import type { ArticleInput } from './article-edit.schema.ts';
import { articleTasks } from './articles.jobs.ts';
import { getArticle } from './articles.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let watch: Watch;
/** Tags of purged pages, a line per notification. */
let purges: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertSmallNewsroom(database.db);
  watch = await watchNotifications(database.pool, PAGE_PURGE, {
    onMessage: (tags) => purges.push(tags),
    onListening: () => {},
  });
});
afterAll(async () => {
  await watch.close();
  await database.close();
});
beforeEach(() => {
  purges = [];
});
afterEach(async () => {
  await database.db.execute(
    sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`,
  );
});

const context = () => ({ db: database.db, now: new Date() });
const draft = (values: Partial<ArticleInput> = {}): ArticleInput => ({
  contentType: 301,
  title: '新題目',
  blocks: [{ type: ContentBlockType.TEXT, html: '<p>內文<script>alert(1)</script></p>' }],
  ...values,
});
const jobs = async () =>
  (
    await database.db.execute<{ key: string; run_at: Date }>(
      sql`select key, run_at from graphile_worker.jobs where task_identifier = 'article-changed' order by key`,
    )
  ).rows;
const isPublic = async (id: number) => {
  try {
    await getArticle(context(), id);
    return true;
  } catch {
    return false;
  }
};
const heard = (tag: string) =>
  expect.poll(() => purges.flatMap((tags) => tags.split(',')), { timeout: 10_000 }).toContain(tag);

describe('writing', () => {
  it('stores a draft that nobody sees and nobody is told of, with its HTML sanitised', async () => {
    const { id } = await saveArticle(context(), draft());
    expect(await isPublic(id)).toBe(false);
    expect(await jobs()).toEqual([]);
    await publishArticle(context(), { id });
    expect(await getArticle(context(), id)).toMatchObject({
      slug: '新題目',
      previewContent: '內文',
      blocks: [{ type: 1, html: '<p>內文</p>' }],
    });
  });

  it('marks what can be heard and watched', async () => {
    const { id } = await saveArticle(
      context(),
      draft({
        blocks: [
          { type: ContentBlockType.AUDIO, mediaFileId: 1, title: '錄音', durationMs: 1 },
          { type: ContentBlockType.YOUTUBE, videoId: 'abcdefghijk', title: '片' },
        ],
      }),
    );
    await publishArticle(context(), { id });
    expect(await getArticle(context(), id)).toMatchObject({ hasAudio: true, hasVideo: true });
  });

  it.each<[string, Partial<ArticleInput>]>([
    ['no title', { title: ' ' }],
    ['control characters', { title: 'a\u0000b' }],
    ['letters turned around', { title: 'a\u202eb' }],
    ['news without a section', { contentType: 304 }],
    ['a hot topic with one', { section: 'local' }],
    ['an editorial among sports', { contentType: 305, section: 'sports' }],
    ['the cooperative outside traffic', { isRoadCoop: true }],
    ['how bad it is on the road outside traffic', { severity: 3 }],
    ['a category of another kind', { categoryId: 2 }],
    ['no such category', { categoryId: 99 }],
    ['no such column', { columnId: 99 }],
    ['no such programme', { programId: 99 }],
    ['no such recording', { blocks: [{ type: 3, mediaFileId: 99, title: '', durationMs: 0 }] }],
    ['sound given as video', { blocks: [{ type: 4, mediaFileId: 1, title: '', durationMs: 0, poster: '' }] }],
    ['a post from elsewhere', { blocks: [{ type: 5, url: 'https://facebook.com.evil.example/x', title: '' }] }],
    ['a video id that breaks out', { blocks: [{ type: 6, videoId: '"><script>', title: '' }] }],
    ['a picture of a path', { keyart: '../../etc/passwd' }],
    ['too many blocks', { blocks: Array.from({ length: 201 }, () => ({ type: 1 as const, html: 'x' })) }],
  ])('refuses %s', async (_what, values) => {
    await expect(saveArticle(context(), draft(values))).rejects.toMatchObject({ errorName: 'invalidParam' });
  });

  it('changes no article that is not there', async () => {
    await expect(saveArticle(context(), draft({ id: 404 }))).rejects.toMatchObject({ errorName: 'dataNotFound' });
    for (const id of [404, 0, 2 ** 31, Number.NaN]) {
      await expect(publishArticle(context(), { id })).rejects.toMatchObject({ errorName: 'dataNotFound' });
      await expect(withdrawArticle(context(), { id })).rejects.toMatchObject({ errorName: 'dataNotFound' });
    }
  });
});

describe('a change of what is public', () => {
  it('drops the pages that show it, those of its former kind as well', async () => {
    const { id } = await saveArticle(context(), draft());
    await publishArticle(context(), { id });
    await heard(`article:${id}`);
    purges = [];
    await saveArticle(context(), draft({ id, contentType: 307 }));
    await heard('articles:301');
    await heard('articles:307');
  });

  it('is told in the transaction that makes it: a failed one tells nobody', async () => {
    const { id } = await saveArticle(context(), draft());
    await expect(
      database.db.transaction(async (tx) => {
        await publishArticle({ db: tx, now: new Date() }, { id });
        throw new Error('the desk changed its mind');
      }),
    ).rejects.toThrow();
    expect(await jobs()).toEqual([]);
    expect(await isPublic(id)).toBe(false);
  });

  it('waits for its instants, and moves with them', async () => {
    const { id } = await saveArticle(context(), draft());
    const [first, second, third] = [1, 2, 3].map((hours) => new Date(Date.now() + hours * 3_600_000)) as [
      Date,
      Date,
      Date,
    ];
    await publishArticle(context(), { id, publishAt: first, withdrawAt: third });
    await publishArticle(context(), { id, publishAt: second, withdrawAt: third });
    const waiting = (await jobs()).map(({ key, run_at }) => [key, new Date(run_at).getTime()]);
    expect(waiting.slice(1)).toEqual([
      [`article-changed:${id}:publish`, second.getTime()],
      [`article-changed:${id}:withdraw`, third.getTime()],
    ]);
    await withdrawArticle(context(), { id });
    expect((await jobs()).map(({ key }) => key)).toEqual([`article-changed:${id}`]);
    await expect(publishArticle(context(), { id, publishAt: second, withdrawAt: first })).rejects.toMatchObject({
      errorName: 'invalidParam',
    });
    await expect(publishArticle(context(), { id, publishAt: new Date(Number.NaN) })).rejects.toMatchObject({
      errorName: 'invalidParam',
    });
  });

  it('appears at its instant and goes at its other, with pages dropped and search told after each', async () => {
    const indexed: unknown[] = [];
    const runner = await run({
      pgPool: database.pool,
      pollInterval: 200,
      preset: workerPreset,
      noHandleSignals: true,
      taskList: {
        ...articleTasks({ db: database.db, clock: () => new Date() }),
        [SEARCH_INDEX]: (payload) => void indexed.push(payload),
      },
      parsedCronItems: [],
      logger: new Logger(() => () => {}),
    });
    try {
      const { id } = await saveArticle(context(), draft());
      const publishAt = new Date(Date.now() + 1_500);
      await publishArticle(context(), { id, publishAt, withdrawAt: new Date(publishAt.getTime() + 1_500) });
      expect(await isPublic(id)).toBe(false);
      /** Whether it was public when each notification arrived. */
      const seen: boolean[] = [];
      let told = 0;
      await expect
        .poll(
          async () => {
            while (told < purges.length) if (purges[told++]?.includes(`article:${id}`)) seen.push(await isPublic(id));
            return seen.filter((is, i) => is !== seen[i - 1]);
          },
          { timeout: 20_000, interval: 50 },
        )
        .toEqual([false, true, false]);
      await expect.poll(() => indexed.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
      expect(indexed).toContainEqual({ contentType: 301, itemId: id });
    } finally {
      await runner.stop();
    }
  }, 40_000);
});
