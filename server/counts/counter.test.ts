import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRedisCounts } from '#server/outside/redis/redis-counts.ts';
import { hasRedis, startRedis, type RedisUnderTest } from '#tests/setup/redis.ts';
import type { SharedCounts } from '#shared/outside/shared-counts.ts';
import { createBuckets, limitOf, type Rate } from './buckets.ts';
import { createCounter, type LimitOptions, type Take } from './counter.ts';

const BIG: Rate = { perSecond: 10, savedSeconds: 10 };

/** Answers are waited for, however busy the machine is. */
const PATIENT_MS = 10_000;

it('asks no other process about who is far from a limit that is asked for often', async () => {
  let asked = 0;
  const counter = createCounter({
    take: async () => {
      asked++;
      return 0;
    },
  });
  const frequent = counter.limit('reads', BIG, { isFrequent: true, nowMs: () => 0 });
  // An eighth of a burst is given out without a question, so most visitors never cause one.
  for (let i = 0; i < 12; i++) expect(frequent('203.0.113.9')).toBe(0);
  expect(asked).toBe(0);
  expect(await frequent('203.0.113.9')).toBe(0);
  expect(asked).toBe(1);
  await counter.limit('writes', BIG)('203.0.113.9');
  expect(asked).toBe(2);
});

it('passes no flood on to the shared count', async () => {
  let asked = 0;
  const take = createCounter({
    take: async () => (++asked > 5 ? 7 : 0),
  }).limit('writes', BIG, { nowMs: () => 0 });
  for (let i = 0; i < 500; i++) await take('203.0.113.9');
  expect(await take('203.0.113.9')).toBe(7);
  expect(asked).toBe(6);
});

it('refuses nobody because the clock of the machine was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const counted = createCounter().limit('writes', BIG);
  const alone = createBuckets(BIG);
  for (const take of [counted, alone]) expect(await take('203.0.113.9')).toBe(0);
  vi.setSystemTime(1_789_999_970_000);
  for (const take of [counted, alone]) expect(await take('203.0.113.9')).toBe(0);
});

describe.skipIf(!hasRedis)('over redis-server (skipped where it is not installed)', () => {
  let redis: RedisUnderTest;
  const clock = { ms: 1_790_000_000_000 };
  const nowMs = () => clock.ms;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  async function connect(over: Partial<Parameters<typeof createRedisCounts>[0]> = {}) {
    const told: string[] = [];
    const note = (_facts: unknown, text?: string) => void told.push(text ?? '');
    const log = { warn: note, info: (text: string) => void told.push(text) } as never;
    const at = { url: redis.url, secretKey: 'a key for tests of thirty-two letters', log };
    const shared: SharedCounts = createRedisCounts({ ...at, answerMs: PATIENT_MS, nowMs, ...over });
    onTestFinished(() => shared.stop());
    await expect.poll(() => shared.isUnavailable()).toBe(false);
    return { shared, told };
  }

  it('answers as a process does that counts alone', async () => {
    const { shared } = await connect();
    for (const rate of [BIG, { perSecond: 0.3, savedSeconds: 10 }, { perSecond: 1_000 / 3_600, savedSeconds: 60 }]) {
      const alone = createBuckets(rate, nowMs);
      const key = `contract:${rate.perSecond}`;
      for (let i = 0; i < 300; i++) {
        clock.ms += [0, 0, 1, 40, 0, 333, 0, 0, 0, 0, 17][i % 11]! * (i > 150 ? 20 : 1);
        expect(await shared.take(key, limitOf(rate), 0)).toBeCloseTo(alone(key), 3);
      }
    }
  });

  const modes: [name: string, options: LimitOptions][] = [
    ['each time', {}],
    ['now and then', { isFrequent: true }],
  ];
  it.each(modes)('lets two processes that ask %s give out what one would, within a tenth', async (name, options) => {
    const processes: Take[] = [];
    for (let i = 0; i < 2; i++) {
      const { shared } = await connect();
      processes.push(createCounter(shared).limit(name, BIG, { nowMs, ...options }));
    }
    let given = 0;
    // Both are asked for nearly the whole rate for a hundred seconds.
    for (let i = 0; i < 900; i++) {
      clock.ms += 111;
      for (const take of processes) if ((await take('203.0.113.9')) === 0) given++;
    }
    const one = BIG.perSecond * (BIG.savedSeconds + 100);
    expect(given).toBeGreaterThan(one * 0.9);
    expect(given).toBeLessThan(one * 1.1);
  });

  it('stores neither addresses nor members in clear, and nothing for longer than a bucket takes to fill', async () => {
    const { shared } = await connect();
    await createCounter(shared).limit('writes', BIG, { nowMs })('203.0.113.77');
    const client = await createClient({ url: redis.url }).connect();
    onTestFinished(() => client.destroy());
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatch(/^airwave:count:[\w-]{22}$/);
      expect(await client.pTTL(key)).toBeGreaterThan(0);
    }
  });

  it('counts alone while the server is frozen, says so once, and counts together again after that', async () => {
    const { shared, told } = await connect({ answerMs: 300 });
    const take = createCounter(shared).limit('frozen', { perSecond: 0.001, savedSeconds: 3_000 });
    expect(await take('203.0.113.9')).toBe(0);
    redis.freeze();
    try {
      expect(await take('203.0.113.9')).toBe(0);
      expect(shared.isUnavailable()).toBe(true);
      // Answered without a question.
      expect(take('203.0.113.9')).toBe(0);
      expect(take('203.0.113.9')).toBeGreaterThan(0);
      expect(told).toEqual(['the shared counts are unavailable: each process counts by itself']);
    } finally {
      redis.goOn();
    }
    await expect
      .poll(async () => [await take('203.0.113.10'), shared.isUnavailable()][1], { timeout: 10_000 })
      .toBe(false);
    expect(told).toEqual([
      'the shared counts are unavailable: each process counts by itself',
      'the shared counts are back',
    ]);
    const { shared: other } = await connect();
    const elsewhere = createCounter(other).limit('frozen', { perSecond: 0.001, savedSeconds: 3_000 });
    for (let i = 0; i < 3; i++) expect(await take('203.0.113.11')).toBe(0);
    expect(await elsewhere('203.0.113.11')).toBeGreaterThan(0);
  });
});
