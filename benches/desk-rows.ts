import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { withoutIndexes } from './scale-database.ts';

// Rows of the desk's long lists, in a mixture in which rare states, methods and kinds are as rare as at a station.

type Insert = (table: string, statement: SQL) => Promise<void>;

/** Orders of five years by twenty thousand members, each with a line and an attempt; few of the rarer states and methods. */
async function insertOrders({ db }: Database, insert: Insert, rows: number): Promise<void> {
  await insert(
    'members',
    sql`
      insert into members (email, email_key, display_name, surname, given_name)
      select 'm' || n || '@member.example', 'm' || n || '@member.example', '大文', '陳', '大文' from generate_series(1, 20000) as n`,
  );
  await insert(
    'orders',
    sql`
      insert into orders (id, member_id, kind, state, total_cents, captured_cents, created_at, expires_at, paid_at, fulfilled_at)
      select n, first.id + n % 20000, case when n % 1000 = 0 then 'gift' else 'subscription' end,
        case when n % 100000 = 7 then 'review' when n % 10 = 0 then 'expired' else 'paid' end, 38800,
        case when n % 10 = 0 then 0 else 38800 end, at, at + interval '1 hour',
        case when n % 10 = 0 then null else at end, case when n % 10 = 0 then null else at end
      from (select min(id) as id from members where email like 'm%@member.example') as first,
        (select n, now() - (${rows}::int - n) * interval '150 seconds' as at from generate_series(1, ${rows}::int) as n) as numbered`,
  );
  await insert(
    'order_lines',
    sql`
      insert into order_lines (order_id, line_no, kind, product_id, name, quantity, unit_cents)
      select n, 1, 'subscription', 1, '250日', 1, 38800 from generate_series(1, ${rows}::int) as n`,
  );
  await insert(
    'payment_attempts',
    sql`
      insert into payment_attempts (order_id, number, gateway, method, amount_cents, state, created_at, expires_at)
      select n, 'CR' || lpad(n::text, 14, '0'), case when n % 50000 = 3 then 'jetco' else 'mpgs' end,
        case when n % 50000 = 3 then 'jetco' else 'card' end, 38800, case when n % 10 = 0 then 'expired' else 'paid' end, now(), now()
      from generate_series(1, ${rows}::int) as n`,
  );
  await db.execute(sql`select setval('orders_id_seq', ${rows}::int)`);
}

/** Broadcasts of three channels, one an hour, over some forty years; one in ten thousand is taken down. */
const insertBroadcasts = (insert: Insert, rows: number) =>
  insert(
    'program_archives',
    sql`
      insert into program_archives (program_id, stream_id, day_hk, starts_at, ends_at, is_over, state, source)
      select (select min(id) from programs) + n % 20, (array[881, 903, 864])[1 + n % 3], ((at - interval '5 hours') at time zone 'Asia/Hong_Kong')::date,
        at, at + interval '1 hour', true, case when n % 10000 = 9 then 'taken_down' when n % 3 = 0 then 'shown' else 'ended' end, 'clock'
      from (select n, date_trunc('hour', now()) - interval '30 days' - (n / 3) * interval '1 hour' as at from generate_series(1, ${rows}::int) as n) as numbered
      on conflict do nothing`,
  );

/** Letters of years; a few hundred are open, one in five thousand is a complaint. */
const insertLetters = (insert: Insert, rows: number) =>
  insert(
    'submissions',
    sql`
      insert into submissions (form, fields, idempotency_key, created_at, closed_at, closed_by, outcome)
      select case when n % 20 = 0 then 'lostproperty' else 'contact' end,
        jsonb_build_object('name', '陳大文', 'email', 'm' || n || '@member.example', 'message', '想問下節目',
          'topic', case when n % 5000 = 1 then 'complaint' else 'programme' end),
        'bench-' || n, at, case when n > ${rows}::int - 300 then null else at + interval '1 day' end,
        case when n > ${rows}::int - 300 then null else (select min(id) from staff_accounts) end,
        case when n > ${rows}::int - 300 then null else 'answered' end
      from (select n, now() - (${rows}::int - n) * interval '150 seconds' as at from generate_series(1, ${rows}::int) as n) as numbered`,
  );

/** The orders as those of a sale; a handful are packed, and the newest thousand wait. */
const insertDeliveries = (insert: Insert, rows: number) =>
  insert(
    'campaign_orders',
    sql`
      insert into campaign_orders (order_id, campaign_id, terms_version, accepted_at, supporter_no, delivery_state, paid_at)
      select n, (select id from campaigns where name = 'bench_sale'), 'bench', now(), 1000000 + n,
        case when n % 100000 = 5 then 'packed' when n > ${rows}::int - 1000 then 'waiting' else 'received' end, now()
      from generate_series(1, ${rows}::int) as n on conflict do nothing`,
  );

const insertPictures = (insert: Insert, rows: number) =>
  insert(
    'pictures',
    sql`
      insert into pictures (sha256, file_sha256, width, height, alt, source, licence, rights_until)
      select encode(sha256(('bench' || n)::bytea), 'hex'), encode(sha256(('bench' || n)::bytea), 'hex'), 900, 600,
        '第 ' || n || ' 張相', '本台記者', '本台擁有', case when n % 50 = 0 then current_date + n % 3000 end
      from generate_series(1, ${rows}::int) as n`,
  );

/** Events of years by two hundred people, already chained. */
const insertAudit = (insert: Insert, rows: number) =>
  insert(
    'audit_events',
    sql`
      insert into audit_events (at, who, action, subject_kind, subject_id, reason, position, previous_hash, hash)
      select now() - (${rows}::int - n) * interval '150 seconds', 'audit-' || n % 200,
        case when n % 50000 = 3 then 'members.merge' else 'orders.refund' end,
        case when n % 50000 = 3 then 'member' else 'order' end, n::text, 'bench', 1000000 + n, sha256('bench'), sha256('bench')
      from generate_series(1, ${rows}::int) as n`,
  );

/** Fills each long list of the desk with this many rows. */
export async function insertDeskRows(database: Database, rows: number): Promise<void> {
  const insert: Insert = (table, statement) =>
    withoutIndexes(database, table, () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(statement);
      }),
    );
  const { db } = database;
  await db.execute(sql`
    insert into staff_accounts (email, name, created_at) values ('closer@radio.example', 'closer', now())`);
  await db.execute(sql`
    insert into campaigns (name, kind, is_public, opens_at, closes_at, terms_version)
    values ('bench_sale', 'sale', true, now(), now() + interval '1 year', 'bench')`);
  await insertOrders(database, insert, rows);
  await insertBroadcasts(insert, rows);
  await insertLetters(insert, rows);
  await insertDeliveries(insert, rows);
  await insertPictures(insert, rows);
  await insertAudit(insert, rows);
}
