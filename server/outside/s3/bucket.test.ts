import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectCache } from '#server/media/object-cache.ts';
import { startS3, type Fault, type S3UnderTest } from '#tests/setup/s3.ts';
import { createBucket, PART_BYTES } from './bucket.ts';
import { S3_LIMITS, type S3Limits } from './s3-calls.ts';
import { s3Segments } from './segment-storage.ts';

const BYTES = randomBytes(50_000);
/** Patient, so that a busy machine does not look like a fault. */
const PATIENT: S3Limits = { timeoutMs: 30_000, tries: 3, pauseMs: 1, hedgeMs: 30_000 };

let server: S3UnderTest;
const openBucket = (limits: Partial<S3Limits> = {}) => createBucket(server.access, { ...PATIENT, ...limits });
const callsOf = (method: string) => server.calls.filter((call) => call.startsWith(method)).length;

beforeEach(async () => {
  server = await startS3();
});
afterEach(() => server.stop());

describe('a fault of the bucket', () => {
  const faults: Fault['kind'][] = ['unavailable', 'torn', 'changed'];
  it.each(faults)('%s: a read is repeated, and no wrong byte is ever returned', async (kind) => {
    const bucket = openBucket();
    await bucket.put('one', BYTES);
    server.fail({ method: 'GET', kind, times: 2 });
    expect(await bucket.get('one')).toEqual(BYTES);
    expect(callsOf('GET')).toBe(3);
  });

  it.each(faults)('%s, without end: a read fails as unavailable after three tries', async (kind) => {
    const bucket = openBucket();
    await bucket.put('one', BYTES);
    server.fail({ method: 'GET', kind, times: Infinity });
    await expect(bucket.get('one')).rejects.toMatchObject({ name: 'StorageUnavailable' });
    expect(callsOf('GET')).toBe(3);
  });

  it('silence: a write and a read end after the time of a try', async () => {
    // The try after it has a second for its answer, also on a busy machine.
    server.fail({ method: 'PUT', kind: 'silent', times: 1 });
    await openBucket({ timeoutMs: 1_000 }).put('one', BYTES);
    server.fail({ method: 'GET', kind: 'silent', times: Infinity });
    await expect(openBucket({ timeoutMs: 50 }).get('one')).rejects.toThrow('no answer within 50 ms');
  });

  it('a slow read is asked again after a while, and the faster reply counts', async () => {
    const bucket = openBucket({ hedgeMs: 20 });
    await bucket.put('one', BYTES);
    server.fail({ method: 'GET', kind: 'silent', times: 1 });
    expect(await bucket.get('one')).toEqual(BYTES);
    expect(callsOf('GET')).toBe(2);
  });

  it('a segment that shows late is found', async () => {
    server.hideNew(2);
    const segments = s3Segments(openBucket());
    await segments.put('late', BYTES);
    expect(await segments.get('late')).toEqual(BYTES);
  });

  it('an upload in parts whose part fails leaves neither object nor parts', async () => {
    const bucket = openBucket();
    server.fail({ method: 'PUT', kind: 'unavailable', times: Infinity });
    await expect(bucket.put('pack', randomBytes(PART_BYTES * 2))).rejects.toMatchObject({ name: 'StorageUnavailable' });
    expect(server.objects.size).toBe(0);
    expect(server.openUploads()).toBe(0);
  });

  it('tries as decided: three of two seconds, a second read after 300 ms', () => {
    expect(S3_LIMITS).toMatchObject({ timeoutMs: 2_000, tries: 3, hedgeMs: 300 });
  });
});

describe('a key that is refused', () => {
  const check = (changes: Partial<S3UnderTest['access']>) =>
    createBucket({ ...server.access, ...changes }, PATIENT).check();

  it('says what is wrong, at once, and never a secret or a signature', async () => {
    const wrong = 'a-wrong-secret-that-must-not-be-logged';
    const error = await check({ secretAccessKey: wrong }).catch((caught: unknown) => caught as Error);
    expect(error).toMatchObject({ message: expect.stringContaining('the secret key is wrong') });
    expect(callsOf('GET')).toBe(1);
    const all = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).stack);
    expect(all).not.toContain(wrong);
    expect(all).not.toMatch(/Signature=|Credential=/);
    await expect(check({ accessKeyId: 'OTHER' })).rejects.toThrow('the access key is unknown');
    await expect(check({ bucket: 'other' })).rejects.toThrow('the bucket does not exist');
    await expect(check({})).resolves.toBeUndefined();
  });

  it('names a clock that is off', async () => {
    const late = await startS3({ now: () => new Date(Date.now() + 3_600_000) });
    await expect(createBucket(late.access, PATIENT).check()).rejects.toThrow('the clock of this machine differs');
    await late.stop();
  });
});

it('holds a few parts of a large object at most', async () => {
  const piece = randomBytes(1_048_576);
  const total = 6 * PART_BYTES;
  let sent = 0;
  let ahead = 0;
  async function* read() {
    for (; sent < total; sent += piece.length) {
      const stored = server.calls.filter((call) => call.startsWith('PUT')).length * PART_BYTES;
      ahead = Math.max(ahead, sent - stored);
      yield piece;
    }
  }
  await openBucket().put('film', read());
  expect(server.objects.get('film')?.bytes.length).toBe(total);
  expect(ahead).toBeLessThanOrEqual(4 * PART_BYTES);
  expect(server.peakBytes()).toBeLessThanOrEqual(2 * PART_BYTES);
});

it('reads a segment once from the bucket, however many listeners ask for it at once', async () => {
  const segments = s3Segments(openBucket());
  await segments.put('881/one.m4s', BYTES);
  const objects = createObjectCache(segments, 1_000_000);
  const heard = await Promise.all(Array.from({ length: 200 }, () => objects.get('881/one.m4s')));
  expect(heard.every((bytes) => bytes?.equals(BYTES))).toBe(true);
  expect(callsOf('GET')).toBe(1);
});
