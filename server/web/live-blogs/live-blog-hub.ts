import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '#db/database.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { findLiveChanges } from '#domain/live-blogs/live-blogs.ts';
import { MAX_MISSED, type LiveChanges } from '#domain/live-blogs/live-blogs.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_ID } from '#shared/ids.ts';

/** Keeps proxies from closing an idle stream, and finds readers that are gone. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(':\n\n');
/** A reader that does not read loses its stream, and catches up by its next one. */
const MAX_UNREAD_BYTES = 256 * 1024;
const RETRY_MS = 3_000;
/** Live blogs in memory. One without readers is forgotten first. */
const MAX_BLOGS = 200;

/** One change: as an event for streams, and as an object for the poll. */
interface Kept {
  id: number;
  sequence: number;
  json: string;
}

interface Blog {
  /** Last change that is known here. */
  sequence: number;
  closedTs: number | null;
  /** In the order of their changes, each entry once. */
  kept: Kept[];
  /** Readers that have everything up to this number catch up from memory. */
  floor: number;
  readers: Set<ServerResponse>;
}

export interface LiveBlogHub {
  /** Whether there is a live blog that the public may read. */
  has(articleId: number): Promise<boolean>;
  /** Writes events to a response until either end closes, beginning with what came after a number. Its head is written. */
  follow(articleId: number, after: number, reader: ServerResponse): Promise<void>;
  /** What came after a number, for readers without a stream, as JSON; null if there is no public live blog. */
  changes(articleId: number, after: number): Promise<string | null>;
  close(): Promise<void>;
}

export interface LiveBlogHubServices {
  db: Db;
  pool: pg.Pool;
  siteUrl: string;
  log: Pick<Logger, 'warn'>;
}

const eventOf = ({ sequence, json }: Kept) => `id: ${sequence}\nevent: entry\ndata: ${json}\n\n`;

/**
 * Streams of live blogs. A change is read from the database once for all readers of this process, turned into bytes once and
 * written to each. What was missed is answered from memory, so that thousands who come back at once cost no query.
 */
export function createLiveBlogHub({ db, pool, siteUrl, log }: LiveBlogHubServices): LiveBlogHub {
  const idle = new LRUCache<number, Promise<Blog | null>>({ max: MAX_BLOGS });
  /** With readers: never forgotten. */
  const busy = new Map<number, Blog>();
  let count = 0;
  let watch: Promise<Watch> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isClosed = false;
  let hasListened = false;

  const stateOf = ({ sequence, closedTs }: Blog) =>
    `id: ${sequence}\nevent: state\ndata: ${JSON.stringify({ sequence, closed_ts: closedTs })}\n\n`;

  function write(reader: ServerResponse, bytes: Buffer): void {
    if (reader.writableLength > MAX_UNREAD_BYTES) reader.destroy();
    else reader.write(bytes);
  }

  function keep(blog: Blog, { sequence, closed_ts: closedTs, entries, is_reset: isReset }: LiveChanges): Kept[] {
    if (isReset) {
      blog.kept = [];
      blog.floor = entries[0]!.sequence - 1;
    }
    const fresh = entries.map((entry) => ({ id: entry.id, sequence: entry.sequence, json: JSON.stringify(entry) }));
    const changed = new Set(fresh.map(({ id }) => id));
    blog.kept = [...blog.kept.filter(({ id }) => !changed.has(id)), ...fresh];
    for (const { sequence: left } of blog.kept.splice(0, Math.max(0, blog.kept.length - MAX_MISSED))) blog.floor = left;
    blog.sequence = Math.max(blog.sequence, sequence);
    blog.closedTs = closedTs;
    return fresh;
  }

  async function load(articleId: number): Promise<Blog | null> {
    const changes = await findLiveChanges({ db, siteUrl }, articleId, { after: 0, limit: MAX_MISSED });
    if (changes === null) return null;
    const blog: Blog = { sequence: 0, closedTs: null, kept: [], floor: 0, readers: new Set() };
    keep(blog, changes);
    return blog;
  }
  async function blogOf(articleId: number): Promise<Blog | null> {
    await listen();
    const known = busy.get(articleId);
    if (known) return known;
    let loading = idle.get(articleId);
    if (loading === undefined) {
      loading = load(articleId);
      idle.set(articleId, loading);
      const mine = loading;
      const forget = () => idle.peek(articleId) === mine && idle.delete(articleId);
      // What does not exist is not remembered: it may be opened.
      loading.then((blog) => blog ?? forget(), forget);
    }
    return loading;
  }

  function broadcast(blog: Blog, text: string): void {
    const bytes = Buffer.from(text);
    for (const reader of blog.readers) write(reader, bytes);
  }

  /** The last read of each live blog: reads follow one another. */
  const refreshing = new Map<number, Promise<void>>();
  /** Reads that have not begun, shared by all who wait for one. */
  const waiting = new Map<number, Promise<void>>();
  async function read(articleId: number, blog: Blog): Promise<void> {
    const former = { ...blog };
    const changes = await findLiveChanges({ db, siteUrl }, articleId, { after: blog.sequence, limit: MAX_MISSED });
    if (changes === null) {
      // The article is not public any more.
      idle.delete(articleId);
      busy.delete(articleId);
      broadcast(blog, `event: gone\ndata: {}\n\n`);
      for (const reader of blog.readers) reader.end();
      return;
    }
    const fresh = keep(blog, changes);
    if (blog.sequence === former.sequence) return;
    const events = changes.is_reset ? `event: reset\ndata: {}\n\n` : fresh.map(eventOf).join('');
    broadcast(blog, events + (former.closedTs === blog.closedTs && fresh.length > 0 ? '' : stateOf(blog)));
    if (blog.closedTs !== null) for (const reader of blog.readers) reader.end();
  }
  /** Reads what changed, after a read in progress, which may have begun too early. */
  function refresh(articleId: number, blog: Blog): Promise<void> {
    const shared = waiting.get(articleId);
    if (shared) return shared;
    const next = (refreshing.get(articleId) ?? Promise.resolve())
      .then(() => {
        waiting.delete(articleId);
        return read(articleId, blog);
      })
      .catch((error: unknown) => log.warn({ err: error, articleId }, 'could not read a live blog'))
      .finally(() => {
        if (refreshing.get(articleId) === next) refreshing.delete(articleId);
      });
    waiting.set(articleId, next);
    refreshing.set(articleId, next);
    return next;
  }
  /** A page may have been rendered from what this process has not heard of yet. */
  async function upTo(after: number, articleId: number): Promise<Blog | null> {
    const blog = await blogOf(articleId);
    if (blog !== null && after > blog.sequence && after <= MAX_ID) {
      await refresh(articleId, blog);
      return blogOf(articleId);
    }
    return blog;
  }
  function changed(articleId: number): void {
    const blog = busy.get(articleId);
    if (blog) return void refresh(articleId, blog);
    idle.peek(articleId)?.then(
      (loaded) => void (loaded && refresh(articleId, loaded)),
      () => undefined,
    );
  }
  const listen = () =>
    // The purge of an article's page says that its live blog changed, or that the article is not public any more.
    (watch ??= watchNotifications(pool, PAGE_PURGE, {
      onMessage: (tags) => {
        for (const tag of tags.split(',')) if (tag.startsWith('article:')) changed(Number(tag.slice(8)));
      },
      onListening: () => {
        // What was sent while the connection was down is lost.
        if (hasListened) for (const articleId of [...idle.keys(), ...busy.keys()]) changed(articleId);
        hasListened = true;
      },
    }).catch((error: unknown) => {
      watch = null;
      throw error;
    }));

  const begin = () => {
    timer ??= setInterval(() => {
      for (const { readers } of busy.values()) for (const reader of readers) write(reader, HEARTBEAT);
    }, HEARTBEAT_MS);
  };
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    async has(articleId) {
      if (isClosed) throw new DomainError('unavailable');
      return (await blogOf(articleId)) !== null;
    },
    async follow(articleId, after, reader) {
      const blog = await upTo(after, articleId);
      if (blog === null || isClosed || reader.destroyed) {
        reader.end();
        return;
      }
      // Nothing is awaited from here on, so that no change falls between what was missed and what follows.
      const missed =
        after < blog.floor || after > blog.sequence ? null : blog.kept.filter((one) => one.sequence > after);
      const events = missed === null ? `event: reset\ndata: {}\n\n` : missed.map(eventOf).join('');
      reader.write(`retry: ${RETRY_MS}\n\n${events}${stateOf(blog)}`);
      if (blog.closedTs !== null) {
        reader.end();
        return;
      }
      busy.set(articleId, blog);
      idle.delete(articleId);
      blog.readers.add(reader);
      count++;
      begin();
      reader.once('close', () => {
        blog.readers.delete(reader);
        if (blog.readers.size === 0 && busy.get(articleId) === blog) {
          busy.delete(articleId);
          idle.set(articleId, Promise.resolve(blog));
        }
        if (--count === 0) rest();
      });
    },
    async changes(articleId, after) {
      if (isClosed) throw new DomainError('unavailable');
      const blog = await upTo(after, articleId);
      if (blog === null) return null;
      const isReset = after < blog.floor || after > blog.sequence;
      const entries = isReset ? [] : blog.kept.filter((one) => one.sequence > after).map(({ json }) => json);
      const { sequence, closedTs } = blog;
      return `{"sequence":${sequence},"closed_ts":${closedTs},"is_reset":${isReset},"entries":[${entries.join(',')}]}`;
    },
    async close() {
      isClosed = true;
      rest();
      for (const { readers } of busy.values()) for (const reader of readers) reader.end();
      await (await watch?.catch(() => null))?.close();
    },
  };
}
