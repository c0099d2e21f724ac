import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { purgePages } from '#db/notifications.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { createFrontCache, tellFrontCaches } from './front-cache.ts';

/** A front cache that records requests and rejects them while `answers` has a status. */
async function receiver(answers: number[] = []) {
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    response.writeHead(answers.shift() ?? 200).end();
    told.push(`${request.method} ${request.url} ${String(request.headers['cache-tag'])}`);
    for (const go of waiting.splice(0)) go();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((done) => server.once('listening', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    told,
    async heard(lines: number) {
      while (told.length < lines) await new Promise<void>((go) => waiting.push(go));
      return told;
    },
  };
}

const log = { warn: () => {} };

it('is told, each of several though one is gone, of what a transaction made old once it is committed, and of nothing that was taken back', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const [front, other] = [await receiver(), await receiver()];
  const gone = createFrontCache({ url: 'http://127.0.0.1:1/', log, waitMs: 1 });
  const caches = [front, other].map(({ url }) => createFrontCache({ url, log, waitMs: 1 }));
  const telling = await tellFrontCaches(database, [gone, ...caches]);
  onTestFinished(() => telling.stop());
  // Purges before it listened are unknown.
  expect(await front.heard(1)).toEqual(['PURGE / *']);
  await db
    .transaction(async (tx) => {
      await purgePages(tx, ['taken-back']);
      throw new Error('taken back');
    })
    .catch(() => {});
  await db.transaction((tx) => purgePages(tx, ['article:123', 'home']));
  for (const cache of [front, other]) expect(await cache.heard(2)).toEqual(['PURGE / *', 'PURGE / article:123,home']);
});

it('is told again of what it did not take, with what came meanwhile', async () => {
  const front = await receiver([503]);
  const cache = createFrontCache({ url: front.url, log, waitMs: 1 });
  onTestFinished(() => cache.stop());
  cache.purge(['article:1']);
  await front.heard(1);
  cache.purge(['article:2']);
  for (let lines = 2; ; lines++) {
    const told = (await front.heard(lines)).slice(1).join();
    if (['article:1', 'article:2'].every((tag) => told.includes(tag))) break;
  }
});

it('is told to drop everything rather than more tags than a header holds', async () => {
  const front = await receiver();
  const cache = createFrontCache({ url: front.url, log, waitMs: 1 });
  onTestFinished(() => cache.stop());
  cache.purge(Array.from({ length: 101 }, (_, n) => `article:${n}`));
  expect(await front.heard(1)).toEqual(['PURGE / *']);
});
