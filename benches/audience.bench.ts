import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { computeDay, rollUpMinutes } from '#domain/audience/audience.ts';
import { listenersNow } from '#domain/audience/figures.ts';
import { median, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const LISTENERS = 5_000;
const HEARD_MINUTES = 30;
const DAY = '2026-11-20';
const DAY_BEGIN = Date.parse(`${DAY}T00:00:00+08:00`);
/** The minute of the day from which all listen at once, for the figures of a minute. */
const RUSH = 1300;
const INSERTED_AT_ONCE = 5;
const ROUNDS = 20;
const RUSH_MINUTES = 5;
const MINUTE_MS = 60_000;
const DAY_LIMIT_S = 60;
/** A twentieth of the minute available. */
const MINUTE_LIMIT_S = 3;

/**
 * Reports of listeners: one for each ten seconds heard, six of which arrive together over the following minute.
 * Listeners start at a minute of their own, or all at the same.
 */
const insertReports = (db: Db, minutes: { from: number; to: number }, begin: SQL, seqFrom: number) =>
  db.execute(sql`
    insert into tracking_events (received_at, happened_at, source, session, seq, tracking_type, visitor, consent, agent, channel, rendition, heard)
    select to_timestamp((b + 60000 + i % 60000) / 1000.0), to_timestamp((b + s * 10000 + 10000) / 1000.0), 3, md5(i::text),
      (${seqFrom}::integer + k) * 6 + s, 101, md5('visitor' || i), 1, (array['chrome', 'safari', 'firefox', 'app'])[1 + i % 4],
      (array[881, 903, 864])[1 + i % 3], (array['a64', 'a128', 'v360'])[1 + i % 3],
      array[b + s * 10000, b + s * 10000 + case s when 5 then 9900 else 10000 end, b + s * 10000 - 8000]
    from generate_series(1, ${LISTENERS}::int) as i cross join generate_series(${minutes.from}::int, ${minutes.to - 1}::int) as k
      cross join generate_series(0, 5) as s,
      lateral (select ${DAY_BEGIN}::bigint + ((${begin}) + k) * 60000::bigint as b) begins`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * A day of five thousand listeners, half an hour each: computing the whole day; a minute of all of them as it arrives;
 * the current figure.
 */
export async function audienceBench(): Promise<Row[]> {
  const database = await startOwnDatabase(2);
  try {
    const { db } = database;
    await db.execute(sql`select make_tracking_partitions(${DAY}::date - 1, 3)`);
    for (let from = 0; from < HEARD_MINUTES; from += INSERTED_AT_ONCE)
      await insertReports(db, { from, to: from + INSERTED_AT_ONCE }, sql`(i * 7919) % ${RUSH - HEARD_MINUTES}::int`, 0);
    await db.execute(sql`vacuum analyze tracking_events`);
    const cpuBefore = database.cpuMs();
    const day = await timed(() => computeDay({ db, now: new Date(DAY_BEGIN + RUSH * MINUTE_MS) }, DAY));
    const dayCpu = database.cpuMs() - cpuBefore;
    await rollUpMinutes({ db, now: new Date(DAY_BEGIN + RUSH * MINUTE_MS) });
    const minutes: number[] = [];
    for (let round = 0; round < RUSH_MINUTES; round++) {
      await insertReports(db, { from: 0, to: 1 }, sql`${RUSH + round}::int`, HEARD_MINUTES + round);
      const at = new Date(DAY_BEGIN + (RUSH + round + 2) * MINUTE_MS);
      minutes.push(await timed(() => rollUpMinutes({ db, now: at })));
    }
    const now = new Date(DAY_BEGIN + (RUSH + RUSH_MINUTES + 1) * MINUTE_MS);
    const minute = median(minutes);
    const reads: number[] = [];
    for (let round = 0; round < ROUNDS; round++) reads.push(await timed(() => listenersNow({ db, now })));
    const who = `${LISTENERS.toLocaleString('en')} listeners`;
    return [
      {
        promise: `${who}, half an hour each: their day computed from its 900,000 reports`,
        figure: `${(day / 1000).toFixed(1)} s (${(dayCpu / 1000).toFixed(1)} s of CPU)`,
        limit: `${DAY_LIMIT_S} s or less`,
        holds: day <= DAY_LIMIT_S * 1000,
      },
      {
        promise: `${who} at once: the minutes that one more minute of reports changes`,
        figure: `${(minute / 1000).toFixed(2)} s`,
        limit: `${MINUTE_LIMIT_S} s or less`,
        holds: minute <= MINUTE_LIMIT_S * 1000,
      },
      {
        promise: `${who}: listeners now`,
        figure: `${median(reads).toFixed(1)} ms`,
        limit: '50 ms or less',
        holds: median(reads) <= 50,
      },
    ];
  } finally {
    await database.close();
  }
}
