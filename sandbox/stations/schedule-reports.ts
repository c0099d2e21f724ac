import { setTimeout as delay } from 'node:timers/promises';
import { reportSender, type SenderOptions } from './report-sender.ts';
import { soundsBetween, type DemoSound } from './hour-schedule.ts';
import type { StationId } from './time-mark.ts';

/** Longer than any sound of the demo. */
const AHEAD_MS = 3_600_000;

const toReport = ({ id, kind, title, artist, startsAtMs }: DemoSound) => ({
  id,
  kind,
  title,
  ...(kind === 'song' && { artist }),
  start_ts: startsAtMs / 1_000,
});

/**
 * Simulates a station's automation: reports when each song, bulletin and break begins and ends. After a restart reports
 * may be repeated, which is harmless.
 */
export function startSoundReports({ stations, ...sending }: SenderOptions & { stations: readonly StationId[] }): {
  stop(): Promise<void>;
} {
  const stopped = new AbortController();
  const { signal } = stopped;
  const send = reportSender(sending, signal);

  async function run(station: StationId): Promise<void> {
    for (let fromMs = Date.now(); ;) {
      for (const sound of soundsBetween(station, fromMs, fromMs + AHEAD_MS)) {
        await delay(Math.max(0, sound.startsAtMs - Date.now()), undefined, { signal });
        await send(station, { ...toReport(sound), revision: 1 });
        await delay(Math.max(0, sound.endsAtMs - Date.now()), undefined, { signal });
        await send(station, { ...toReport(sound), revision: 2, end_ts: sound.endsAtMs / 1_000 });
        fromMs = sound.endsAtMs;
      }
    }
  }

  const running = stations.map((station) =>
    run(station).catch((error: unknown) => {
      if (!signal.aborted) sending.log(`demo songs stopped: ${error instanceof Error ? error.message : String(error)}`);
    }),
  );
  return {
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}
