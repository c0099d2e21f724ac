import pg from 'pg';
import { QUERY_TIMEOUT_MS } from '#db/database.ts';

/** Written by whoever owns the tables; whoever serves has no business there. */
const SERVED_SCHEMAS = ['public', 'graphile_worker'] as const;

/** Who changed what by hand: whoever serves adds to it and reads it, and can neither mend nor empty it. */
export const APPEND_ONLY = [
  'archive_audit',
  'event_audit',
  'payment_audit',
  'payment_facts',
  'ledger_transfers',
  'ledger_day_totals',
  'day_seals',
] as const;

/**
 * Lets a role read and write the rows of every table, and nothing else: a service that is broken into can alter no table
 * and drop none. Run as the owner after each migration; it may run again.
 */
export async function grantService(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, query_timeout: QUERY_TIMEOUT_MS });
  await client.connect();
  try {
    const who = client.escapeIdentifier(role);
    await client.query('begin');
    // Two processes that start together would change the same rows of the catalogue.
    await client.query('select pg_advisory_xact_lock(881903868)');
    for (const schema of SERVED_SCHEMAS) {
      await client.query(`grant usage on schema ${schema} to ${who}`);
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${who}`);
      await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${who}`);
      await client.query(`grant execute on all functions in schema ${schema} to ${who}`);
    }
    for (const table of APPEND_ONLY) await client.query(`revoke update, delete on public.${table} from ${who}`);
    // Whether there is something to migrate can be seen without the right to do it.
    await client.query(`grant usage on schema drizzle to ${who}`);
    await client.query(`grant select on drizzle.__drizzle_migrations to ${who}`);
    // The job queue shows its rows to their owner alone, unless a policy says otherwise.
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

/** Makes the role if it is not there, with this password from now on. Only where the owner may make roles. */
export async function makeServiceRole(ownerUrl: string, role: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, query_timeout: QUERY_TIMEOUT_MS });
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
