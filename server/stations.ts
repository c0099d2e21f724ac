import { registerEncoder } from '#domain/media/media.ts';
import { isVideoOn, programmesBetween } from '#domain/timetable/timetable.ts';
import { saveTunnelTimes } from '#domain/traffic/traffic.ts';
import { startAutomation } from '#sandbox/stations/automation.ts';
import { startSoundReports } from '#sandbox/stations/sound-reports.ts';
import { startStations } from '#sandbox/stations/stations.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { tunnelTimesAt } from '#sandbox/tunnel-times.ts';
import { automationSecretOf } from '#server/archive.ts';
import { demoToken } from '#server/config.ts';
import { addStationLoop } from '#server/demo-archive.ts';
import { startDemoEvent } from '#server/demo-event.ts';
import { rememberSounds } from '#server/demo-sounds.ts';
import { automationSignature } from '#server/outside/automation/signature.ts';
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

/** How long the demo was on air before it began. */
const HEARD_BEFORE_MS = 30 * 24 * 3_600_000;

/** Thirty days of sound to hear again, as rows over the loops that ship: the first start gives them. */
async function rememberLoops({ database: { db }, clock }: Runtime, backfillMs: number): Promise<void> {
  const heardMs = clock().getTime() - backfillMs;
  // Up to the segment that the stations push first.
  const to = new Date(Math.floor(heardMs / SEGMENT_MS) * SEGMENT_MS);
  const from = new Date(to.getTime() - HEARD_BEFORE_MS);
  for (const streamId of CHANNEL_IDS) await addStationLoop(db, streamId, from, to);
}

/** The demo's encoders: each start gives them new tokens, so that none is ever written down. */
export async function startDemoStations(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const { config, database, log } = runtime;
  const { db } = database;
  const tokens = { 881: demoToken(), 903: demoToken(), 864: demoToken() };
  for (const channelId of CHANNEL_IDS) {
    await registerEncoder({ db }, { streamId: channelId, name: `demo-${channelId}`, token: tokens[channelId] });
  }
  const tunnels = await startDemoTunnels(runtime);
  const backfillMs = config.DEMO_BACKFILL_MINUTES * 60_000;
  await rememberLoops(runtime, backfillMs);
  await rememberSounds(runtime);
  const ingestUrl = config.INGEST_URL || `http://127.0.0.1:${config.PORT}/ingest`;
  const event = await startDemoEvent(db, { ingestUrl, backfillMs, log: (line) => log.warn(line) });
  const stations = startStations({
    ingestUrl,
    tokens,
    isVideoOn: (channelId, at) => isVideoOn({ db, now: at }, channelId),
    backfillMs,
    log: (line) => log.warn(line),
  });
  const reporting = {
    // Beside the encoders' door where it is ours; the hook is the site's.
    url: runtime.services.has('web') ? `http://127.0.0.1:${config.PORT}` : config.siteUrl,
    stations: CHANNEL_IDS,
    sign: (path: string, body: string) => automationSignature(automationSecretOf(config), path, body),
    log: (line: string) => log.warn(line),
  };
  const sounds = startSoundReports(reporting);
  const automation = startAutomation({
    ...reporting,
    async onAir(channelId, at) {
      const [item] = await programmesBetween({ db, now: at }, channelId, at, new Date(at.getTime() + 1));
      return item ? { ...item, title: item.source === 'override' ? item.programName : null } : null;
    },
  });
  return {
    async stop() {
      tunnels.stop();
      await Promise.all([stations.stop(), event.stop(), automation.stop(), sounds.stop()]);
    },
  };
}
