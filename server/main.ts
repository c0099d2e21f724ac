import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf, awaitPrimary } from '#db/servers/primary.ts';
import { listenDesk } from '#server/desk/desk-app.ts';
import { openOnceBuilt } from '#server/desk/desk-to-come.ts';
import { listenAds } from '#server/ads/ads-origin.ts';
import { watchTimetable } from '#domain/timetable/timetable.ts';
import { createDrain, LISTENING_ENDS_MS, REQUESTS_END_MS } from '#server/operations/drain.ts';
import { hasPageProcess, readConfig, readServices } from '#server/config.ts';
import { watchRights } from '#server/ended-rights.ts';
import { hearAdBlocks } from '#server/ads/ad-blocks.ts';
import { hearEndedSessions } from '#server/ended-sessions.ts';
import { listenInside } from '#server/operations/inside.ts';
import { startJobs } from '#server/jobs.ts';
import { startPageProcess } from '#server/pages/page-process.ts';
import { startTracing } from '#server/operations/start-tracing.ts';
import { silentAtStart } from '#server/operations/readiness.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { watchWhatPagesShow } from '#server/purges.ts';
import { startAdWorld } from '#sandbox/ads/ads-world.ts';
import { dnsSandbox } from '#sandbox/dns.ts';
import { startDemoStations } from '#server/demo/stations.ts';
import { createApp } from '#server/web/app.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import { tracing } from '#shared/outside/tracing.ts';

export { answerPages } from '#server/pages/page-answers.ts';

export interface StartOptions {
  env: Record<string, string | undefined>;
  argv: string[];
  databaseUrl: string;
}

export interface Running {
  address: string;
  /**
   * Resolves when each channel that this process puts on air can be heard. Channels that take long are reported to
   * `onLate`.
   */
  onAir(signal: AbortSignal, onLate: (silent: readonly number[]) => void): Promise<void>;
  /** Finishes work in progress first; resolves within about eight seconds. */
  stop(): Promise<void>;
}

/** After this, channels that cannot be heard yet are reported. */
const ON_AIR_LATE_MS = 60_000;
const ON_AIR_LOOK_MS = 100;
/** A connection with a running statement does not delay the end. */
const DATABASE_CLOSE_MS = 500;

const JOBS = ['worker', 'clock'] as const;

/**
 * Starts the services of this process on a migrated database; with two cores, pages and jobs run in a separate process.
 */
export async function startServices(options: StartOptions): Promise<Running> {
  const { argv, databaseUrl } = options;
  const config = readConfig(options.env);
  const services = readServices(argv, config.demo);
  const isApart = services.has('web') && hasPageProcess(config, argv, availableParallelism());
  const jobs = isApart ? JOBS.filter((job) => services.delete(job)) : [];
  await startTracing(config, services);
  const runtime = createRuntime(config, services, { databaseUrl });
  await awaitPrimary(addressOf(databaseUrl).primary, {
    onWait: () => runtime.log.warn('waiting for a database server that accepts writes'),
  });
  const [pageProcess, background] = await Promise.all([
    isApart ? startPageProcess(runtime, { env: options.env, databaseUrl, jobs }) : null,
    startBackground(runtime),
  ]);
  const app = await createApp(runtime, pageProcess?.render);
  const drain = createDrain(app.server);
  await app.listen({
    host: config.HOST,
    port: config.PORT,
    backlog: REQUEST_LIMITS.connectionsWaiting,
    listenTextResolver: (address) => `listening on ${address}`,
  });
  await background.afterListen();
  const inside = await listenInside(runtime, async () => app, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    token: config.METRICS_TOKEN,
    pageMetrics: pageProcess ? () => pageProcess.metrics() : undefined,
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    async onAir(signal, onLate) {
      const lateAtMs = performance.now() + ON_AIR_LATE_MS;
      let isTold = false;
      while (!signal.aborted) {
        const silent = await silentAtStart(runtime);
        if (silent.length === 0) return;
        if (!isTold && performance.now() > lateAtMs) onLate(silent);
        isTold ||= performance.now() > lateAtMs;
        await delay(ON_AIR_LOOK_MS);
      }
    },
    async stop() {
      // From here on readiness reports it, and each reply closes its connection, so that the balancer uses other
      // processes.
      const signalledAtMs = performance.now();
      runtime.draining = true;
      pageProcess?.drain();
      const jobsEnded = background.stopJobs();
      await delay(config.DRAIN_SECONDS * 1_000);
      await background.stopStations();
      runtime.media?.endWaits();
      const sinceMs = performance.now() - signalledAtMs;
      await drain(() => app.close(), { listenMs: LISTENING_ENDS_MS - sinceMs, limitMs: REQUESTS_END_MS - sinceMs });
      // Requests in progress need these until they are answered.
      await Promise.all([jobsEnded, pageProcess?.stop(), background.stop(), inside.stop()]);
      await runtime.sharedCounts?.stop();
      await Promise.race([runtime.database.close(), delay(DATABASE_CLOSE_MS)]);
      await tracing()?.stop();
    },
  };
}

interface Background {
  /** Starts what depends on this process's HTTP server; called once it listens. */
  afterListen: () => Promise<void>;
  /** Takes no more jobs, and finishes those in progress or releases them. */
  stopJobs: () => Promise<void>;
  /** The demo's encoders, which push to the listening process. */
  stopStations: () => Promise<void>;
  /** Stops everything that has not been stopped yet. */
  stop: () => Promise<void>;
}

/** The long-lived half of a process. In development the HTTP side is recreated whenever the code changes. */
export async function startDevServices({
  env,
  argv,
  databaseUrl,
}: StartOptions): Promise<Background & { runtime: Runtime }> {
  const config = readConfig(env);
  const runtime = createRuntime(config, readServices(argv, config.demo), { databaseUrl });
  return { runtime, ...(await startBackground(runtime)) };
}

async function startBackground(runtime: Runtime): Promise<Background> {
  const { config, services, database } = runtime;
  const parts: { stop(): Promise<void> }[] = [];
  let jobs: { stop(): Promise<void> } | undefined;
  let stations: { stop(): Promise<void> } | undefined;
  runtime.clocks.start();
  parts.push(runtime.clocks);
  if (services.has('web') || services.has('media')) {
    runtime.levers.start();
    parts.push(runtime.levers);
  }
  if (services.has('web')) {
    parts.push(await watchWhatPagesShow(runtime, runtime.pages));
    const sessionWatch = await hearEndedSessions(database, {
      sessions: runtime.members.sessions,
      clock: runtime.clock,
      onFault: (error) => runtime.log.warn({ err: error }, 'could not end playback of ended sessions'),
    });
    parts.push({ stop: () => sessionWatch.close() });
    const { desk } = config;
    if (desk) {
      const { HOST: host } = config;
      parts.push(await openOnceBuilt(() => listenDesk(runtime, desk), { host, port: desk.port, log: runtime.log }));
    }
    if (config.ads) {
      const isDraining = () => runtime.draining;
      const ads = await listenAds(config.ads, { host: config.HOST, log: runtime.log, isDraining });
      const onFault = (error: unknown) => runtime.log.warn({ err: error }, 'could not read what frames refuse');
      parts.push(ads, await hearAdBlocks(database, ads, onFault));
    }
    if (config.demo && !config.DNS_SERVERS)
      // Without it the verdict on domains is `unknown`, which rejects nobody.
      await dnsSandbox(config.PORT).then(
        (sandbox) => parts.push(sandbox),
        (error: unknown) => runtime.log.warn({ err: error }, 'could not start the demo name server'),
      );
    if (config.sandboxAdsPort !== null)
      // Without it the station shows its own advertisements in every slot.
      await startAdWorld({ port: config.sandboxAdsPort }).then(
        (world) => parts.push(world),
        (error: unknown) => runtime.log.warn({ err: error }, 'could not start the demo ad sandbox'),
      );
  } else if (services.has('media')) {
    const watch = await watchTimetable(database);
    parts.push({ stop: () => watch.close() });
  }
  if (services.has('web') || services.has('media')) {
    await runtime.grantKeys.start();
    parts.push(runtime.grantKeys);
  }
  if (runtime.tracking) parts.push(runtime.tracking);
  if (runtime.players) parts.push(runtime.players);
  if (runtime.media) {
    await runtime.endedLeases.start();
    parts.push(runtime.endedLeases);
    parts.push(
      watchRights(runtime.rights, {
        clock: runtime.clock,
        onFault: (error) => runtime.log.warn({ err: error }, 'could not look for ended entitlements'),
      }),
    );
    await runtime.media.start();
    parts.push(runtime.media);
    if (runtime.peers) {
      runtime.peers.start();
      parts.push(runtime.peers);
    }
  }
  if (services.has('worker') || services.has('clock')) jobs = await startJobs(runtime);
  const stopJobs = once(async () => jobs?.stop());
  const stopStations = once(async () => stations?.stop());
  return {
    async afterListen() {
      if (services.has('stations')) stations = await startDemoStations(runtime);
    },
    stopJobs,
    stopStations,
    async stop() {
      await Promise.all([stopJobs(), stopStations(), ...parts.map((part) => part.stop())]);
    },
  };
}

/** All callers share one promise. */
function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => (begun ??= work());
}
