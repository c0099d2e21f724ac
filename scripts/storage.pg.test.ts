import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
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
