import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { acknowledgedFile } from '../tap.ts';
import type { Layout } from '../layout.ts';
import { readPlaylist } from './listeners.ts';

const ANSWER_MS = 10_000;
const AT_ONCE = 8;
/** The edge moves while it is read. */
const NEWEST_MS = 12_000;

/** What encoders had acknowledged since an instant and a media process does not serve, byte for byte, in words; and how many there were. */
export async function unheard(
  { folder, ports }: Layout,
  sinceMs: number,
): Promise<{ segments: number; faults: string[] }> {
  const pushed = new Map<string, Map<number, string>>();
  for (const line of readFileSync(acknowledgedFile(folder), 'utf8').split('\n')) {
    const [, feed, number, sha256] = /^\/ingest\/(\d+\/\w+)\/(\d+)\.m4s ([0-9a-f]{64})$/.exec(line) ?? [];
    if (feed === undefined || sha256 === undefined) continue;
    const atMs = Number(number) * SEGMENT_MS;
    if (atMs < sinceMs || atMs > Date.now() - NEWEST_MS) continue;
    if (!pushed.has(feed)) pushed.set(feed, new Map());
    pushed.get(feed)!.set(atMs, sha256);
  }
  const faults: string[] = [];
  const get = async (url: string) => {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  };
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
