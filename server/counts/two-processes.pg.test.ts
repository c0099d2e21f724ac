import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { ADDRESS_LIMITS, PUSH_LIMITS } from '#shared/limits.ts';
import { tokenOf } from '#tests/factories/media/media-origin.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { hasRedis, startRedis, type RedisUnderTest } from '#tests/setup/redis.ts';
import { limitOf, type Rate } from './buckets.ts';

// The limits of the site, in two processes that count in one redis-server.

const { WRITES_PER_SECOND, RENDERS_PER_SECOND } = readConfig({});
const { savedSeconds } = ADDRESS_LIMITS;
const { wrongTokens, wrongTokensPerSecond } = PUSH_LIMITS;
/** How often an empty bucket would fill. */
const REFILLS = 6;
/** Requests at the same time, of each process. */
const AT_ONCE = 5;

interface Limited {
  name: string;
  rate: Rate;
  ask: (n: number) => { path: string; method?: string; headers?: Record<string, string> };
  /** Of what is not refused. */
  status: number;
}

const limits: Limited[] = [
  {
    name: 'writes',
    rate: { perSecond: WRITES_PER_SECOND, savedSeconds },
    ask: () => ({ path: '/api/thing', method: 'POST' }),
    status: 200,
  },
  {
    name: 'renders',
    rate: { perSecond: RENDERS_PER_SECOND, savedSeconds },
    ask: () => ({ path: '/page' }),
    status: 200,
  },
  {
    name: 'wrong tokens of encoders',
    rate: { perSecond: wrongTokensPerSecond, savedSeconds: wrongTokens / wrongTokensPerSecond },
    ask: (n) => ({
      path: '/ingest/881/a64/init.mp4',
      method: 'PUT',
      headers: { authorization: `Bearer ${tokenOf(`guess-${n}`)}` },
    }),
    status: 401,
  },
];

describe.skipIf(!hasRedis)('two processes over redis-server (skipped where it is not installed)', () => {
  let database: TestDatabase;
  let redis: RedisUnderTest;
  const children: ChildProcess[] = [];
  const ports: number[] = [];

  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    for (let i = 0; i < 2; i++)
      children.push(
        spawn(process.execPath, ['tests/factories/server/limited.process.ts'], {
          env: { ...process.env, DATABASE_URL: database.url, CACHE_URL: redis.url },
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
    for (const child of children) {
      const [said] = (await once(child.stdout!, 'data')) as [Buffer];
      ports.push(Number(said.toString()));
    }
  });
  afterAll(async () => {
    for (const child of children) {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    }
    await redis?.stop();
    await database?.close();
  });

  /** What processes allow an address that asks each of them for the whole rate. */
  async function allowedBy(asked: readonly number[], address: string, limit: Limited): Promise<number> {
    const { burstMs } = limitOf(limit.rate);
    const stepMs = (AT_ONCE / limit.rate.perSecond) * 1_000;
    let [n, allowed] = [0, 0];
    for (let atMs = 0; atMs <= REFILLS * burstMs; atMs += stepMs) {
      const statuses = await Promise.all(
        asked.flatMap((port) =>
          Array.from({ length: AT_ONCE }, async () => {
            const { path, headers, ...rest } = limit.ask(n++);
            const said = { 'x-now': String(1_790_000_000_000 + atMs), 'x-forwarded-for': address, ...headers };
            const reply = await fetch(`http://127.0.0.1:${port}${path}`, { ...rest, headers: said });
            await reply.arrayBuffer();
            return reply.status;
          }),
        ),
      );
      expect(statuses.filter((status) => status !== limit.status && status !== 429)).toEqual([]);
      allowed += statuses.filter((status) => status === limit.status).length;
    }
    return allowed;
  }

  it.each(limits)('allow an address as many $name as one does, within a tenth', async (limit) => {
    // Asked as often in all.
    const alone = await allowedBy([ports[0]!, ports[0]!], '203.0.113.1', limit);
    const { perSecond, savedSeconds: saved } = limit.rate;
    expect(alone / (perSecond * saved * (1 + REFILLS))).toBeCloseTo(1, 1);
    const both = await allowedBy(ports, '203.0.113.2', limit);
    expect(both).toBeGreaterThan(alone * 0.9);
    expect(both).toBeLessThan(alone * 1.1);
  });
});
