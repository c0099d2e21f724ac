import type { TestDatabase } from '#tests/setup/pg.ts';

/** What explains a renewal that was not charged: the profile, its member's periods and runs, and its orders with their attempts. */
export async function profileStory({ pool }: TestDatabase, profileId: number): Promise<string[]> {
  const told = async (what: string, query: string): Promise<string[]> =>
    (await pool.query<{ row: object }>(`select to_jsonb(t) as row from (${query}) t`, [profileId])).rows.map(
      ({ row }) => `  profile ${profileId}: ${what} ${JSON.stringify(row)}`,
    );
  const member = '(select member_id from recurring_profiles where id = $1)';
  return [
    ...(await told(
      'is',
      `select member_id, plan_id, next_plan_id, state, gateway, renew_on, tries, grace_until, run_id, credit_cents, stop_asked_at,
         charged_back_at, updated_at from recurring_profiles where id = $1`,
    )),
    ...(await told(
      'period',
      `select id, source, plan_id, order_id, profile_id, starts_at, ends_at, created_at from subscriptions
        where member_id = ${member} order by starts_at`,
    )),
    ...(await told(
      'order',
      `select o.id, o.kind, o.state, o.idempotency_key as key, o.total_cents, o.captured_cents, o.refunded_cents, o.created_at,
         o.expires_at, o.fulfilled_at, o.closed_at, l.payload,
         (select coalesce(json_agg(json_build_object('number', a.number, 'state', a.state, 'at', a.created_at, 'nextQueryAt',
            a.next_query_at, 'facts', (select json_agg(f.kind || ' ' || f.cents || ' at ' || f.at order by f.id)
              from payment_facts f where f.attempt_id = a.id)) order by a.id), '[]')
            from payment_attempts a where a.order_id = o.id) as attempts
         from orders o join order_lines l on l.order_id = o.id
        where o.member_id = ${member} and (l.payload->>'profileId' = $1::text or o.id in (
          select order_id from subscriptions where profile_id = $1)) order by o.id`,
    )),
    ...(await told(
      'audit',
      `select action, at, before, after from audit_events
        where subject_kind = 'member' and subject_id = ${member}::text order by id`,
    )),
    ...(await told(
      'run',
      `select r.* from renewal_runs r where $1::int is not null and (r.claimed > 0 or r.ended_at is null) order by r.id desc limit 10`,
    )),
  ];
}
