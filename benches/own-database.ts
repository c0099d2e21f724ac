import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { cpuSeconds, pinTree, SERVER_CORES } from './measure.ts';

export interface OwnDatabase extends TestDatabase {
  /** CPU used by it and this process, ms. */
  cpuMs(): number;
}

/** An empty database in a dedicated PostgreSQL with the product's settings: commits are durable. */
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
