import { FollowingClient } from '#db/following.ts';
import { addressOf } from '#db/servers/primary.ts';
import { QUERY_TIMEOUT_MS } from '#db/database.ts';

/** Schemas with tables that the service role reads and writes. */
const SERVED_SCHEMAS = ['public', 'graphile_worker'] as const;

/** Tables to which the service role may add rows, and read them, but not update or delete: audits, facts, books. */
export const APPEND_ONLY = [
  'audit_events',
  // Written by processes of the former release until these tables are dropped.
  'archive_audit',
  'event_audit',
  'payment_audit',
  'payment_facts',
  'ledger_transfers',
  'ledger_day_totals',
  'day_seals',
] as const;

/** Columns of `audit_events` that the job sets once; a trigger refuses a second time. */
export const AUDIT_CHAIN_COLUMNS = ['position', 'previous_hash', 'hash'] as const;

/**
 * Lets a role read and write the rows of every table and nothing else, so that a compromised service cannot alter or
 * drop tables. Run as the owner after each migration; idempotent.
 */
export async function grantService(ownerUrl: string, role: string): Promise<void> {
  const client = new FollowingClient({ ...addressOf(ownerUrl), query_timeout: QUERY_TIMEOUT_MS });
  await client.connect();
  try {
    const who = client.escapeIdentifier(role);
    await client.query('begin');
    // Two processes starting at once would update the same catalogue rows.
    await client.query('select pg_advisory_xact_lock(881903868)');
    for (const schema of SERVED_SCHEMAS) {
      await client.query(`grant usage on schema ${schema} to ${who}`);
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${who}`);
      await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${who}`);
      await client.query(`grant execute on all functions in schema ${schema} to ${who}`);
    }
    for (const table of APPEND_ONLY) await client.query(`revoke update, delete on public.${table} from ${who}`);
    await client.query(`grant update (${AUDIT_CHAIN_COLUMNS.join(', ')}) on public.audit_events to ${who}`);
    // Whether there are pending migrations is visible without the right to run them.
    await client.query(`grant usage on schema drizzle to ${who}`);
    await client.query(`grant select on drizzle.__drizzle_migrations to ${who}`);
    // Row-level security hides the job queue's rows from all but their owner, unless a policy allows it.
    const { rows: guarded } = await client.query<{ name: string }>(
      `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'graphile_worker' and c.relrowsecurity`,
    );
    for (const { name } of guarded) {
      const table = `graphile_worker.${client.escapeIdentifier(name)}`;
      await client.query(`drop policy if exists service on ${table}`);
      await client.query(`create policy service on ${table} for all to ${who} using (true) with check (true)`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Creates the role if missing and sets its password. Only where the owner may create roles. */
export async function makeServiceRole(ownerUrl: string, role: string, password: string): Promise<void> {
  const client = new FollowingClient({ ...addressOf(ownerUrl), query_timeout: QUERY_TIMEOUT_MS });
  await client.connect();
  try {
    const who = client.escapeIdentifier(role);
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${who} login nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
    );
  } finally {
    await client.end();
  }
}
