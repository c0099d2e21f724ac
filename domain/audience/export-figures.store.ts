import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { adDays, audienceDays, audienceMinutes } from '#db/tables/audience.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { LEAST_SEARCHING, spanOfDay } from './audience.rules.ts';

/** More than a day can have: its kinds are bounded (`MAX_CONTENTS`, `MAX_KEYWORDS`, `MAX_AD_ROWS`), and its minutes are 1,440. */
const MAX_ROWS = 200_000;

type Row = Record<string, unknown>;

/** What was counted of a day. Words that few searched for are left out: somebody's name may be among them. */
export async function readDayCounts(db: Db, dayHk: DayHk): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select kind, key, events, sessions, visitors, heard_ms, weight from ${audienceDays}
    where day_hk = ${dayHk}::date and (kind not in ('search', 'search-empty') or sessions >= ${LEAST_SEARCHING})
    order by kind, key limit ${MAX_ROWS}`);
  return rows;
}

export async function readMinutes(db: Db, dayHk: DayHk): Promise<Row[]> {
  const { fromMs, toMs } = spanOfDay(dayHk);
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    select minute, channel, rendition, behind, heard_ms, sessions from ${audienceMinutes}
    where minute >= ${at(fromMs)} and minute < ${at(toMs)}
    order by minute, channel, rendition, behind limit ${MAX_ROWS}`);
  return rows;
}

export async function readAdDays(db: Db, dayHk: DayHk): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select slot, page_group, bidder, advertiser, requests, fills, viewables, clicks, drops, reports, revenue_micros from ${adDays}
    where day_hk = ${dayHk}::date
    order by slot, page_group, bidder, advertiser limit ${MAX_ROWS}`);
  return rows;
}
