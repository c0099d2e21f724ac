import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushDeliveries, pushMessages } from '#db/tables/push.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { startPushService, subscribeMany } from '#tests/factories/push.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { queueAnnouncements } from './messages.ts';

const NOON = new Date('2026-11-28T12:00:00+08:00');
const BROWSERS = 900;
const KILLS = killsOf(3);
/** Requests in flight and answers not stored, of a killed sender. */
const AT_MOST_TWICE = 300;

let database: TestDatabase;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await startPushService();
});
afterAll(async () => {
  await database.close();
  await service.close();
});

/** Sends in its own process. Answers whether it was killed. */
async function work(killAt: number): Promise<boolean> {
  const child = spawn(process.execPath, ['tests/factories/push.process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url, NOW: NOON.toISOString(), KILL_AT: String(killAt) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin!.write('begin\n');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect([code, signal]).toEqual(signal === 'SIGKILL' ? [null, signal] : [0, null]);
  return signal === 'SIGKILL';
}

it(
  'tells each browser, and shows it once, wherever the sender is killed',
  async () => {
    const { db } = database;
    const browsers = await subscribeMany(db, service, BROWSERS);
    const expiresAt = new Date(NOON.getTime() + 3_600_000);
    const announcement = {
      cause: 'made up:1',
      kind: 'news' as const,
      topics: [],
      title: '突發新聞',
      body: '試',
      path: '/',
      tag: 'news',
    };
    expect(await queueAnnouncements(db, [{ ...announcement, expiresAt }], NOON)).toBe(1);
    // Seen again by another process.
    expect(await queueAnnouncements(db, [{ ...announcement, expiresAt }], NOON)).toBe(0);

    const points: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const point = 1 + Math.floor((Math.random() * BROWSERS) / KILLS);
      points.push(point);
      expect([points, await work(point)]).toEqual([points, true]);
    }
    expect(await work(0)).toBe(false);

    const received = browsers.map(({ endpoint }) => service.sandbox.told(endpoint));
    expect([points, received.filter((all) => all.length === 0).length]).toEqual([points, 0]);
    // What came twice says it is the same, to the push service and to the browser.
    for (const all of received) {
      expect(new Set(all.map(({ topic }) => topic)).size).toBe(1);
      expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    }
    const twice = received.reduce((sum, all) => sum + all.length - 1, 0);
    expect(twice).toBeLessThanOrEqual(KILLS * AT_MOST_TWICE);
    expect(await db.select().from(pushDeliveries)).toEqual([]);
    const [message] = await db.select().from(pushMessages);
    expect(message!.sent).toBe(BROWSERS);
    tellKills('notifications', KILLS, BROWSERS);
  },
  timeForKills(KILLS),
);
