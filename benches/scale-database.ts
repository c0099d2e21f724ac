import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { scaleArticles } from '#db/seed/scale.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { rebuildIndex } from '#domain/search/search-index.ts';
import { articlePath, type ArticleAddress } from '#shared/paths/article-path.ts';
import { pinTree, SERVER_CORES } from './measure.ts';

/** Nothing survives the run, so durability would only slow down filling. */
const FILLING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  autovacuum: 'off',
  // Copies reference the same rows as their originals, so foreign keys need not be checked a million times.
  session_replication_role: 'replica',
  maintenance_work_mem: '512MB',
  max_parallel_maintenance_workers: '4',
  work_mem: '128MB',
};

export interface ScaledDatabase {
  url: string;
  articles: number;
  /** Canonical paths of published articles from all over the table. */
  articlePaths: string[];
  /** Sequential scans so far of tables with more than 1,000 rows. */
  sequentialScans(): Promise<number>;
  close(): Promise<void>;
}

/** Rebuilds all indexes of a table after inserting the rows, but those of its constraints: ten times faster. */
export async function withoutIndexes({ db }: Database, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await db.execute<{ indexname: string; indexdef: string }>(
    sql`select indexrelid::regclass::text as indexname, pg_get_indexdef(indexrelid) as indexdef from pg_index
      where indrelid = ${table}::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { indexname } of rows) await db.execute(sql.raw(`drop index ${indexname}`));
  await fill();
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    for (const { indexdef } of rows) await tx.execute(sql.raw(indexdef));
  });
}

/** Date tokens of an instant, as in months.rules.ts. */
const datesOf = (instant: string) =>
  `array['@' || to_char(${instant} at time zone 'UTC', 'YYYY'), '@' || to_char(${instant} at time zone 'UTC', 'YYYYMM')]`;

/** The original's tokens with the copy's date. */
const redated = (column: string) =>
  sql.raw(`ts_delete(d.${column}, ${datesOf('d.display_at')}) || array_to_tsvector(${datesOf('a.publish_at')})`);

/**
 * Copies the seeded articles up to an exact number, with the same newest ones in every size, and indexes all for
 * search.
 */
async function fill(database: Database, articles: number, now: Date): Promise<void> {
  const { db } = database;
  await seedDatabase(db, { log: () => {}, now });
  await rebuildIndex({ db, now });
  const { rows } = await db.execute<{ seeded: number }>(sql`select count(*)::int as seeded from articles`);
  await withoutIndexes(database, 'articles', async () => {
    await scaleArticles(db, Math.ceil(articles / (rows[0]?.seeded ?? 1)) + 1, () => {});
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(
        sql`delete from articles where id > (select id from articles order by id offset ${articles - 1} limit 1)`,
      );
    });
  });
  await withoutIndexes(database, 'search_documents', () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      // A copy's last block names its original.
      await tx.execute(sql`
        insert into search_documents (content_type, item_id, title, body, slug, names, sounds, picture, channel_bitwise,
          display_at, visible_from, visible_until, grams, title_grams, popularity, generation)
        select a.content_type, a.id, a.title, d.body, a.slug, d.names, d.sounds, d.picture, d.channel_bitwise,
          a.publish_at, a.publish_at, null, ${redated('grams')}, ${redated('title_grams')}, 0, d.generation
        from (select *, (regexp_match(blocks -> -1 ->> 'html', '存檔編號[0-9]+-([0-9]+)'))[1]::int as of from articles) a
        join search_documents d on d.content_type = a.content_type and d.item_id = a.of`);
    }),
  );
}

async function vacuum({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('vacuum analyze');
  client.release();
}

async function pickPaths({ db }: Database, count: number): Promise<string[]> {
  const { rows } = await db.execute<
    Record<string, unknown> &
      Omit<ArticleAddress, 'column' | 'category'> & { column: string | null; category: string | null }
  >(sql`
    select a.id, a.content_type as "contentType", a.title, a.slug, a.section, a.is_road_coop as "isRoadCoop",
      c.name as "column", g.name as category
    from (select distinct (1 + random() * (select max(id) from articles))::int as id from generate_series(1, ${count * 4}::int)) picked
    join published_articles a using (id)
    left join article_columns c on c.id = a.column_id left join article_categories g on g.id = a.category_id
    order by random() limit ${count}`);
  return rows.map(({ column, category, ...row }) =>
    articlePath({
      ...row,
      column: column === null ? null : { name: column },
      category: category === null ? null : { name: category },
    }),
  );
}

/**
 * `SCALED_DATABASE=/tmp/desk-1m npm run bench -- desk` fills that folder once and keeps it, for work on queries. Later
 * runs only migrate it.
 */
const { SCALED_DATABASE: KEPT } = process.env;

/** A dedicated PostgreSQL with this many articles, and what `fillMore` adds, restarted with the site's settings. */
export async function makeScaledDatabase(
  articles: number,
  now: Date,
  fillMore: (database: Database) => Promise<void> = async () => {},
): Promise<ScaledDatabase> {
  mkdirSync(KEPT ?? 'data', { recursive: true });
  const dir = KEPT === undefined ? mkdtempSync(resolve('data/scale-')) : resolve(KEPT);
  chmodSync(dir, 0o755);
  const remove = () => KEPT === undefined && rmSync(dir, { recursive: true, force: true });
  const filled = join(dir, `filled-${articles}`);
  try {
    const filling = await startEmbeddedPostgres(join(dir, 'postgres'), { settings: FILLING });
    let articlePaths: string[];
    try {
      await migrateDatabase(filling.url);
      const database = openDatabase(filling.url, { queryTimeoutMs: 0 });
      if (!existsSync(filled)) {
        const began = performance.now();
        await fill(database, articles, now);
        await fillMore(database);
        await vacuum(database);
        console.log(`Filled in ${Math.round((performance.now() - began) / 1000)} s.`);
        writeFileSync(filled, '');
      }
      articlePaths = await pickPaths(database, 600);
      await database.close();
    } finally {
      await filling.stop();
    }
    const server = await startEmbeddedPostgres(join(dir, 'postgres'));
    pinTree(server.pid, SERVER_CORES);
    const database = openDatabase(server.url, { max: 1 });
    return {
      url: server.url,
      articles,
      articlePaths,
      async sequentialScans() {
        const { rows } = await database.db.execute<{ scans: number }>(
          sql`select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_user_tables where n_live_tup > 1000`,
        );
        return rows[0]?.scans ?? 0;
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
