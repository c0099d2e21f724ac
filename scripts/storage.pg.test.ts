import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { createBucket } from '#server/outside/s3/bucket.ts';
import { s3Warehouse } from '#server/outside/s3/warehouse-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { startS3, type S3UnderTest } from '#tests/setup/s3.ts';
import { explain } from './start-errors.ts';
import { moveStorage } from './storage.ts';

const FILES = 40;
const keyOf = (i: number): string => `media/881/a64/2026-11-21T04/${i}.m4s`;
const TARGET = 's3://airwave';

let database: TestDatabase;
let bucket: S3UnderTest;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'move-'));
  await mkdir(join(folder, 'media/881/a64/2026-11-21T04'), { recursive: true });
  for (let i = 0; i < FILES; i++) await writeFile(join(folder, keyOf(i)), `sound ${i}`);
});
afterAll(async () => {
  await database.close();
  await bucket.stop();
  await rm(folder, { recursive: true });
});

const args = (verb: string) => [verb, TARGET, '--who', 'an operator', '--why', 'a second machine'];

function env() {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.access;
  return {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

const run = (verb: string): Promise<string> => moveStorage(args(verb), env()).catch(explain);

it('copies again after a kill in the middle, and switches only after the last copy is verified', async () => {
  const killed = spawn(process.execPath, ['scripts/storage.ts', ...args('copy')], { env: env() });
  await bucket.called('PUT', FILES / 4);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const before = bucket.objects.size;
  expect(before).toBeGreaterThan(0);
  expect(await database.db.select().from(auditEvents)).toEqual([]);
  expect(await run('switch')).toContain('not verified');

  expect(await run('copy')).toMatch(/Copied \d+ files/);
  for (let i = 0; i < FILES; i++) expect(bucket.objects.get(keyOf(i))?.bytes.toString()).toBe(`sound ${i}`);
  expect(await run('switch')).toContain('not verified');

  const damaged = bucket.objects.get(keyOf(7))!;
  bucket.objects.set(keyOf(7), { ...damaged, bytes: Buffer.from('other 7'), sum: undefined });
  expect(await run('verify')).toContain(keyOf(7));
  expect(await run('switch')).toContain('not verified');

  bucket.objects.delete(keyOf(7));
  await run('copy');
  expect(await run('verify')).toContain('All are equal');
  expect(await run('switch')).toContain(`Set STORAGE=${TARGET}`);
  const audit = await database.db.select().from(auditEvents);
  expect(audit.map(({ action, who }) => [action, who])).toEqual([
    ['storage.copy', 'an operator'],
    ['storage.verify', 'an operator'],
    ['storage.copy', 'an operator'],
    ['storage.verify', 'an operator'],
    ['storage.switch', 'an operator'],
  ]);
});

it('copies the warehouse and days that were written again, and takes back no day that was since written in the bucket', async () => {
  const keyOfDay = (day: number) => `warehouse/reports/day=2026-11-${day}/part-0.parquet`;
  const write = async (day: number, text: string, at: string) => {
    const path = join(folder, keyOfDay(day));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await utimes(path, new Date(at), new Date(at));
  };
  const storedAt = (day: number, at: string) =>
    bucket.objects.set(keyOfDay(day), { ...bucket.objects.get(keyOfDay(day))!, storedAt: new Date(at) });
  const stored = (day: number) => bucket.objects.get(keyOfDay(day))?.bytes.toString();
  for (const day of [20, 21, 22]) await write(day, `first ${day}`, '2026-11-23T04:23:00Z');
  await run('copy');
  expect([20, 21, 22].map(stored)).toEqual(['first 20', 'first 21', 'first 22']);

  // The next night, of the same size.
  for (const day of [20, 21, 22]) storedAt(day, '2026-11-23T12:00:00Z');
  await write(21, 'again 21', '2026-11-24T04:23:00Z');
  await run('copy');
  expect([20, 21, 22].map(stored)).toEqual(['first 20', 'again 21', 'first 22']);

  // After the switch the worker writes in the bucket.
  const next = join(folder, 'next.parquet');
  await writeFile(next, 'of the bucket');
  await s3Warehouse(createBucket(bucket.access)).putFile(keyOfDay(22).slice('warehouse/'.length), next);
  await run('copy');
  expect(stored(22)).toBe('of the bucket');
  expect(await run('verify')).toContain('All are equal');

  bucket.objects.set(keyOfDay(20), { ...bucket.objects.get(keyOfDay(20))!, bytes: Buffer.from('damaged!') });
  expect(await run('verify')).toContain(keyOfDay(20));
});
