import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';

// For operators only: stored facts about mails to an address, and texts and calls to a number. Reads no code, mail
// body, name or password.

/** As many rows as a person reads. */
const LIMIT = 20;

export type TraceRow = Record<string, string | number | boolean | null>;

async function rows(db: Db, query: ReturnType<typeof sql>): Promise<TraceRow[]> {
  return (await db.execute<TraceRow>(query)).rows;
}

const isOneOf = (column: string, emails: readonly string[]) =>
  sql`lower(${sql.raw(column)}) in (${sql.join(
    emails.map((email) => sql`lower(${email})`),
    sql`, `,
  )})`;

/** Instants in Hong Kong time. */
const hk = (column: string) => sql.raw(`to_char(${column} at time zone 'Asia/Hong_Kong', 'YYYY-MM-DD HH24:MI:SS')`);

export const findMailsTo = (db: Db, emails: readonly string[]) =>
  rows(
    db,
    sql`select template, ${hk('created_at')} as written, ${hk('sent_at')} as sent, attempts, last_error
      from mails where ${isOneOf('recipient', emails)} order by created_at desc limit ${LIMIT}`,
  );

export const findAccountsOf = (db: Db, { emailKey, phoneNo }: { emailKey: string; phoneNo: string }) =>
  rows(
    db,
    sql`select id as member, email, state, ${hk('email_verified_at')} as email_proved, phone_no_country, phone_no is not null as has_phone,
        ${hk('phone_verified_at')} as phone_proved, password_hash is not null as has_password, ${hk('created_at')} as made
      from members where email_key = ${emailKey} or (phone_no = ${phoneNo} and state <> 'erased')
      order by id limit ${LIMIT}`,
  );

export const findRegistrationsOf = (db: Db, { emailKey, phoneNo }: { emailKey: string; phoneNo: string }) =>
  rows(
    db,
    sql`select id as registration, email, ${hk('created_at')} as made, ${hk('expires_at')} as ends, ${hk('phone_verified_at')} as phone_proved
      from registrations where email_key = ${emailKey} or phone_no = ${phoneNo} order by created_at desc limit ${LIMIT}`,
  );

export const findLinksTo = (db: Db, emails: readonly string[]) =>
  rows(
    db,
    sql`select purpose, ${hk('created_at')} as made, ${hk('used_at')} as used, ${hk('expires_at')} as ends
      from mailed_links where ${isOneOf('email', emails)} order by created_at desc limit ${LIMIT}`,
  );

/** Attempts counted against an account, or against an address without one. */
export const findCountsOf = (db: Db, { members, name }: { members: readonly number[]; name: string }) =>
  rows(
    db,
    sql`select replace(key, ${name}, '(this one)') as counted, count, ${hk('ends_at')} as ends from attempts
      where ends_at > now() and (position(${name} in key) > 0
        or ${
          members.length > 0
            ? sql.join(
                members.map((id) => sql`key ~ ${`:m?${id}(:|$)`}`),
                sql` or `,
              )
            : sql`false`
        })
      order by key limit ${LIMIT}`,
  );

export const findTextsTo = (db: Db, phoneNo: string) =>
  rows(
    db,
    sql`select ${hk('created_at')} as asked, delivery, state, tries, ${hk('expires_at')} as ends, provider_id,
        case when registration_id is null then 'member' else 'registration' end as asked_by
      from sms_codes where phone_no = ${phoneNo} order by created_at desc limit ${LIMIT}`,
  );

export const findRequestsOf = (db: Db, phoneNo: string) =>
  rows(
    db,
    sql`select id as request, ${hk('created_at')} as began, state, (array['call', 'text', 'voice'])[verify_type] as how,
        station_no as our_number, ${hk('matched_at')} as came, triggers as calls_to_them, call_delivery, tries
      from phone_requests where phone_no = ${phoneNo} order by created_at desc limit ${LIMIT}`,
  );

export const findCallbacksOf = (db: Db, phoneNo: string) =>
  rows(
    db,
    sql`select ${hk('created_at')} as came, channel, to_no as our_number, request_id as request
      from phone_callbacks where right(from_no, ${phoneNo.length}) = ${phoneNo} order by created_at desc limit ${LIMIT}`,
  );

/** Failed jobs: a mail that was never written waits here. */
export const findFailingJobs = (db: Db) =>
  rows(
    db,
    sql`select task_identifier as task, attempts, max_attempts, ${hk('run_at')} as next, left(last_error, 200) as last_error
      from graphile_worker.jobs where last_error is not null order by run_at desc limit ${LIMIT}`,
  );

/** Jobs locked by a worker. A killed worker leaves them locked until they are released. */
export const findLockedJobs = (db: Db) =>
  rows(
    db,
    sql`select task_identifier as task, attempts, max_attempts, ${hk('locked_at')} as taken,
        round(extract(epoch from now() - locked_at))::int as for_seconds, locked_by as by_worker
      from graphile_worker.jobs where locked_at is not null order by locked_at limit ${LIMIT}`,
  );
