import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDatabaseClock } from '#db/clock.ts';
import { reportClock } from '#domain/on-air/clocks.ts';
import { openIncidents, watchStation } from '#domain/on-air/incidents.ts';
import { readConfig } from '#server/config.ts';
import { health } from '#server/web/health.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createClockWatch } from './clock-watch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A machine whose clock is ahead of the database's by so much; both stand still. */
function machine(aheadMs: number) {
  const state = { aheadMs, answerMs: 0 };
  const lines: string[] = [];
  let now = 1_000_000_000;
  const clocks = createClockWatch({
    async readDatabaseClock() {
      const asked = now;
      now += state.answerMs;
      return asked + state.answerMs / 2 - state.aheadMs;
    },
    nowMs: () => now,
    report: (offByMs) => reportClock(database.db, 'media2:8810', offByMs),
    log: {
      warn: (_facts: unknown, text?: string) => lines.push(text ?? ''),
      info: (text: unknown) => lines.push(String(text)),
    } as never,
  });
  return { clocks, state, lines };
}

it("reads the database's clock as an instant of now", async () => {
  const before = Date.now();
  const read = await readDatabaseClock(database.db);
  // The same machine: whole milliseconds may round down.
  expect(read).toBeGreaterThan(before - 2);
  expect(read).toBeLessThan(Date.now() + 2);
});

it('reports a clock that is more than a second off once, in either direction, and once that it is right again', async () => {
  const { clocks, state, lines } = machine(900);
  await clocks.measure();
  expect([clocks.aheadMs(), clocks.warning(), lines]).toEqual([900, null, []]);
  state.aheadMs = -1_500;
  await clocks.measure();
  await clocks.measure();
  expect(clocks.warning()).toBe("the clock of this machine is 1.5 s behind the database's");
  expect(lines).toEqual(["the clock of this machine is 1.5 s behind the database's"]);
  state.aheadMs = 0;
  await clocks.measure();
  expect([clocks.warning(), lines.length]).toEqual([null, 2]);
});

it('shows a wrong clock to the desk while it is wrong, with its machine and by how much', async () => {
  const { clocks, state } = machine(0);
  const told = async () => {
    await clocks.measure();
    await watchStation(database.db, { providers: async () => [], unplacedReports: async () => 0 }, new Date());
    return (await openIncidents(database.db)).flatMap(({ kind, subject, figures }) =>
      kind === 'clock-off' ? [{ subject, figures }] : [],
    );
  };
  expect(await told()).toEqual([]);
  state.aheadMs = -1_500;
  expect(await told()).toEqual([{ subject: 'media2:8810', figures: { milliseconds_slow: 1_500 } }]);
  state.aheadMs = 2_000;
  expect(await told()).toEqual([{ subject: 'media2:8810', figures: { milliseconds_fast: 2_000 } }]);
  state.aheadMs = 0;
  expect(await told()).toEqual([]);
});

it('takes a slow answer for no measurement', async () => {
  const { clocks, state } = machine(0);
  state.answerMs = 400;
  await clocks.measure();
  expect(clocks.aheadMs()).toBe(0);
  Object.assign(state, { answerMs: 600, aheadMs: 30_000 });
  await clocks.measure();
  expect(clocks.aheadMs()).toBe(0);
});

it('sends encoders to another machine from ten seconds on, and listeners to none', async () => {
  const { clocks, state } = machine(9_000);
  const app = fastify();
  health(app, {
    database,
    media: { isIndexed: () => true, edges: () => [], isHeard: async () => true, spoolHealth: () => null } as never,
    peers: null,
    services: new Set(['media'] as const),
    config: readConfig({}),
    draining: false,
    wasOnAir: false,
    clocks,
  });
  const codes = () =>
    Promise.all(['/readyz', '/readyz/media', '/readyz/ingest'].map(async (url) => (await app.inject(url)).statusCode));
  // A clock that was never compared keeps nobody out.
  expect(await codes()).toEqual([200, 200, 200]);
  await clocks.measure();
  expect(await codes()).toEqual([200, 200, 200]);
  state.aheadMs = -10_500;
  await clocks.measure();
  expect(await codes()).toEqual([200, 200, 503]);
  await app.close();
});
