import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { finalAtMs, spanOfDay } from './audience.rules.ts';

const AT_ONCE = 5_000;

/** A report as exported to the warehouse. */
export interface ExportedReport extends Record<string, unknown> {
  received_at: Date;
  happened_at: Date;
  source: number;
  reporter: number;
  session: string;
  seq: number;
  tracking_type: number | null;
  consent: number;
  visitor: string | null;
  agent: string | null;
  platform: number | null;
  content_type: number | null;
  content_id: number | null;
  media_type: number | null;
  program_id: number | null;
  channel: number | null;
  rendition: string | null;
  campaign_id: number | null;
  heard: string;
  keyword: string | null;
  tag_type: number | null;
  results: number | null;
  weight: number;
  detail: string | null;
}

/** With the cursor of the next page. */
type Paged = ExportedReport & { place: string; own_session: string; received: string };

/**
 * The reports of a day, by time of the event, in batches of some thousands. Excludes members, addresses and playback
 * ids. A session has a name that is valid in this day's file only, and the visitor is the pseudonym of the day.
 */
export async function* readExport(db: Db, dayHk: DayHk): AsyncGenerator<ExportedReport[]> {
  const { fromMs, toMs } = spanOfDay(dayHk);
  const at = (ms: number) => new Date(ms).toISOString();
  let last: { received: string; session: string; seq: number; place: string } | null = null;
  for (;;) {
    const after: SQL =
      last === null
        ? sql`true`
        : sql`(received_at, session, seq, ctid) > (${last.received}::timestamptz, ${last.session}, ${last.seq}::integer, ${last.place}::tid)`;
    const from: string = last === null ? at(fromMs - 60_000) : last.received;
    const { rows }: { rows: Paged[] } = await db.execute<Paged>(sql`
      select received_at, happened_at, source, reporter, md5(${dayHk} || ' ' || session) as session, seq, tracking_type, consent,
        visitor, agent, platform, content_type, content_id, media_type, program_id, channel, rendition, campaign_id,
        heard::text as heard, keyword, tag_type, results, weight, detail::text as detail,
        ctid::text as place, session as own_session, received_at::text as received
      from ${trackingEvents}
      where received_at >= ${from}::timestamptz and received_at < ${at(finalAtMs(dayHk))}::timestamptz
        and happened_at >= ${at(fromMs)}::timestamptz and happened_at < ${at(toMs)}::timestamptz and ${after}
      order by tracking_events.received_at, tracking_events.session, tracking_events.seq, tracking_events.ctid
      limit ${AT_ONCE}`);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = { received: end.received, session: end.own_session, seq: end.seq, place: end.place };
    yield rows.map(({ place: _place, own_session: _own, received: _received, ...row }) => row);
    if (rows.length < AT_ONCE) return;
  }
}
