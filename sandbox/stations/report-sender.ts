import { setTimeout as delay } from 'node:timers/promises';
import type { StationId } from './time-mark.ts';

export interface SenderOptions {
  /** `http://host:port`; reports go to `/api/automation/CHANNEL`. */
  url: string;
  /** Computes `X-Airwave-Signature`. */
  sign: (path: string, body: string) => string;
  log: (line: string) => void;
}

const TIMEOUT_MS = 5_000;
const RETRY_MS = [1_000, 2_000, 5_000, 15_000];

/** Sends signed reports like a station's automation, retrying until accepted or rejected. */
export function reportSender({ url, sign, log }: SenderOptions, signal: AbortSignal) {
  return async function send(station: StationId, report: object): Promise<void> {
    const path = `/api/automation/${station}`;
    for (let tries = 0; ; tries++) {
      const body = JSON.stringify({ ...report, sent_at: Date.now() / 1_000 });
      const headers = { 'content-type': 'application/json', 'x-airwave-signature': sign(path, body) };
      try {
        const end = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const response = await fetch(`${url}${path}`, { method: 'POST', body, headers, signal: end });
        await response.arrayBuffer();
        if (response.ok) return;
        if (response.status < 500 && response.status !== 429) {
          log(`demo automation: ${path} rejected a report with status ${response.status}`);
          return;
        }
      } catch {
        signal.throwIfAborted();
      }
      if (tries === 3) log(`demo automation: ${path} accepts no reports; retrying`);
      await delay(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)], undefined, { signal });
    }
  };
}
