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
  id: string;
  at: string;
  what: string;
  detail: string;
  /** Tables, and the condition that finds the rows of a member. */
  from: (memberId: number) => SQL;
}

const BRANCHES: readonly (readonly [TimelineSource, Branch])[] = [
  [
    'log-in',
    {
      id: 's.id',
      at: 's.created_at',
      what: `'opened'`,
      detail: `'user_agent', s.user_agent`,
      from: (id) => sql`member_sessions s where s.member_id = ${id}`,
    },
  ],
  [
    'security',
    {
      id: 'e.id',
      at: 'e.created_at',
      what: 'e.kind',
      detail: `'user_agent', e.user_agent, 'name', e.detail ->> 'name', 'count', e.detail ->> 'count', 'by', e.detail ->> 'by'`,
      from: (id) => sql`security_events e where e.member_id = ${id}`,
    },
  ],
  [
    'order',
    {
      id: 'o.id',
      at: 'o.created_at',
      what: 'o.state',
      detail: `'order_id', o.id, 'kind', o.kind, 'cents', o.total_cents,
        'items', array(select l.name from order_lines l where l.order_id = o.id order by l.line_no)`,
      from: (id) => sql`orders o where o.member_id = ${id}`,
    },
  ],
  [
    'payment',
    {
      id: 'a.id',
      at: 'a.created_at',
      what: 'a.state',
      detail: `'order_id', a.order_id, 'cents', a.amount_cents, 'method', a.method`,
      from: (id) => sql`payment_attempts a join orders o on o.id = a.order_id where o.member_id = ${id}`,
    },
  ],
  [
    'refund',
    {
      id: 'r.id',
      at: 'r.created_at',
      what: 'r.state',
      detail: `'order_id', r.order_id, 'cents', r.cents`,
      from: (id) => sql`refunds r join orders o on o.id = r.order_id where o.member_id = ${id}`,
    },
  ],
  [
    'mail',
    {
      id: 'm.id',
      at: 'm.created_at',
      what: 'm.template',
      detail: `'sent_ts', extract(epoch from m.sent_at), 'attempts', m.attempts, 'error', m.last_error`,
      from: (id) => sql`mails m where m.member_id = ${id}`,
    },
  ],
  [
    'text',
    {
      id: 't.id',
      at: 't.created_at',
      what: 't.delivery',
      detail: `'state', t.state, 'tries', t.tries`,
      from: (id) => sql`sms_codes t where t.member_id = ${id}`,
    },
  ],
  [
    'call',
    {
      id: 'p.id',
      at: 'p.created_at',
      what: 'p.state',
      detail: `'how', (array['call', 'text', 'voice'])[p.verify_type], 'delivery', p.call_delivery, 'tries', p.tries`,
      from: (id) => sql`phone_requests p where p.member_id = ${id}`,
    },
  ],
  [
    'staff',
    {
      id: 'v.id',
      at: 'v.at',
      what: 'v.action',
      detail: `'who', v.who, 'reason', v.reason, 'subject', v.subject_kind || ':' || v.subject_id`,
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
  const branches = BRANCHES.filter(([source]) => sources.includes(source)).map(([source, branch]) => {
    const [id, at, what, detail] = [branch.id, branch.at, branch.what, branch.detail].map((text) => sql.raw(text));
    const older = before
      ? sql`and (date_trunc('milliseconds', ${at}), ${source}::text, ${id}::bigint)
          < (${before.at.toISOString()}::timestamptz, ${before.source}::text, ${before.id}::bigint)`
      : sql``;
    return sql`(select ${source}::text as source, ${id}::bigint as id, date_trunc('milliseconds', ${at}) as at, ${what}::text as what,
      jsonb_strip_nulls(jsonb_build_object(${detail})) as detail
      from ${branch.from(memberId)} ${older} order by 3 desc, 2 desc limit ${limit})`;
  });
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
