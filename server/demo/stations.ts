import { registerCaptioner } from '#domain/archive/captions/captioners.ts';
import { registerEncoder } from '#domain/media/media.ts';
import { isVideoOn, programmesBetween } from '#domain/timetable/timetable.ts';
import { saveTunnelTimes } from '#domain/traffic/traffic.ts';
import { startAutomation } from '#sandbox/stations/automation.ts';
import { startCaptioner, type CaptionerOptions } from '#sandbox/stations/captioner.ts';
import { startSoundReports } from '#sandbox/stations/schedule-reports.ts';
import { startStations } from '#sandbox/stations/stations.ts';
import { clockEndedWithin, linesEndedWithin } from '#sandbox/stations/spoken.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { tunnelTimesAt } from '#sandbox/tunnel-times.ts';
import { automationSecretOf } from '#server/services/playing/archive.ts';
import { demoToken } from '#server/config.ts';
import { addStationLoop } from '#server/demo/demo-archive.ts';
import { openDemoEvent, startDemoEvent } from '#server/demo/demo-event.ts';
import { rememberSounds } from '#server/demo/demo-sounds.ts';
import { automationSignature } from '#server/outside/automation/signature.ts';
import type { Runtime } from '#server/runtime.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

const TUNNELS_MEASURED_EVERY_MS = 300_000;

/** Simulates tunnel measurements. */
async function startDemoTunnels({ database: { db }, clock, log }: Runtime): Promise<{ stop(): void }> {
  const measure = async () => {
    const now = clock();
    await saveTunnelTimes({ db, now }, tunnelTimesAt(now));
  };
  await measure();
  const timer = setInterval(
    () => void measure().catch((err: unknown) => log.warn({ err }, 'could not measure the demo tunnels')),
    TUNNELS_MEASURED_EVERY_MS,
  );
  return { stop: () => clearInterval(timer) };
}

/** How far back the demo's archive of sound reaches. */
const HEARD_BEFORE_MS = 30 * 24 * 3_600_000;

/** Adds thirty days of replayable sound as rows over the shipped loops, at the first start. */
async function rememberLoops({ database: { db }, clock }: Runtime, backfillMs: number): Promise<void> {
  const heardMs = clock().getTime() - backfillMs;
  // Up to the first segment that the stations push.
  const to = new Date(Math.floor(heardMs / SEGMENT_MS) * SEGMENT_MS);
  const from = new Date(to.getTime() - HEARD_BEFORE_MS);
  for (const streamId of CHANNEL_IDS) await addStationLoop(db, streamId, from, to);
}

/** Captions what the voice of 881 says, or the clock that the event shows. */
async function startDemoCaptions(
  { database: { db }, log }: Runtime,
  { name, ...said }: Pick<CaptionerOptions, 'url' | 'streamId' | 'linesEndedWithin'> & { name: string },
) {
  const token = demoToken();
  await registerCaptioner(db, { streamId: said.streamId, name, token });
  return startCaptioner({ ...said, token, log: (line) => log.warn(line) });
}

/** Starts the demo's encoders and its captioner, with new tokens at each start, so that none is stored. */
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
  const eventId = config.DEMO_EVENT === 'on' ? await openDemoEvent(db) : null;
  const event =
    eventId === null
      ? null
      : await startDemoEvent(db, { ingestUrl, streamId: eventId, backfillMs, log: (line) => log.warn(line) });
  const stations = startStations({
    ingestUrl,
    tokens,
    isVideoOn: (channelId, at) => isVideoOn({ db, now: at }, channelId),
    backfillMs,
    log: (line) => log.warn(line),
  });
  // Local if this process serves the web, which receives reports and captions.
  const url = runtime.services.has('web') ? `http://127.0.0.1:${config.PORT}` : config.siteUrl;
  const captioned = config.DEMO_CAPTIONS === 'on' ? [{ streamId: 881, name: 'demo-881', linesEndedWithin }] : [];
  if (config.DEMO_CAPTIONS === 'on' && eventId !== null)
    captioned.push({ streamId: eventId, name: 'demo-event', linesEndedWithin: clockEndedWithin });
  const captions = await Promise.all(captioned.map((said) => startDemoCaptions(runtime, { url, ...said })));
  const reporting = {
    url,
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
      await Promise.all([
        stations.stop(),
        event?.stop(),
        automation.stop(),
        sounds.stop(),
        ...captions.map((one) => one.stop()),
      ]);
    },
  };
}
