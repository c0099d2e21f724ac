import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { migrateDatabase } from '#db/migrate.ts';
import { makeServiceRole } from '#db/roles.ts';
import { createTestDatabase } from './pg.ts';

interface Journal {
  entries: { tag: string; when: number }[];
}

/**
 * A database as the release before a migration left it, and a connection of a process of that release, with the rights
 * that the service role had then. `migrate` runs that migration.
 */
export async function startFormerRelease(migration: string) {
  const server = await createTestDatabase();
  const suffix = randomBytes(6).toString('hex');
  const [name, role] = [`former_${suffix}`, `former_service_${suffix}`];
  await server.pool.query(`create database ${name} template template0`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const ownerUrl = url.href;
  const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8')) as Journal;
  const at = entries.findIndex(({ tag }) => tag.startsWith(migration));
  await migrateDatabase(ownerUrl, { until: entries[at - 1]!.when });
  await makeServiceRole(ownerUrl, role, 'a-password');
  const owner = new pg.Client({ connectionString: ownerUrl });
  url.username = role;
  url.password = 'a-password';
  const former = new pg.Client({ connectionString: url.href });
  await Promise.all([owner.connect(), former.connect()]);
  await owner.query(`
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select, update on all sequences in schema public to ${role}`);
  return {
    owner,
    former,
    migrate: () => migrateDatabase(ownerUrl, { until: entries[at]!.when }),
    async close() {
      await Promise.all([owner.end(), former.end()]);
      await server.pool.query(`drop database ${name} with (force)`);
      await server.pool.query(`drop role ${role}`);
      await server.close();
    },
  };
}
