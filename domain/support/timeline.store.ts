import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import type { TimelineCursor, TimelineSource } from './support.rules.ts';

// Reads tables of many modules in one statement, so that one page of a timeline costs one query and its order is that
// of the database. Reads no code, token, card, address or mail body.

export interface TimelineEntry {
  source: TimelineSource;
  id: string;
  at: Date;
  /** What happened, as the module of the source names it. */
  what: string;
  detail: Record<string, unknown>;
}

interface Branch {
  id: SQL;
  at: SQL;
  what: SQL;
  detail: SQL;
  /** Tables, and the condition that finds the rows of a member. */
  from: (memberId: number) => SQL;
}

const BRANCHES: readonly (readonly [TimelineSource, Branch])[] = [
  [
    'log-in',
    {
      id: sql`s.id`,
      at: sql`s.created_at`,
      what: sql`'opened'`,
      detail: sql`'user_agent', s.user_agent`,
      from: (id) => sql`member_sessions s where s.member_id = ${id}`,
    },
  ],
  [
    'security',
    {
      id: sql`e.id`,
      at: sql`e.created_at`,
      what: sql`e.kind`,
      detail: sql`'user_agent', e.user_agent, 'name', e.detail ->> 'name', 'count', e.detail ->> 'count', 'by', e.detail ->> 'by'`,
      from: (id) => sql`security_events e where e.member_id = ${id}`,
    },
  ],
  [
    'order',
    {
      id: sql`o.id`,
      at: sql`o.created_at`,
      what: sql`o.state`,
      detail: sql`'order_id', o.id, 'kind', o.kind, 'cents', o.total_cents,
        'items', array(select l.name from order_lines l where l.order_id = o.id order by l.line_no)`,
      from: (id) => sql`orders o where o.member_id = ${id}`,
    },
  ],
  [
    'payment',
    {
      id: sql`a.id`,
      at: sql`a.created_at`,
      what: sql`a.state`,
      detail: sql`'order_id', a.order_id, 'cents', a.amount_cents, 'method', a.method`,
      from: (id) => sql`payment_attempts a join orders o on o.id = a.order_id where o.member_id = ${id}`,
    },
  ],
  [
    'refund',
    {
      id: sql`r.id`,
      at: sql`r.created_at`,
      what: sql`r.state`,
      detail: sql`'order_id', r.order_id, 'cents', r.cents`,
      from: (id) => sql`refunds r join orders o on o.id = r.order_id where o.member_id = ${id}`,
    },
  ],
  [
    'mail',
    {
      id: sql`m.id`,
      at: sql`m.created_at`,
      what: sql`m.template`,
      detail: sql`'sent_ts', extract(epoch from m.sent_at), 'attempts', m.attempts, 'error', m.last_error`,
      from: (id) => sql`mails m where m.member_id = ${id}`,
    },
  ],
  [
    'text',
    {
      id: sql`t.id`,
      at: sql`t.created_at`,
      what: sql`t.delivery`,
      detail: sql`'state', t.state, 'tries', t.tries`,
      from: (id) => sql`sms_codes t where t.member_id = ${id}`,
    },
  ],
  [
    'call',
    {
      id: sql`p.id`,
      at: sql`p.created_at`,
      what: sql`p.state`,
      detail: sql`'how', (array['call', 'text', 'voice'])[p.verify_type], 'delivery', p.call_delivery, 'tries', p.tries`,
      from: (id) => sql`phone_requests p where p.member_id = ${id}`,
    },
  ],
  [
    'staff',
    {
      id: sql`v.id`,
      at: sql`v.at`,
      what: sql`v.action`,
      detail: sql`'who', v.who, 'reason', v.reason, 'subject', v.subject_kind || ':' || v.subject_id`,
      from: (id) =>
        sql`audit_events v where ((v.subject_kind = 'member' and v.subject_id = ${String(id)}) or (v.subject_kind = 'order'
          and v.subject_id in (select o.id::text from orders o where o.member_id = ${id})))`,
    },
  ],
];

/** Newest first. Instants are compared in milliseconds, which a cursor can hold. */
export async function findTimeline(
  db: Db,
  memberId: number,
  { sources, before, limit }: { sources: readonly TimelineSource[]; before: TimelineCursor | null; limit: number },
): Promise<TimelineEntry[]> {
  const branches = BRANCHES.filter(([source]) => sources.includes(source)).map(
    ([source, { id, at, what, detail, from }]) => {
      const older = before
        ? sql`and (date_trunc('milliseconds', ${at}), ${source}::text, ${id}::bigint)
          < (${before.at.toISOString()}::timestamptz, ${before.source}::text, ${before.id}::bigint)`
        : sql``;
      return sql`(select ${source}::text as source, ${id}::bigint as id, date_trunc('milliseconds', ${at}) as at, ${what}::text as what,
      jsonb_strip_nulls(jsonb_build_object(${detail})) as detail
      from ${from(memberId)} ${older} order by 3 desc, 2 desc limit ${limit})`;
    },
  );
  const { rows } = await db.execute<Omit<TimelineEntry, 'at'> & { at_ms: string }>(
    sql`select source, id, what, detail, (extract(epoch from at) * 1000)::bigint as at_ms from (${sql.join(branches, sql` union all `)}) as entries order by at desc, source desc, id desc limit ${limit}`,
  );
  return rows.map(({ source, id, what, detail, at_ms: ms }) => ({
    source,
    id: String(id),
    at: new Date(Number(ms)),
    what,
    detail,
  }));
}
