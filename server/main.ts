import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { listenAds } from '#server/ads/ads-origin.ts';
import { watchTimetable } from '#domain/timetable/timetable.ts';
import { hasPageProcess, readConfig, readServices } from '#server/config.ts';
import { watchRights } from '#server/ended-rights.ts';
import { hearEndedSessions } from '#server/ended-sessions.ts';
import { listenInside } from '#server/inside.ts';
import { startJobs } from '#server/jobs.ts';
import { startPageProcess } from '#server/pages/page-process.ts';
import { silentAtStart } from '#server/readiness.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { watchWhatPagesShow } from '#server/purges.ts';
import { startAdWorld } from '#sandbox/ads/ads-world.ts';
import { dnsSandbox } from '#sandbox/dns.ts';
import { startDemoStations } from '#server/stations.ts';
import { createApp } from '#server/web/app.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';

export { answerPages } from '#server/pages/page-answers.ts';

export interface StartOptions {
  env: Record<string, string | undefined>;
  argv: string[];
  databaseUrl: string;
}

export interface Running {
  address: string;
  /** Resolves with the channels still without sound when all are on air or the wait is over. */
  onAir(signal: AbortSignal): Promise<number[]>;
  stop(): Promise<void>;
}

/** Channels still silent by then are reported. */
const ON_AIR_WAIT_MS = 60_000;
const ON_AIR_LOOK_MS = 100;

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
  const runtime = createRuntime(config, services, { databaseUrl });
  const [pageProcess, { stop, afterListen }] = await Promise.all([
    isApart ? startPageProcess(runtime, { env: options.env, databaseUrl, jobs }) : null,
    startBackground(runtime),
  ]);
  const app = await createApp(runtime, pageProcess?.render);
  await app.listen({
    host: config.HOST,
    port: config.PORT,
    backlog: REQUEST_LIMITS.connectionsWaiting,
    listenTextResolver: (address) => `listening on ${address}`,
  });
  await afterListen();
  const inside = await listenInside(runtime, async () => app, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    token: config.METRICS_TOKEN,
    pageMetrics: pageProcess ? () => pageProcess.metrics() : undefined,
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    async onAir(signal) {
      const until = Date.now() + ON_AIR_WAIT_MS;
      for (;;) {
        const silent = silentAtStart(runtime);
        if (silent.length === 0 || signal.aborted || Date.now() > until) return silent;
        await delay(ON_AIR_LOOK_MS);
      }
    },
    async stop() {
      runtime.draining = true;
      // Pages in progress are completed.
      const closed = app.close().then(() => pageProcess?.stop());
      await Promise.all([closed, stop(), inside.stop()]);
      await runtime.database.close();
    },
  };
}

interface Background {
  /** Starts what depends on this process's HTTP server; called once it listens. */
  afterListen: () => Promise<void>;
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
  if (services.has('web')) {
    parts.push(await watchWhatPagesShow(database, runtime.pages));
    const sessionWatch = await hearEndedSessions(database, {
      sessions: runtime.members.sessions,
      clock: runtime.clock,
      onFault: (error) => runtime.log.warn({ err: error }, 'playbacks of a session that is over did not end'),
    });
    parts.push({ stop: () => sessionWatch.close() });
    if (config.ads) parts.push(await listenAds(config.ads, { host: config.HOST, log: runtime.log }));
    if (config.demo && !config.DNS_SERVERS)
      // Without it the verdict on domains is `unknown`, which rejects nobody.
      await dnsSandbox(config.PORT).then(
        (sandbox) => parts.push(sandbox),
        (error: unknown) => runtime.log.warn({ err: error }, 'the name server of the demo does not start'),
      );
    if (config.sandboxAdsPort !== null)
      // Without it the station shows its own advertisements in every slot.
      await startAdWorld({ port: config.sandboxAdsPort }).then(
        (world) => parts.push(world),
        (error: unknown) => runtime.log.warn({ err: error }, 'the ad world of the demo does not start'),
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
        onFault: (error) => runtime.log.warn({ err: error }, 'ended rights could not be looked for'),
      }),
    );
    await runtime.media.start();
    parts.push(runtime.media);
  }
  if (services.has('worker') || services.has('clock')) parts.push(await startJobs(runtime));
  return {
    async afterListen() {
      if (services.has('stations')) parts.push(await startDemoStations(runtime));
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
