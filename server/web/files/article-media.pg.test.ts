import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '#db/database.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { articleMedia } from './article-media.ts';

const BYTES = Buffer.from('0123456789abcdefghij');
const HOUR_MS = 3_600_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let app: FastifyInstance;
let fileId: number;
const articles = { published: 0, scheduled: 0, withdrawn: 0, draft: 0, other: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  const files = createFileStorage(folder);
  const sha256 = await files.put(BYTES);
  const [file] = await db
    .insert(tables.mediaFiles)
    .values({ kind: 1, title: '訪問', sha256, mimeType: 'audio/mp4', bytes: BYTES.length, durationMs: 1000 })
    .returning();
  fileId = file!.id;
  const audio = { type: ContentBlockType.AUDIO, mediaFileId: fileId, title: '訪問', durationMs: 1000 };
  const base = {
    contentType: 301,
    title: '題',
    slug: '題',
    blocks: [audio],
    publishAt: new Date(Date.now() - HOUR_MS),
  };
  const idOf = async (values: Partial<typeof tables.articles.$inferInsert>) =>
    (
      await db
        .insert(tables.articles)
        .values({ ...base, ...values })
        .returning()
    )[0]!.id;
  articles.published = await idOf({ state: 'published' });
  articles.scheduled = await idOf({ state: 'published', publishAt: new Date(Date.now() + HOUR_MS) });
  articles.withdrawn = await idOf({ state: 'withdrawn' });
  articles.draft = await idOf({ state: 'draft' });
  articles.other = await idOf({ state: 'published', blocks: [] });
  app = fastify({ frameworkErrors });
  installErrors(app);
  await app.register((scope) => articleMedia(scope, { db, files }));
  fenceCalls(app, ['/media']);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const get = (articleId: number | string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/media/articles/${articleId}/${fileId}`, headers });

it('gives a recording of a published article whole, and any range of it', async () => {
  const whole = await get(articles.published);
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload).toEqual(BYTES);
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/mp4',
    'accept-ranges': 'bytes',
    'content-length': '20',
  });
  const part = await get(articles.published, { range: 'bytes=5-9' });
  expect(part.statusCode).toBe(206);
  expect(part.body).toBe('56789');
  expect(part.headers['content-range']).toBe('bytes 5-9/20');
  const tail = await get(articles.published, { range: 'bytes=-3' });
  expect(tail.body).toBe('hij');
  const beyond = await get(articles.published, { range: 'bytes=20-' });
  expect(beyond.statusCode).toBe(416);
  expect(beyond.headers['content-range']).toBe('bytes */20');
});

it('says nothing new to who has it, and sends the whole to who has something else', async () => {
  const { etag } = (await get(articles.published)).headers;
  expect((await get(articles.published, { 'if-none-match': String(etag) })).statusCode).toBe(304);
  const other = await get(articles.published, { range: 'bytes=0-0', 'if-range': '"other"' });
  expect([other.statusCode, other.body.length]).toEqual([200, 20]);
});

it('answers HEAD with the size and no bytes', async () => {
  const head = await get(articles.published, {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '20', '']);
});

it.each(['scheduled', 'withdrawn', 'draft', 'other'] as const)(
  'gives nothing through an article that is %s or does not hold it',
  async (state) => {
    expect((await get(articles[state])).statusCode).toBe(404);
  },
);

it.each(['0', '-1', 'x', '99999999999', '%00', '1e3', '2147483648'])(
  'has nothing under the article id %s',
  async (id) => {
    expect((await get(id)).statusCode).toBe(404);
  },
);
