import { setTimeout as delay } from 'node:timers/promises';
import type { Programme } from './loops.ts';
import { SEGMENT_MS as RADIO_SEGMENT_MS } from './time-mark.ts';

export interface FeedOptions {
  /** `http://host:port/ingest/903/a128`: target of init, segments and playlist. */
  url: string;
  token: string;
  programme: Programme;
  /** Segment duration, counted from the Unix epoch. Default: that of the radio. */
  segmentMs?: number;
  /**
   * Each segment carries its own time, instead of a playlist that names it: one request per segment, and no waiting for
   * a second one.
   */
  isDated?: boolean;
  /** How much past sound is pushed at the start. */
  backfillMs: number;
  /** Whether the encoder runs at an instant: sound always does, video by schedule. */
  isOn: (at: Date) => boolean | Promise<boolean>;
  log: (line: string) => void;
}

const TIMEOUT_MS = 5_000;
const LISTED = 6;
/** How much an encoder keeps while the origin is down. */
const CATCH_UP_MS = 600_000;
const RETRY_MS = [250, 500, 1_000, 2_000, 4_000];

class Refused extends Error {}

/**
 * Pushes one rendition of a station like a common encoder: the segment once its time has passed, then the playlist that
 * names it. While the origin is down it keeps retrying and then sends missed segments, oldest first.
 */
export function startFeed(options: FeedOptions): { stop(): Promise<void> } {
  const { url, token, programme, backfillMs, isOn, log, segmentMs = RADIO_SEGMENT_MS, isDated = false } = options;
  const stopped = new AbortController();
  const { signal } = stopped;

  async function put(file: string, body: Buffer | string, type: string, startsAt?: Date): Promise<void> {
    const response = await fetch(`${url}/${file}`, {
      method: 'PUT',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        ...(startsAt && { 'x-program-date-time': startsAt.toISOString() }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    // A 4xx is final for this file; other errors are retried.
    if (response.status >= 400 && response.status < 500) throw new Refused(`${file}: ${response.status}`);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
  }

  function playlist(last: number, first: number): string {
    const from = Math.max(first, last - LISTED + 1);
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${Math.ceil(segmentMs / 1_000)}`,
      `#EXT-X-MEDIA-SEQUENCE:${from}`,
      '#EXT-X-MAP:URI="init.mp4"',
    ];
    for (let k = from; k <= last; k++) {
      lines.push(
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(k * segmentMs).toISOString()}`,
        `#EXTINF:${(segmentMs / 1000).toFixed(3)},`,
        `${k}.m4s`,
      );
    }
    return `${lines.join('\n')}\n`;
  }

  async function run(): Promise<void> {
    let next = Math.floor((Date.now() - backfillMs) / segmentMs);
    /** First segment since the encoder was last switched on. Null: off. */
    let first: number | null = null;
    let failures = 0;
    while (!signal.aborted) {
      const endsAtMs = (next + 1) * segmentMs;
      const waitMs = endsAtMs - Date.now();
      if (waitMs > 0) await delay(waitMs, undefined, { signal });
      next = Math.max(next, Math.floor((Date.now() - Math.max(CATCH_UP_MS, backfillMs)) / segmentMs));
      try {
        if (!(await isOn(new Date(next * segmentMs)))) {
          first = null;
          next++;
          continue;
        }
        if (first === null || failures > 0) {
          await put('init.mp4', programme.init, 'video/mp4');
          first ??= next;
        }
        const startsAt = isDated ? new Date(next * segmentMs) : undefined;
        await put(`${next}.m4s`, programme.segment(next), 'video/iso.segment', startsAt);
        // When far behind, the playlist is sent once for every few segments it names.
        const isBehind = Date.now() - endsAtMs > 2 * segmentMs;
        if (!isDated && (!isBehind || next % (LISTED - 1) === 0))
          await put('index.m3u8', playlist(next, first), 'application/vnd.apple.mpegurl');
        next++;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused) {
          log(`demo station: the origin rejected ${error.message}`);
          next++;
        }
        failures++;
        if (failures === 3 && !(error instanceof Refused))
          log(
            `demo station: the origin does not accept audio (${error instanceof Error ? error.message : String(error)}); retrying`,
          );
        await delay(RETRY_MS[Math.min(failures - 1, RETRY_MS.length - 1)], undefined, { signal });
      }
    }
  }

  const done = run().catch((error: unknown) => {
    if (!signal.aborted) log(`demo station stopped: ${error instanceof Error ? error.message : String(error)}`);
  });
  return {
    async stop() {
      stopped.abort();
      await done;
    },
  };
}
