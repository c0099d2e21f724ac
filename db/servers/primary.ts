import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parseDatabaseUrl, type DatabaseServer } from '#db/servers/database-url.ts';

/** Timeout for the answer of one server. A dead machine delays each search by this. */
const ANSWER_MS = 700;
/** How long a new connection waits for a primary: longer than the end of a failover, shorter than a visitor's patience. */
export const SEARCH_MS = 2_000;
export const SEARCH_AGAIN_MS = 100;
const LOOK_AGAIN_MS = 500;

/** How long a start waits: longer than the servers need to elect a primary. */
const START_MS = 60_000;

/**
 * How long a server of a timeline below the highest seen must be the only one that accepts writes until it is the primary.
 * Longer than an election, in which a dead primary's lock has to expire first.
 */
const LOWER_AFTER_MS = 30_000;

/** No server accepts writes at the moment. */
export class NoPrimaryError extends Error {
  readonly code = 'NO_PRIMARY';
  constructor() {
    super('no server of the database accepts writes');
  }
}

/** The servers of one URL, and which of them is the primary. */
export interface Primary {
  /** The primary's address. Searched for while it is unknown or in doubt. */
  find(): Promise<DatabaseServer>;
  /** Asks all servers, because something suggests that the primary is another one. */
  doubt(): void;
  /** Asks all servers once, whether none of them accepts writes. A server that is silent does not. */
  isAway(): Promise<boolean>;
  /** `cut` is called once another server is the primary. Returns a function that forgets it. */
  join(server: DatabaseServer, cut: () => void): () => void;
}

interface Standing {
  server: DatabaseServer;
  /** Increased by each promotion. */
  timeline: number;
}

/** Null: the server is down, or a standby. */
async function standingOf(server: DatabaseServer): Promise<Standing | null> {
  const client = new pg.Client({
    connectionString: server.url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'airwave-search',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // The first eight digits of a WAL file's name are the timeline.
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
         then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    );
    const timeline = rows[0]?.timeline;
    return timeline ? { server, timeline: parseInt(timeline, 16) } : null;
  } catch {
    return null;
  } finally {
    // Not awaited: a dead peer would not answer.
    void client.end().catch(() => {});
  }
}

/**
 * Of several servers that accept writes, the one of the highest timeline is the primary. One below the highest timeline
 * ever seen is a former primary that came back by itself, unless nobody else accepts writes for longer than an election
 * takes: then the promotion was withdrawn, as when a standby was promoted briefly while etcd was frozen.
 */
export function createPrimary(
  servers: readonly DatabaseServer[],
  ask = standingOf,
  nowMs: () => number = () => performance.now(),
): Primary {
  const joined = new Map<() => void, DatabaseServer>();
  let current: DatabaseServer | undefined;
  let newest = 0;
  /** Since when servers of lower timelines alone accept writes. */
  let lowerSinceMs: number | undefined;
  let search: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;

  /** All answers, or one alone that was promoted since: a silent former primary is not awaited. */
  async function standings(): Promise<(Standing | null)[]> {
    const asked = servers.map((server) => ask(server));
    const promoted = asked.map(async (answer) => {
      const standing = await answer;
      if (newest === 0 || !standing || standing.timeline <= newest) throw new NoPrimaryError();
      return [standing];
    });
    return Promise.any(promoted).catch(() => Promise.all(asked));
  }

  async function askAll(): Promise<void> {
    let best: Standing | undefined;
    for (const standing of await standings())
      if (standing && (!best || standing.timeline > best.timeline)) best = standing;
    if (best && best.timeline < newest) {
      lowerSinceMs ??= nowMs();
      if (nowMs() - lowerSinceMs < LOWER_AFTER_MS) best = undefined;
    } else lowerSinceMs = undefined;
    current = best?.server;
    if (!best) return;
    newest = best.timeline;
    for (const [cut, server] of joined) if (server !== current) cut();
  }

  /** Until there is a primary, connections to another server hold their places in pools, and waiting callers ask nobody. */
  function searchAgain(): void {
    clearTimeout(again);
    if (current === undefined && joined.size > 0) again = setTimeout(() => void searchOnce(), LOOK_AGAIN_MS).unref();
  }

  const searchOnce = (): Promise<void> =>
    (search ??= askAll().finally(() => {
      search = undefined;
      searchAgain();
    }));

  return {
    async find() {
      const until = performance.now() + SEARCH_MS;
      for (;;) {
        // What is in doubt is not used.
        if (search !== undefined || current === undefined) await searchOnce();
        if (current !== undefined) return current;
        if (performance.now() >= until) throw new NoPrimaryError();
        // Keeps the process alive: a command or a start that has nothing else to do would exit silently, with code 0.
        await delay(SEARCH_AGAIN_MS);
      }
    },
    doubt: () => void searchOnce(),
    async isAway() {
      await searchOnce();
      return current === undefined;
    },
    join(server, cut) {
      joined.set(cut, server);
      return () => joined.delete(cut);
    },
  };
}

/** All pools of a process share what they know. */
const primaries = new Map<string, Primary>();

/** What a connection is made from: of one server its URL, of several the search for the primary. */
export function addressOf(url: string): { connectionString: string; primary?: Primary } {
  const parsed = parseDatabaseUrl(url);
  if (!parsed?.isFollowed) return { connectionString: url };
  const [first] = parsed.servers;
  const primary = primaries.get(url) ?? createPrimary(parsed.servers);
  primaries.set(url, primary);
  return { connectionString: first?.url ?? url, primary };
}

/**
 * Waits until a server accepts writes: processes that start together with their database, or while it elects a primary,
 * would end otherwise. `onWait` is called once, if there is none at first. With one server, nothing is waited for.
 */
export async function awaitPrimary(
  primary: Pick<Primary, 'find'> | undefined,
  { onWait, signal, limitMs = START_MS }: { onWait: () => void; signal?: AbortSignal | undefined; limitMs?: number },
): Promise<void> {
  const until = performance.now() + limitMs;
  for (let isTold = false; primary !== undefined; isTold = true) {
    try {
      await primary.find();
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof NoPrimaryError)) throw error;
      if (performance.now() >= until)
        throw new Error(`no server of the database has accepted writes for ${limitMs / 1_000} s`, { cause: error });
      if (!isTold) onWait();
    }
  }
}
