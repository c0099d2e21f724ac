import { registerEncoder } from '#domain/media/media.ts';
import { isVideoOn } from '#domain/timetable/timetable.ts';
import { saveTunnelTimes } from '#domain/traffic/traffic.ts';
import { startStations } from '#sandbox/stations/stations.ts';
import { tunnelTimesAt } from '#sandbox/tunnel-times.ts';
import { demoToken } from '#server/config.ts';
import type { Runtime } from '#server/runtime.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

const TUNNELS_MEASURED_EVERY_MS = 300_000;

/** Stands for who measures the tunnels. */
async function startDemoTunnels({ database: { db }, clock, log }: Runtime): Promise<{ stop(): void }> {
  const measure = async () => {
    const now = clock();
    await saveTunnelTimes({ db, now }, tunnelTimesAt(now));
  };
  await measure();
  const timer = setInterval(
    () => void measure().catch((err: unknown) => log.warn({ err }, 'the demo’s tunnels were not measured')),
    TUNNELS_MEASURED_EVERY_MS,
  );
  return { stop: () => clearInterval(timer) };
}

/** The demo's encoders: each start gives them new tokens, so that none is ever written down. */
export async function startDemoStations(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const { config, database, log } = runtime;
  const { db } = database;
  const tokens = { 881: demoToken(), 903: demoToken(), 864: demoToken() };
  for (const channelId of CHANNEL_IDS) {
    await registerEncoder({ db }, { channelId, name: `demo-${channelId}`, token: tokens[channelId] });
  }
  const tunnels = await startDemoTunnels(runtime);
  const stations = startStations({
    ingestUrl: config.INGEST_URL || `http://127.0.0.1:${config.PORT}/ingest`,
    tokens,
    isVideoOn: (channelId, at) => isVideoOn({ db, now: at }, channelId),
    backfillMs: config.DEMO_BACKFILL_MINUTES * 60_000,
    log: (line) => log.warn(line),
  });
  return {
    async stop() {
      tunnels.stop();
      await stations.stop();
    },
  };
}
