import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { computeDay, createRollUp } from '#domain/audience/audience.ts';
import { listenersNow } from '#domain/audience/figures.ts';
import { median, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const LISTENERS = 5_000;
const MINUTES = 60;
const DAY = '2026-11-20';
const BEGIN = Date.parse(`${DAY}T12:00:00+08:00`);
const ROUNDS = 20;

/** What so many listeners report in a minute: one report of six spans each, that arrive over the minute after it. */
const insertMinute = (db: Db, minute: number) =>
  db.execute(sql`
    insert into tracking_events (received_at, happened_at, source, session, seq, tracking_type, channel, rendition, heard)
    select to_timestamp((b + 60000 + i % 60000) / 1000.0), to_timestamp((b + 60000) / 1000.0), 3, md5(i::text), ${minute}::integer, 101,
      (array[881, 903, 864])[1 + i % 3], (array['a64', 'a128', 'v360'])[1 + i % 3],
      array(select case k when 0 then b + s * 10000 when 1 then b + s * 10000 + 9900 else b + s * 10000 - 8000 end
        from generate_series(0, 5) as s cross join generate_series(0, 2) as k order by s, k)
    from generate_series(1, ${LISTENERS}::int) as i, (select ${BEGIN + minute * 60_000}::bigint as b) begins`);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** An hour of five thousand listeners: a minute as it comes, the day at once, and the figure of now. */
export async function audienceBench(): Promise<Row[]> {
  const database = await startOwnDatabase(2);
  try {
    const { db } = database;
    await db.execute(sql`select make_tracking_partitions(${DAY}::date - 1, 3)`);
    for (let minute = 0; minute < MINUTES - 1; minute++) await insertMinute(db, minute);
    await db.execute(sql`vacuum analyze tracking_events`);
    const day = await timed(() => computeDay({ db, now: new Date(BEGIN + MINUTES * 60_000) }, DAY));
    const rollUp = createRollUp();
    await rollUp({ db, now: new Date(BEGIN + MINUTES * 60_000) });
    await insertMinute(db, MINUTES - 1);
    const now = new Date(BEGIN + (MINUTES + 1) * 60_000);
    const minute = await timed(() => rollUp({ db, now }));
    const reads: number[] = [];
    for (let round = 0; round < ROUNDS; round++) reads.push(await timed(() => listenersNow({ db, now })));
    const who = `${LISTENERS.toLocaleString('en')} listeners, an hour`;
    return [
      {
        promise: `${who}: a day computed from its reports`,
        figure: `${(day / 1000).toFixed(1)} s`,
        limit: 'told',
        holds: true,
      },
      {
        promise: `${who}: the reports of one more minute rolled up`,
        figure: `${(minute / 1000).toFixed(1)} s`,
        limit: '10 s or less',
        holds: minute <= 10_000,
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
