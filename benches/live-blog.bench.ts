import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { purgePages } from '#db/notifications.ts';
import { articles } from '#db/tables/articles.ts';
import { liveBlogs, liveEntries } from '#db/tables/live-blogs.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { article } from '#tests/factories/newsroom.ts';
import { freePort } from '#tests/setup/site.ts';
import { cpuSeconds, LOAD_CORES, pinTree, SERVER_CORES, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const READERS = 5_000;
const ENTRIES = 20;
const LIMIT_MS = 2_000;
const NEWS = 5;
const LOOK_MS = 50;
/** Beyond any figure of interest. */
const GIVE_UP_MS = 30_000;

interface Count {
  there: number;
  open: number;
  twice: number;
  firstMs: number;
  lastMs: number;
}

const node = (core: string, args: string[]): ChildProcess =>
  spawn('taskset', ['-c', core, process.execPath, '--expose-gc', '--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/** One live blog with 5,000 readers of one process, on one core with its database. */
export async function liveBlogBench(): Promise<Row[]> {
  const database = await startOwnDatabase(4);
  const port = await freePort();
  const server = node(SERVER_CORES, ['benches/live-blog-host.ts', String(port), database.url]);
  let readers: ChildProcess | undefined;
  try {
    await once(server.stdout!, 'data');
    await database.db.insert(articles).values(article(NEWS, { contentType: 304, section: 'local' }));
    const [staff] = await database.db
      .insert(staffAccounts)
      .values({ email: 'bench@radio.example', name: '測試' })
      .returning({ id: staffAccounts.id });
    await database.db.insert(liveBlogs).values({ articleId: NEWS, openedAt: new Date() });
    const rss = async () =>
      ((await (await fetch(`http://127.0.0.1:${port}/memory`)).json()) as { rss: number }).rss / 1024 / 1024;
    const empty = await rss();
    readers = node(LOAD_CORES, [
      'benches/live-blog-readers.ts',
      String(port),
      `/live-blogs/${NEWS}/events?after=0`,
      String(READERS),
    ]);
    pinTree(readers.pid ?? 0, LOAD_CORES);
    await once(readers.stdout!, 'data');
    const full = await rss();
    const count = async (n: number): Promise<Count> => {
      const answer = once(readers!.stdout!, 'data');
      readers!.stdin!.write(`count ${n}\n`);
      return JSON.parse(String((await answer)[0])) as Count;
    };

    const tookMs: number[] = [];
    const cpuBefore = cpuSeconds(server.pid ?? 0);
    let last: Count | undefined;
    for (let n = 1; n <= ENTRIES; n++) {
      const startedMs = Date.now();
      await database.db.transaction(async (tx) => {
        await tx.update(liveBlogs).set({ sequence: sql`sequence + 1` });
        await tx.insert(liveEntries).values({
          articleId: NEWS,
          sequence: n,
          postedAt: new Date(),
          blocks: [{ type: ContentBlockType.TEXT, html: `<p>${'現場消息，稍後再有詳情。'.repeat(20)}</p>` }],
          postedBy: staff!.id,
        });
        await purgePages(tx, [`article:${NEWS}`]);
      });
      do {
        await delay(LOOK_MS);
        last = await count(n);
      } while (last.there < READERS && Date.now() - startedMs < GIVE_UP_MS);
      tookMs.push(last.there === READERS ? last.lastMs - startedMs : GIVE_UP_MS);
    }
    const cpuMs = ((cpuSeconds(server.pid ?? 0) - cpuBefore) * 1_000) / ENTRIES;
    const slowest = Math.max(...tookMs);
    const middle = tookMs.toSorted((a, b) => a - b)[ENTRIES / 2]!;
    return [
      {
        promise: `an entry at ${READERS.toLocaleString('en')} readers of one process, from the editor's commit to the last: the slowest of ${ENTRIES}`,
        figure: `${slowest} ms (median ${middle} ms; ${cpuMs.toFixed(0)} ms of the process)`,
        limit: `${LIMIT_MS} ms or less`,
        holds: slowest <= LIMIT_MS,
      },
      {
        promise: 'readers that lost an entry, had one twice or lost their stream',
        figure: `${READERS - last!.there}; ${last!.twice}; ${READERS - last!.open}`,
        limit: '0; 0; 0',
        holds: last!.there === READERS && last!.twice === 0 && last!.open === READERS,
      },
      {
        promise: 'memory of a reader',
        figure: `${(((full - empty) * 1024) / READERS).toFixed(0)} KB (${full.toFixed(0)} MB in all)`,
        limit: '100 KB or less',
        holds: (full - empty) * 1024 <= 100 * READERS,
      },
    ];
  } finally {
    readers?.kill();
    server.kill();
    await database.close();
  }
}
