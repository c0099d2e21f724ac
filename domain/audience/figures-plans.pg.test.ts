import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { instantHk } from '#shared/hk-time.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';
import { findDirty } from './days.store.ts';
import { adsOf, countsOf, dayLine, listenersNow, programmesOf, standingOf } from './figures.ts';
import { findLateDays } from './late.store.ts';
import { computeMinutes } from './roll-up.store.ts';

// Queries of the figures page and of the job of each minute, against a day of a hundred thousand reports and months of
// figures.

const DAY = '2026-11-20';
const NOON = instantHk(DAY, 12 * 60);
const DAYS = 120;

const FILL = [
  sql`select make_tracking_partitions(${DAY}::date - 1, 4)`,
  sql`insert into media_streams (id, kind, name) select id, 'channel', id from unnest(array[881, 903, 864]) as id on conflict do nothing`,
  sql`insert into tracking_events (received_at, source, session, seq, happened_at, tracking_type, channel, rendition, heard)
    select at, 2, 'session-' || i % 2000, i / 2000, at, 101, (array[881, 903, 864])[1 + i % 3], 'a128',
      array[ms - 10000, ms, ms - 20000]
    from (select i, ${instantHk(DAY, 0).toISOString()}::timestamptz + i * interval '800 milliseconds' as at,
      ${instantHk(DAY, 0).getTime()}::bigint + i * 800 as ms from generate_series(1, 100000) as i) numbered`,
  sql`insert into audience_minutes (minute, channel, rendition, behind, heard_ms, sessions)
    select ${NOON.toISOString()}::timestamptz - i * interval '1 minute', channel, 'a128', 0, 60000, 1
    from generate_series(-60, 40000) as i cross join unnest(array[881, 903, 864]) as channel`,
  sql`insert into audience_positions (stream_id, minute, how, day_hk, heard_ms, sessions)
    select channel, ${NOON.toISOString()}::timestamptz - i * interval '1 minute', 'live', ${DAY}::date - i / 1440, 60000, 1
    from generate_series(0, 40000) as i cross join unnest(array[881, 903, 864]) as channel`,
  sql`insert into listening_sessions (minute, stream_id, players, process)
    select ${NOON.toISOString()}::timestamptz - i * interval '1 minute', channel, 1, 'one'
    from generate_series(0, 40000) as i cross join unnest(array[881, 903, 864]) as channel`,
  sql`insert into audience_days (day_hk, kind, key, events, sessions)
    select ${DAY}::date - i, kind, n, 1, n from generate_series(0, ${DAYS}) as i
    cross join unnest(array['channel', 'article', 'replay', 'film', 'search', 'search-empty', 'error']) as kind
    cross join generate_series(1, 100) as n`,
  sql`insert into ad_days (day_hk, slot, page_group, bidder, advertiser)
    select ${DAY}::date - i, 'slot ' || n, 'home', 'direct', 'advertiser ' || n from generate_series(0, ${DAYS}) as i cross join generate_series(1, 200) as n`,
  sql`insert into audience_dirty (day_hk, is_dirty, is_final) select ${DAY}::date - i, false, i > 3 from generate_series(0, ${DAYS}) as i`,
  sql`insert into tracking_late (day_hk) select ${DAY}::date - i from generate_series(0, ${DAYS}) as i`,
  sql`insert into program_archives (id, program_id, stream_id, day_hk, starts_at, ends_at, is_over)
    select i, 1, (array[881, 903, 864])[1 + i % 3], ${DAY}::date - i / 24, ${NOON.toISOString()}::timestamptz - i * interval '1 hour',
      ${NOON.toISOString()}::timestamptz - (i - 1) * interval '1 hour', true from generate_series(1, 20000) as i`,
  sql`insert into archive_sections (id, archive_id, section_no, starts_at, ends_at) select id, id, 1, starts_at, ends_at from program_archives`,
  sql`insert into articles (id, content_type, title, slug, blocks, state, publish_at)
    select 1000 + i, 301, 'title', 'slug-' || i, '[]'::jsonb, 'published', ${NOON.toISOString()}::timestamptz from generate_series(1, 5000) as i`,
  sql`insert into article_views (article_id, day_hk, views)
    select 1000 + n, ${DAY}::date - i, 1 from generate_series(0, 30) as i cross join generate_series(1, 500) as n`,
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  for (const fill of FILL) await database.db.execute(fill);
  await database.db.execute(sql`analyze`);
});
afterAll(() => database.close());

/** Tables with about a row a day, for which an index is no help. */
const SMALL = ['audience_dirty', 'tracking_late', 'programs', 'videos'];

const ASKED: [name: string, ask: (db: Tx) => Promise<unknown>][] = [
  ['listeners now', (db) => listenersNow({ db, now: NOON })],
  ['the line of a day', (db) => dayLine({ db }, DAY)],
  ['programmes', (db) => programmesOf({ db, now: NOON }, DAY)],
  ['counts', (db) => countsOf({ db }, DAY)],
  ['advertisements', (db) => adsOf({ db }, DAY)],
  ['what a day is worth', (db) => standingOf({ db }, DAY)],
];

it.each(ASKED)('reads no table from end to end for %s', async (_name, ask) => {
  const plans = await plansOf(database.pool, ask);
  expect(scannedTables(plans).filter((table) => !SMALL.includes(table))).toEqual([]);
});

it('reads no report for a page of figures: what they came to is kept', async () => {
  for (const [name, ask] of ASKED) {
    const plans = await plansOf(database.pool, ask);
    expect(
      plans.flat().filter((node) => (node['Relation Name'] ?? '').startsWith('tracking_events')),
      name,
    ).toEqual([]);
  }
});

/** Queries of the job of each minute on the reports. */
const FROM = new Date(NOON.getTime() - 120_000);
const MINUTE: [name: string, ask: (db: Tx) => Promise<unknown>][] = [
  ['which minutes changed', (db) => findDirty(db, FROM, NOON)],
  ['which came too late', (db) => findLateDays(db, FROM, NOON)],
  [
    'the minutes themselves',
    (db) => computeMinutes(db, { fromMs: FROM.getTime(), toMs: NOON.getTime() }, instantHk(DAY, 1440).getTime()),
  ],
];

it.each(MINUTE)('finds by an index %s, however many reports the day has', async (_name, ask) => {
  // Partitions without reports are empty, and a sequential scan is as fast.
  expect(scannedTables(await plansOf(database.pool, ask))).not.toContain(`tracking_events_${DAY.replaceAll('-', '')}`);
});
