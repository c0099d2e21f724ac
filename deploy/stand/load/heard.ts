import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { acknowledgedFile } from '../tap.ts';
import type { Layout } from '../layout.ts';
import { readPlaylist } from './listeners.ts';

const ANSWER_MS = 10_000;
const AT_ONCE = 8;
const TRIES = 5;
const AGAIN_MS = 2_000;
/** The edge moves while it is read. */
const NEWEST_MS = 12_000;

interface Acknowledged {
  /** `903/a128` */
  feed: string;
  startsAtMs: number;
  sha256: string;
  /** When it was answered. */
  atMs: number;
}

const acknowledged = (folder: string): Acknowledged[] =>
  readFileSync(acknowledgedFile(folder), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, feed, number, sha256, at] = /^\/ingest\/(\d+\/\w+)\/(\d+)\.m4s (\w{64}) (\d+)$/.exec(line) ?? [];
      return feed === undefined || sha256 === undefined
        ? []
        : [{ feed, startsAtMs: Number(number) * SEGMENT_MS, sha256, atMs: Number(at) }];
    });

/** The longest time since an instant without an acknowledged segment of a channel, ms. */
export function longestWait(folder: string, sinceMs: number): number {
  const lasts = new Map<string, number>();
  let longestMs = 0;
  for (const { feed, atMs } of acknowledged(folder)) {
    if (!/\/a\d+$/.test(feed)) continue;
    const waitMs = atMs - Math.max(lasts.get(feed) ?? atMs, sinceMs);
    if (atMs > sinceMs) longestMs = Math.max(longestMs, waitMs);
    lasts.set(feed, atMs);
  }
  return longestMs;
}

/** Segments acknowledged since an instant that a media process does not serve byte for byte; and the total. */
export async function unheard(
  { folder, ports }: Layout,
  sinceMs: number,
): Promise<{ segments: number; faults: string[] }> {
  const pushed = new Map<string, Map<number, string>>();
  for (const { feed, startsAtMs, sha256 } of acknowledged(folder)) {
    if (startsAtMs < sinceMs || startsAtMs > Date.now() - NEWEST_MS) continue;
    if (!pushed.has(feed)) pushed.set(feed, new Map());
    pushed.get(feed)!.set(startsAtMs, sha256);
  }
  const faults: string[] = [];
  const getOnce = async (url: string) => {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  };
  // What a busy bucket serves later is not lost.
  const get = async (url: string, tries = TRIES): Promise<Buffer> =>
    getOnce(url).catch(async (error: unknown) => {
      if (tries <= 1) throw error;
      await delay(AGAIN_MS);
      return get(url, tries - 1);
    });
  for (const port of ports.media)
    for (const [feed, segments] of pushed) {
      const base = `http://127.0.0.1:${port}/media/${feed}/from/`;
      const listed = readPlaylist((await get(`${base}${sinceMs}.m3u8`)).toString());
      const served = new Map(listed.map(({ startsAtMs, uri }) => [startsAtMs, uri]));
      const waiting = [...segments];
      const check = async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const [atMs, sha256] = next;
          const uri = served.get(atMs);
          const what = `${feed} at ${new Date(atMs).toISOString()} from port ${port}`;
          if (uri === undefined) faults.push(`${what}: not listed`);
          else {
            const bytes = await get(new URL(uri, base).href).catch((error: unknown) => String(error));
            if (typeof bytes === 'string') faults.push(`${what}: ${bytes}`);
            else if (createHash('sha256').update(bytes).digest('hex') !== sha256) faults.push(`${what}: other bytes`);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, check));
    }
  return { segments: [...pushed.values()].reduce((sum, { size }) => sum + size, 0), faults };
}
