import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adDays, audienceDays } from '#db/tables/audience.ts';
import { isSampled } from '#domain/tracking/tracking-token.ts';
import { AdEvent, PlayEvent, ReportSource } from '#shared/tracking.ts';
import { insertReports, liveReport } from '#tests/factories/tracked-reports.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { errorOf } from './audience.rules.ts';
import { computeDay } from './audience.ts';
import { findLine } from './figures.store.ts';
import { standingOf } from './figures.ts';

const DAY = '2026-11-20';
const BEGIN = Date.parse('2026-11-20T12:00:00+08:00');
const MINUTE = 60_000;
const LISTENERS = 5_000;
const ONE_IN = 10;
/** Sampling begins in the middle: who was there is certain, and then counts by who of them is in the sample. */
const SAMPLED_FROM = 5;
const LENGTH = 10;

let database: TestDatabase;
const truthMs = Array.from({ length: LENGTH }, () => 0);
const began = { certain: 0, all: 0 };
const now = new Date('2026-11-20T23:00:00+08:00');

beforeAll(async () => {
  database = await createTestDatabase();
  const reports = [];
  for (let n = 0; n < LISTENERS; n++) {
    const visitor = `visitor-${n}`;
    // Everybody listens from some minute to the end; a third begins with the sample.
    const first = n % 3 === 0 ? SAMPLED_FROM + (n % 4) : n % 5;
    const isIn = isSampled(visitor, ONE_IN);
    began.all++;
    if (first < SAMPLED_FROM) began.certain++;
    for (let minute = first; minute < LENGTH; minute++) {
      const from = BEGIN + minute * MINUTE;
      truthMs[minute] = (truthMs[minute] ?? 0) + 45_000;
      const weight = minute < SAMPLED_FROM ? 1 : ONE_IN;
      if (weight > 1 && !isIn) continue;
      reports.push(liveReport(`session-${n}`, minute, [[from, from + 45_000]], { consent: 1, visitor, weight }));
    }
  }
  const shown = { slot: 'home-1', event: AdEvent.VIEWABLE, bidder: 'b', advertiser: 'Wong' };
  for (let n = 0; n < 50; n++)
    reports.push(
      liveReport(`ad-${n}`, 1, [], {
        source: ReportSource.AD,
        trackingType: null,
        happenedAt: new Date(BEGIN),
        receivedAt: new Date(BEGIN),
        detail: shown,
      }),
      liveReport(`read-${n}`, 1, [], {
        source: ReportSource.PLAY,
        trackingType: PlayEvent.CONTENT_VIEWED,
        contentId: 7,
        happenedAt: new Date(BEGIN),
        receivedAt: new Date(BEGIN),
      }),
    );
  await insertReports(database.db, reports);
  await computeDay({ db: database.db, now }, DAY);
});
afterAll(() => database.close());

it('estimates listeners of each minute, sessions and visitors within the error that it states', async () => {
  const { db } = database;
  const line = await findLine(db, { fromMs: BEGIN, toMs: BEGIN + LENGTH * MINUTE });
  expect(line).toHaveLength(LENGTH);
  for (const { minute, heardMs } of line) {
    const at = (minute.getTime() - BEGIN) / MINUTE;
    const truth = (truthMs[at] ?? 0) / MINUTE;
    const error = at < SAMPLED_FROM ? 0 : errorOf(heardMs / MINUTE, ONE_IN);
    expect(Math.abs(heardMs / MINUTE - truth), `minute ${at}`).toBeLessThanOrEqual(error);
  }
  const standing = await standingOf({ db }, DAY);
  expect(standing.oneIn).toBe(ONE_IN);
  // Who was heard before the sample is counted once, not ten times.
  const uncertain = began.all - began.certain;
  for (const counted of [standing.sessions, standing.visitors]) {
    expect(counted % ONE_IN).toBe(began.certain % ONE_IN);
    expect(Math.abs(counted - began.all)).toBeLessThanOrEqual(errorOf(uncertain, ONE_IN));
  }
});

it('counts advertisements and readers of articles one by one', async () => {
  const { db } = database;
  const [ad] = await db.select().from(adDays).where(eq(adDays.dayHk, DAY));
  expect(ad).toMatchObject({ advertiser: 'Wong', viewables: 50 });
  const [read] = await db
    .select()
    .from(audienceDays)
    .where(and(eq(audienceDays.dayHk, DAY), eq(audienceDays.kind, 'article')));
  expect(read).toMatchObject({ events: 50, sessions: 50, weight: 1 });
});
