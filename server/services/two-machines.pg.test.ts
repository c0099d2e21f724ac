import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { openStores, type StorageConfig } from '#server/services/storage.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { openGate, tokenOfGrant } from '#tests/factories/playback/replay-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { startS3, type S3UnderTest } from '#tests/setup/s3.ts';

// Two machines share a database and a bucket, and nothing else: each has an empty data folder.

const STREAM = 881;
const K0 = Math.ceil(Date.UTC(2026, 10, 1, 4) / SEGMENT_MS);
const COUNT = 6;
const startOf = (k: number): number => k * SEGMENT_MS;
const programme = audioProgramme(STREAM, 'a64');
const now = () => new Date(startOf(K0 + COUNT) + 1_000);
const gate = openGate();

let database: TestDatabase;
let bucket: S3UnderTest;
const folders: string[] = [];
const machines: OriginUnderTest[] = [];

function configOf(folder: string): StorageConfig {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.access;
  return {
    DATA_DIR: folder,
    STORAGE: 's3://airwave/station',
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'));
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await startS3();
  await addChannels(database);
  await addEncoder(database, STREAM, 'main');
  for (let i = 0; i < 2; i++) {
    const folder = await emptyFolder();
    const { storage } = openStores(configOf(folder));
    const replay = { gate, siteUrl: 'https://radio.example' };
    machines.push(await startOrigin(database, { folder, storage, now, replay }));
  }
});
afterAll(async () => {
  await machines[1]?.stop();
  await database.close();
  await bucket.stop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

const bytesAt = async (address: string): Promise<Buffer> => {
  const reply = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  expect([reply.status, address]).toEqual([200, address]);
  return Buffer.from(await reply.arrayBuffer());
};

async function segmentsOf(list: string): Promise<Buffer[]> {
  const text = (await bytesAt(list)).toString();
  const names = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Promise.all(names.map((name) => bytesAt(new URL(name, list).href)));
}

const ALL = Array.from({ length: COUNT }, (_, i) => programme.segment(K0 + i));

function grantedList(machine: OriginUnderTest): string {
  const [from, to] = [startOf(K0), startOf(K0 + COUNT)];
  const expiresAt = now().getTime() + 300_000;
  const span = { streamId: STREAM, from, to };
  const grant = { ...span, leaseId: null, sessionHash: null, expiresAt, open: false, remoteSerial: null };
  return `${machine.address}/replay/${tokenOfGrant(grant)}/${STREAM}/a64/${from}-${to}.m3u8`;
}

it('sound pushed to one machine is listed and read by the other, live and in a replay, also when the first is gone', async () => {
  const [first, second] = machines as [OriginUnderTest, OriginUnderTest];
  const encoder = testEncoder(first.address, 'main');
  expect((await encoder.init({ init: programme.init, segments: [] })).status).toBeLessThan(300);
  for (const [i, bytes] of ALL.entries()) expect((await encoder.dated(bytes, startOf(K0 + i))).appended).toBe(1);
  const live = (machine: OriginUnderTest) => `${machine.address}/media/${STREAM}/a64/live.m3u8`;
  await expect.poll(async () => (await segmentsOf(live(second))).length).toBe(COUNT);
  expect(await segmentsOf(live(second))).toEqual(ALL);
  expect(await segmentsOf(grantedList(second))).toEqual(ALL);
  // A segment is read once from the bucket, whoever hears it.
  const reads = bucket.calls.filter((call) => call.startsWith('GET') && call.endsWith('.m4s'));
  expect(reads.length).toBe(new Set(reads).size);
  await first.stop();
  expect(await segmentsOf(live(second))).toEqual(ALL);
  expect(await segmentsOf(grantedList(second))).toEqual(ALL);
  expect(folders.some((folder) => existsSync(join(folder, 'media')))).toBe(false);
});

it('a film is taken on one machine and finished on another, its upload sent to both', async () => {
  const [a, b] = [openStores(configOf(await emptyFolder())), openStores(configOf(await emptyFolder()))];
  const id = '11111111-2222-4333-8444-555555555555';
  const { signal } = new AbortController();
  const send = (to: typeof a, from: number, text: string) =>
    to.filmWork.uploads.write(id, { from, to: 10 }, Readable.from([Buffer.from(text)]), signal);
  expect(await send(a, 0, 'abcdef')).toBe(6);
  // A request that was cut and sent again brings the same bytes.
  expect(await send(b, 3, 'defg')).toBe(7);
  await expect(b.filmWork.uploads.open(id, 10)).rejects.toThrow('lacks its bytes from 7 on');
  expect(await send(b, 7, 'hij')).toBe(10);
  expect((await readFile(await b.filmWork.uploads.open(id, 10))).toString()).toBe('abcdefghij');
  const { sha256 } = await b.filmWork.takeUpload(id);
  await b.filmWork.uploads.remove(id);
  expect((await readFile((await a.filmWork.source(sha256))!)).toString()).toBe('abcdefghij');

  const name = '0'.repeat(64);
  const draft = await a.filmWork.draft(sha256, name);
  await writeFile(join(draft, 'v25.mp4'), 'picture');
  expect(await b.filmWork.find(sha256, name)).toBeUndefined();
  await a.filmWork.finish(sha256, name, draft);
  const found = await b.filmWork.find(sha256, name);
  expect((await readFile(join(found!, 'v25.mp4'))).toString()).toBe('picture');
  await a.filmWork.remove(sha256);
  expect([...bucket.objects.keys()].filter((key) => key.includes('film-making'))).toEqual([]);
});
