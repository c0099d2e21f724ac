import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import { copyFrom, copyTo } from '#db/copy.ts';
import { FollowingClient } from '#db/following.ts';
import { migrateDatabase, migrationOf, newestMigration } from '#db/migrate.ts';
import { addressOf } from '#db/servers/primary.ts';

// Our own backup, because the embedded PostgreSQL package has no pg_dump: the rows of every table in COPY format, as of
// one instant, plus the migration that defines their schema. The tables themselves are created by the migrations.

const MANIFEST = 'manifest.json';
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  migration: z.number(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  storageKeys: z.array(z.string()),
  /** Hong Kong days that have reports. Empty in backups older than reports. */
  trackingDays: z.array(z.iso.date()).default([]),
  /** The newest seal of the books, as a copy outside them; absent in older backups. */
  ledgerHead: z.object({ dayHk: z.iso.date(), seals: z.int(), hash: z.string() }).nullable().default(null),
});
export type Manifest = z.output<typeof manifestSchema>;

/** A backup that cannot be made or restored; the message is one sentence. */
class BackupError extends Error {}

/**
 * Partitions are read and written through their parent table. The job queue manages its own record of migrations;
 * unlogged tables are lost in a crash anyway.
 */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, c.oid::int as oid,
    array(select format('%I', attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    array(select confrelid::int from pg_constraint
      where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker')
    and not (n.nspname = 'graphile_worker' and c.relname = 'migrations')
  order by 1`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name from pg_sequences
  where schemaname in ('public', 'graphile_worker') order by 1`;
/** Storage keys that the rows of this instant refer to: sound and initialisation segments. */
const STORAGE_KEYS = `
  select storage_key as key from media_segments union select storage_key from media_inits
  union select storage_key from media_hours where storage_key is not null
  union select storage_key from media_uploads where stored_at is not null`;

/** Days that have a partition. Rows of the default partition are moved when their day gets one. */
const TRACKING_DAYS = `
  select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where p.relname = 'tracking_events' and c.relname ~ '^tracking_events_[0-9]{8}$' order by 1`;

/** Tables of ours with triggers of ours. */
const TABLES_WITH_TRIGGERS = `
  select distinct tgrelid::regclass::text as name from pg_trigger
  where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;

/** The newest seal of the books and the number of seals. */
const LEDGER_HEAD = `
  select to_char(day_hk, 'YYYY-MM-DD') as "dayHk", encode(hash, 'hex') as hash, (select count(*)::int from day_seals) as seals
  from day_seals order by day_hk desc limit 1`;

type LedgerHead = NonNullable<Manifest['ledgerHead']>;

interface Table {
  name: string;
  oid: number;
  columns: string[];
  needs: number[];
}

/** `signal` closes the connection, which cancels the running statement and rolls back its transaction. */
async function connected<T>(
  { url, signal }: { url: string; signal: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = new FollowingClient({
    ...addressOf(url),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'airwave-backup',
  });
  client.on('error', () => {});
  await client.connect();
  const onAbort = () => void client.end();
  signal?.addEventListener('abort', onAbort);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await client.end();
  }
}

const fileOf = (folder: string, table: string) => join(folder, 'tables', `${table.replaceAll('"', '')}.copy.gz`);

/** Writes every row, as of one instant, into `folder` while the station runs. */
export function backUpDatabase(url: string, folder: string, now: Date, signal?: AbortSignal): Promise<Manifest> {
  return connected({ url, signal }, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const migration = await migrationOf(client);
    if (migration === null) throw new BackupError('The database has no Airwave tables; there is nothing to back up.');
    const { rows: tables } = await client.query<Table>(TABLES);
    await mkdir(join(folder, 'tables'), { recursive: true });
    const manifest: Manifest = {
      format: 1,
      madeAt: now.toISOString(),
      migration,
      tables: [],
      sequences: [],
      storageKeys: [],
      trackingDays: [],
      ledgerHead: null,
    };
    for (const { name, columns } of tables) {
      const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
      const copied = new PassThrough();
      const written = pipeline(copied, createGzip(), createWriteStream(fileOf(folder, name)), signal ? { signal } : {});
      await Promise.all([
        copyTo(client, `copy (select ${columns.join(', ')} from ${name}) to stdout`, copied),
        written,
      ]);
      manifest.tables.push({ name, columns, rows: counted[0]?.rows ?? 0 });
    }
    const { rows: sequences } = await client.query<{ name: string }>(SEQUENCES);
    for (const { name } of sequences) {
      const { rows } = await client.query<{ value: string; is_called: boolean }>(
        `select last_value::text as value, is_called from ${name}`,
      );
      const [row] = rows;
      if (row) manifest.sequences.push({ name, value: row.value, isCalled: row.is_called });
    }
    const { rows: keys } = await client.query<{ key: string }>(STORAGE_KEYS);
    const { rows: days } = await client.query<{ day: string }>(TRACKING_DAYS);
    const { rows: heads } = await client.query<LedgerHead>(LEDGER_HEAD);
    manifest.ledgerHead = heads[0] ?? null;
    manifest.trackingDays = days.map(({ day }) => day);
    manifest.storageKeys = keys.map(({ key }) => key);
    await client.query('commit');
    // Written last: a folder with a manifest is complete.
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 1));
    return manifest;
  });
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`"${folder}" contains no backup, or an incomplete one.`);
  const manifest = manifestSchema.safeParse(JSON.parse(text));
  if (!manifest.success) throw new BackupError(`"${folder}" contains a backup that this version cannot read.`);
  if (manifest.data.migration > newestMigration())
    throw new BackupError('The backup was made by a newer version; restore it with that version.');
  return manifest.data;
}

/** Sorts tables so that each follows those its foreign keys reference. */
function inOrderOfNeed(tables: readonly Table[]): Table[] {
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const sorted = new Set<Table>();
  const add = (table: Table, above: ReadonlySet<Table>): void => {
    if (sorted.has(table) || above.has(table)) return;
    for (const oid of table.needs) {
      const needed = byOid.get(oid);
      if (needed) add(needed, new Set([...above, table]));
    }
    sorted.add(table);
  };
  for (const table of tables) add(table, new Set());
  return [...sorted];
}

/**
 * Restores a backup into an unused database, all or nothing. Migrates to the schema of the backup first and to the
 * newest afterwards.
 */
export async function restoreDatabase(ownerUrl: string, folder: string, signal?: AbortSignal): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await migrateDatabase(ownerUrl, { until: manifest.migration });
  await connected({ url: ownerUrl, signal }, async (client) => {
    await client.query('begin');
    const { rows: used } = await client.query('select 1 from public.seed_steps limit 1');
    if (used.length > 0 || (await migrationOf(client)) !== manifest.migration)
      throw new BackupError('The database is not empty; restore into an empty one, or into another DATA_DIR.');
    const { rows: tables } = await client.query<Table>(TABLES);
    const there = new Map(tables.map((table) => [table.name, table]));
    const missing = manifest.tables.filter(({ name }) => !there.has(name)).map(({ name }) => name);
    if (missing.length > 0)
      throw new BackupError(`The backup contains tables that this version does not have: ${missing.join(', ')}.`);
    // Restored rows are no changes: triggers that refuse or copy rows do not apply.
    const { rows: guarded } = await client.query<{ name: string }>(TABLES_WITH_TRIGGERS);
    for (const { name } of guarded) await client.query(`alter table ${name} disable trigger user`);
    // Rows inserted by migrations come from the backup instead.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
    // Reports are partitioned by day of arrival.
    for (const day of manifest.trackingDays)
      await client.query('select public.make_tracking_partitions($1::date, 1)', [day]);
    const saved = new Map(manifest.tables.map((table) => [table.name, table]));
    for (const { name } of inOrderOfNeed(tables)) {
      const table = saved.get(name);
      if (table === undefined) continue;
      const unpacked = createGunzip();
      // A file may fail to open before the database asks for its first row; the error then reaches the reader of the
      // stream.
      pipeline(createReadStream(fileOf(folder, name)), unpacked).catch(() => {});
      await copyFrom(client, `copy ${name} (${table.columns.join(', ')}) from stdin`, unpacked);
      const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
      if (counted[0]?.rows !== table.rows) throw new BackupError(`The backup of table ${name} is incomplete.`);
    }
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
    for (const { name } of guarded) await client.query(`alter table ${name} enable trigger user`);
    // No worker holds these locks in the restored database.
    await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
    await client.query('commit');
  });
  await migrateDatabase(ownerUrl);
  return manifest;
}
