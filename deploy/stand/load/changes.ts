import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { purgePages } from '#db/notifications.ts';
import type { Tx } from '#db/database.ts';

// The title of an article changes, with the purge that each change of an article sends; its page is read through both balancers.

const CHANGE_EVERY_MS = 3_000;
const READ_EVERY_MS = 250;
const ANSWER_MS = 5_000;
const MARK = /stand-(\d+)-/;

export interface Changes {
  stop(): Promise<void>;
  /** How long each change took until a balancer served it, ms, ascending; and pages that were old after they had been new. */
  result(): { changes: number; latenciesMs: number[]; old: string[] };
}

async function pathOfAnArticle(site: string): Promise<{ id: number; path: string }> {
  const list = await (await fetch(`${site}/article/latest`, { signal: AbortSignal.timeout(ANSWER_MS) })).text();
  const [, path = '', id] = /href="(\/article\/(\d+)[^"]*)"/.exec(/<main[\s\S]*/.exec(list)?.[0] ?? '') ?? [];
  if (id === undefined) throw new Error('the page of articles links to none');
  return { id: Number(id), path };
}

export async function changePages(pool: Pool, site: string, balancers: readonly string[]): Promise<Changes> {
  const { id, path } = await pathOfAnArticle(site);
  const stopped = new AbortController();
  const { signal } = stopped;
  const db = drizzle({ client: pool });
  const { rows } = await pool.query<{ title: string }>('select title from articles where id = $1', [id]);
  const title = rows[0]!.title.replace(MARK, '');
  /** When change n was committed. */
  const committedMs = new Map<number, number>();
  const latenciesMs: number[] = [];
  const old: string[] = [];
  let n = Date.now() % 1_000_000_000;
  const first = n + 1;

  async function change(): Promise<void> {
    while (!signal.aborted) {
      n++;
      await db
        .transaction(async (tx) => {
          await tx.execute(sql`update articles set title = ${`stand-${n}-${title}`} where id = ${id}`);
          await purgePages(tx as unknown as Tx, [`article:${id}`]);
        })
        .then(
          () => committedMs.set(n, performance.now()),
          () => {},
        );
      await delay(CHANGE_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function read(balancer: string): Promise<void> {
    let seen = 0;
    while (!signal.aborted) {
      const askedMs = performance.now();
      const page = await fetch(`${balancer}${path}`, {
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: { connection: 'close' },
      })
        .then((reply) => (reply.ok ? reply.text() : undefined))
        .catch(() => undefined);
      const shown = Number(MARK.exec(page ?? '')?.[1] ?? NaN);
      if (shown < seen && shown >= first) old.push(`${balancer}: ${seen - first}, then ${shown - first}`);
      if (shown > seen) {
        const nowMs = performance.now();
        for (let i = Math.max(seen + 1, first); i <= shown; i++) {
          const at = committedMs.get(i);
          // Seen before the commit was confirmed: no delay.
          latenciesMs.push(at === undefined ? 0 : Math.max(0, Math.min(nowMs, askedMs + READ_EVERY_MS) - at));
        }
        seen = shown;
      }
      await delay(READ_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  const running = [change(), ...balancers.map(read)];
  return {
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
    result: () => ({ changes: committedMs.size, latenciesMs: latenciesMs.toSorted((a, b) => a - b), old }),
  };
}
