import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pushDeliveries, pushMessages, pushSubscriptions } from '#db/tables/push.ts';
import {
  emptyPush,
  sendAt,
  sendingServicesOf,
  startPushService,
  subscribe,
  subscribeMany,
} from '#tests/factories/push.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { queueAnnouncements, type Announcement } from './messages.ts';
import { sendDue } from './sending.ts';

const NOON = new Date('2026-11-28T12:00:00+08:00');
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);

let database: TestDatabase;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await startPushService();
});
beforeEach(() => emptyPush(database.db));
afterAll(async () => {
  await database.close();
  await service.close();
});

let causes = 0;
/** An event that no other module knows, and so stays as it is. */
const event = (over: Partial<Announcement> = {}): Announcement => ({
  cause: `made up:${(causes += 1)}`,
  kind: 'news',
  topics: [],
  title: '題',
  body: '文',
  path: '/news',
  tag: 'news',
  expiresAt: later(3_600),
  ...over,
});
const queue = (...announcements: Announcement[]) => queueAnnouncements(database.db, announcements, NOON);
const count = (browser: { endpoint: string }) => service.sandbox.told(browser.endpoint).length;
const deliveries = () => database.db.select().from(pushDeliveries);

it('stops at the limit of the day, which begins anew at midnight in Hong Kong', async () => {
  const browser = await subscribe(database.db, service, { settings: { perDay: 2, quietFrom: 0, quietUntil: 0 } });
  await queue(event(), event(), event());
  await sendAt(database, NOON);
  expect(count(browser)).toBe(2);
  expect(await deliveries()).toEqual([]);
  const midnight = new Date('2026-11-29T00:00:00+08:00');
  const expiresAt = new Date('2026-11-29T09:00:00+08:00');
  await queue(event({ expiresAt }));
  await sendAt(database, new Date(midnight.getTime() - 1));
  expect(count(browser)).toBe(2);
  await queue(event({ expiresAt }));
  await sendAt(database, midnight);
  expect(count(browser)).toBe(3);
});

it('does not count a message twice that was tried twice', async () => {
  const browser = await subscribe(database.db, service, { settings: { perDay: 1 } });
  service.sandbox.trouble(browser.endpoint, 503);
  await queue(event());
  await sendAt(database, NOON);
  expect(await deliveries()).toMatchObject([{ attempts: 1, isTaken: false, isCounted: true }]);
  await sendAt(database, later(10));
  expect(count(browser)).toBe(1);
});

it('forgets browsers that are gone, and keeps those whose push service is unavailable', async () => {
  const [gone, unknown, away, well] = [
    await subscribe(database.db, service),
    await subscribe(database.db, service),
    await subscribe(database.db, service),
    await subscribe(database.db, service),
  ];
  service.sandbox.trouble(gone.endpoint, 410);
  service.sandbox.trouble(unknown.endpoint, 404);
  service.sandbox.trouble(away.endpoint, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503);
  await queue(event({ expiresAt: later(600) }));
  for (let second = 0; second < 620; second += 20) await sendAt(database, later(second));
  const kept = (await database.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint).toSorted();
  expect(kept).toEqual([away.endpoint, well.endpoint].toSorted());
  expect(count(well)).toBe(1);
  expect(await deliveries()).toEqual([]);
  expect(await database.db.select().from(pushMessages)).toMatchObject([{ sent: 1 }]);
});

it('waits as long as a push service asks, for all of its browsers, and goes on after it', async () => {
  const browsers = await subscribeMany(database.db, service, 300);
  for (const { endpoint } of browsers.slice(0, 128)) service.sandbox.trouble(endpoint, 429);
  await queue(event());
  await sendAt(database, NOON);
  const told = browsers.filter((browser) => count(browser) > 0).length;
  expect(told).toBeLessThan(300 - 128);
  for (let second = 6; second < 40; second += 6) await sendAt(database, later(second));
  expect(browsers.filter((browser) => count(browser) !== 1)).toEqual([]);
});

it('forgets a browser that refuses twenty messages in a row, not one that refused a few', async () => {
  const settings = { perDay: 50 };
  const [broken, moody] = [
    await subscribe(database.db, service, { settings }),
    await subscribe(database.db, service, { settings }),
  ];
  service.sandbox.trouble(broken.endpoint, ...Array.from({ length: 20 }, () => 413 as const));
  service.sandbox.trouble(moody.endpoint, ...Array.from({ length: 19 }, () => 413 as const));
  for (let i = 0; i < 21; i++) {
    await queue(event());
    await sendAt(database, NOON);
  }
  const kept = await database.db.select().from(pushSubscriptions);
  expect(kept).toMatchObject([{ endpoint: moody.endpoint, failures: 0 }]);
});

it('sends in one process at a time, and gives up its turn only when nothing is due', async () => {
  const browsers = await subscribeMany(database.db, service, 600);
  await queue(event());
  await Promise.all([1, 2, 3].map(() => sendAt(database, NOON)));
  expect(browsers.filter((browser) => count(browser) !== 1)).toEqual([]);
  expect(await deliveries()).toEqual([]);
});

it('stops when told to, and the next goes on without sending anything twice', async () => {
  const browsers = await subscribeMany(database.db, service, 700);
  await queue(event());
  const stop = new AbortController();
  const services = sendingServicesOf(database);
  let sent = 0;
  const send: typeof services.send = async (request) => {
    sent += 1;
    if (sent === 200) stop.abort();
    return services.send(request);
  };
  await sendDue({ ...services, send }, () => NOON, stop.signal);
  const first = browsers.filter((browser) => count(browser) === 1).length;
  expect(first).toBeGreaterThanOrEqual(200);
  expect(first).toBeLessThan(700);
  await sendAt(database, NOON);
  expect(browsers.filter((browser) => count(browser) !== 1)).toEqual([]);
});

it('tells of what is urgent before what waits', async () => {
  const browser = await subscribe(database.db, service, { topics: [{ kind: 'program', subject: '1' }] });
  await queue(event({ kind: 'replay', topics: ['program:1'], title: '重溫', tag: 'a' }), event({ title: '突發' }));
  const order: string[] = [];
  const services = sendingServicesOf(database);
  const send: typeof services.send = (request) => {
    order.push((JSON.parse(request.payload) as { title: string }).title);
    return services.send(request);
  };
  await sendDue({ ...services, send }, () => NOON, new AbortController().signal);
  expect(order).toEqual(['突發', '重溫']);
  expect(count(browser)).toBe(2);
});

it('goes on when a message cannot be sent to one browser, such as one with a key that is none', async () => {
  const [broken, well] = [await subscribe(database.db, service), await subscribe(database.db, service)];
  await database.pool.query('update push_subscriptions set p256dh = $1 where endpoint = $2', ['AAAA', broken.endpoint]);
  await queue(event());
  await sendAt(database, NOON);
  expect([count(broken), count(well)]).toEqual([0, 1]);
});

it('is refused by the push service with the key of another station, or with a message for another browser', async () => {
  const browser = await subscribe(database.db, service);
  const other = service.sandbox.subscribe({ key: 'another key' });
  const services = sendingServicesOf(database);
  const request = { payload: '{}', ttlSeconds: 60, isUrgent: false, topic: 'a' };
  const to = ({ endpoint, keys }: typeof browser, with_ = keys) => services.send({ ...request, endpoint, ...with_ });
  expect(await to(browser)).toMatchObject({ status: 201 });
  expect(await to(other)).toMatchObject({ status: 403 });
  expect(await to(browser, other.keys)).toMatchObject({ status: 400 });
});
