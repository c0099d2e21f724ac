import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { cpuSeconds, pinTree, SERVER_CORES } from './measure.ts';

export interface OwnDatabase extends TestDatabase {
  /** CPU that it and this process have used, in ms. */
  cpuMs(): number;
}

/** An empty database in a PostgreSQL of its own, with the settings that the product's has: what is committed is on the disk. */
export async function startOwnDatabase(connections: number): Promise<OwnDatabase> {
  mkdirSync('data', { recursive: true });
  const dir = mkdtempSync(resolve('data/bench-database-'));
  chmodSync(dir, 0o755);
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres(join(dir, 'postgres'));
    pinTree(server.pid, SERVER_CORES);
    await migrateDatabase(server.url);
    const database = openDatabase(server.url, { max: connections, statementTimeoutMs: 60_000 });
    return {
      ...database,
      url: server.url,
      cpuMs() {
        const { user, system } = process.cpuUsage();
        return cpuSeconds(server.pid) * 1000 + (user + system) / 1000;
      },
      async close() {
        await database.close();
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
