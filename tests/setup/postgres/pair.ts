import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded.ts';
import { preparePostgres } from './prepared-postgres.ts';

const SETTINGS = { fsync: 'off', synchronous_commit: 'local', wal_level: 'replica' };

export interface Pair {
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  stop(): Promise<void>;
}

/** Two servers on copies of one stopped cluster: one streams from the other. */
export async function startPair(primarySettings: Record<string, string> = {}): Promise<Pair> {
  mkdirSync('data', { recursive: true });
  const folder = mkdtempSync(resolve('data/pair-'));
  chmodSync(folder, 0o755);
  const prepared = await preparePostgres();
  for (const name of ['a', 'b']) spawnSync('cp', ['-a', prepared, join(folder, name)]);
  const primary = await startEmbeddedPostgres(join(folder, 'a/pg'), { settings: { ...SETTINGS, ...primarySettings } });
  const from = new URL(primary.url);
  const signal = join(folder, 'b/pg/standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(join(folder, 'b/pg'));
  chownSync(signal, uid, gid);
  const standby = await startEmbeddedPostgres(join(folder, 'b/pg'), {
    isStandby: true,
    settings: {
      ...SETTINGS,
      primary_conninfo: `host=127.0.0.1 port=${from.port} user=${from.username} password=${decodeURIComponent(from.password)}`,
    },
  });
  return {
    primary,
    standby,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Polls until true; errors come from a server that is not up yet, or no longer. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await new Promise((done) => setTimeout(done, 20));
}

export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}
