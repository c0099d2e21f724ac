import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audienceDays, audienceMinutes } from '#db/tables/audience.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { insertReports, liveReport } from '#tests/factories/tracked-reports.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createRollUp } from './audience.ts';

// Simulates a thousand listeners for an hour: they come and go, pause, lose their network, have wrong clocks and resend
// received reports. The figures of the log are compared with the truth of the script.

const LISTENERS = 1_000;
const BEGIN = Date.parse('2026-11-20T23:15:00+08:00');
const LENGTH = 60 * 60_000;
const MINUTE = 60_000;
/** One in this many batches is lost for good, such as when a tab is killed between two requests. */
const LOST_FOR_GOOD = 2_000;

/** Deterministic random numbers. */
function createDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Listening {
  reports: ReturnType<typeof liveReport>[];
  truthMs: Map<number, number>;
}

function listen(listening: Listening, listener: number, dice: (below: number) => number): void {
  const session = `listener-${listener}`;
  const channel = CHANNEL_IDS[listener % 3] ?? 903;
  let at = BEGIN + dice(LENGTH / 2);
  const end = Math.min(BEGIN + LENGTH, at + MINUTE + dice(LENGTH));
  let seq = 0;
  let batch: { seq: number; at: number; ticks: number; spans: [number, number][] }[] = [];
  let offlineUntil = 0;
  const send = (when: number) => {
    if (batch.length === 0 || when < offlineUntil) return;
    const kept = batch;
    batch = [];
    if (dice(LOST_FOR_GOOD) === 0) return;
    // One reply in eight is lost: the page sends again, and the clock difference is measured anew.
    const times = dice(8) === 0 ? 2 : 1;
    for (let sent = 0; sent < times; sent++) {
      const receivedAt = new Date(when + 50 + sent * 7_000);
      // The transit time is what remains of a wrong clock after correction.
      const underWay = 20 + dice(200);
      for (const one of kept)
        listening.reports.push(
          liveReport(
            session,
            one.seq,
            one.spans.map(([from, to]) => [from + underWay, to + underWay]),
            { channel, receivedAt, happenedAt: new Date(one.at + underWay) },
          ),
        );
    }
  };
  let lastSent = at;
  while (at < end) {
    const step = Math.min(10_000, end - at);
    // Muted or paused one time in ten, which does not count as heard.
    if (dice(10) !== 0) {
      // A report covers up to a minute; continuous playback is one span.
      const last = batch.at(-1);
      if (last === undefined || last.ticks >= 6)
        batch.push({ seq: seq++, at: at + step, ticks: 1, spans: [[at, at + step]] });
      else {
        const span = last.spans.at(-1);
        if (span?.[1] === at) span[1] = at + step;
        else last.spans.push([at, at + step]);
        last.at = at + step;
        last.ticks++;
      }
      for (let minute = Math.floor(at / MINUTE); minute * MINUTE < at + step; minute++)
        listening.truthMs.set(
          minute,
          (listening.truthMs.get(minute) ?? 0) +
            Math.min(at + step, (minute + 1) * MINUTE) -
            Math.max(at, minute * MINUTE),
        );
    }
    if (offlineUntil < at && dice(200) === 0) offlineUntil = at + dice(30 * MINUTE);
    at += step;
    if (at - lastSent >= MINUTE) {
      send(at);
      lastSent = at;
    }
  }
  send(Math.max(end, offlineUntil));
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(
    sql`insert into media_streams (id, kind, name) select id, 'channel', id from unnest(array[881, 903, 864]) as id on conflict do nothing`,
  );
});
afterAll(() => database.close());

it('counts a thousand listeners within a hundredth each minute, and what they heard within half of that', async () => {
  const { db } = database;
  const listening: Listening = { reports: [], truthMs: new Map() };
  const dice = createDice(881_903_864);
  for (let i = 0; i < LISTENERS; i++) listen(listening, i, dice);
  const byReceipt = listening.reports.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  // The job runs three times as reports arrive; the last ones arrive long after midnight.
  const rollUp = createRollUp();
  const third = Math.ceil(byReceipt.length / 3);
  for (let i = 0; i < 3; i++) {
    const part = byReceipt.slice(i * third, (i + 1) * third);
    await insertReports(db, part);
    await rollUp({ db, now: part.at(-1)?.receivedAt ?? new Date(BEGIN) });
  }
  // A day later the rest of both days has been computed too.
  await rollUp({ db, now: new Date(BEGIN + 86_400_000) });
  const minutes = await db.select().from(audienceMinutes);
  const counted = Map.groupBy(minutes, ({ minute }) => minute.getTime() / MINUTE);
  const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);
  const most = Math.max(...listening.truthMs.values());
  expect(most / MINUTE).toBeGreaterThan(300);
  for (const [minute, truth] of listening.truthMs) {
    const heard = sum((counted.get(minute) ?? []).map(({ heardMs }) => heardMs));
    // Below two hundred listeners, one per cent is less than the two whose batches were lost for good.
    expect(Math.abs(heard - truth), `minute ${minute}`).toBeLessThanOrEqual(Math.max(truth * 0.01, 2 * MINUTE));
  }
  const truth = sum(listening.truthMs.values());
  expect(Math.abs(sum(minutes.map(({ heardMs }) => heardMs)) - truth) / truth).toBeLessThan(0.005);
  // Daily channel totals equal those of the minutes, although computed separately.
  const days = await db.select().from(audienceDays);
  const channels = days.filter(({ kind }) => kind === 'channel');
  expect(new Set(channels.map(({ dayHk }) => dayHk))).toEqual(new Set(['2026-11-20', '2026-11-21']));
  expect(sum(channels.map(({ heardMs }) => heardMs))).toBe(sum(minutes.map(({ heardMs }) => heardMs)));
}, 240_000);
