import type { AddressInfo } from 'node:net';
import { hearSessionChanges } from '#domain/auth/auth.ts';
import { watchTimetable } from '#domain/timetable/timetable.ts';
import { readConfig, readServices } from '#server/config.ts';
import { listenInside } from '#server/inside.ts';
import { startJobs } from '#server/jobs.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { hearPurges } from '#server/purges.ts';
import { dnsSandbox } from '#sandbox/dns.ts';
import { startDemoStations } from '#server/stations.ts';
import { createApp } from '#server/web/app.ts';

export interface StartOptions {
  env: Record<string, string | undefined>;
  argv: string[];
  databaseUrl: string;
}

export interface Running {
  address: string;
  stop(): Promise<void>;
}

/** Starts the services of this process on a database that is there and migrated. */
export async function startServices(options: StartOptions): Promise<Running> {
  const { runtime, stop, afterListen } = await startDevServices(options);
  const app = await createApp(runtime);
  await app.listen({
    host: runtime.config.HOST,
    port: runtime.config.PORT,
    listenTextResolver: (address) => `listening on ${address}`,
  });
  await afterListen();
  const inside = await listenInside(runtime, async () => app, runtime.config.METRICS_PORT);
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    async stop() {
      runtime.draining = true;
      await Promise.all([app.close(), stop(), inside.stop()]);
      await runtime.database.close();
    },
  };
}

interface Background {
  runtime: Runtime;
  /** What needs this process's own HTTP side: called once it listens. */
  afterListen: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The long-lived half of a process. In development its HTTP side is made anew whenever the code changes. */
export async function startDevServices({ env, argv, databaseUrl }: StartOptions): Promise<Background> {
  const config = readConfig(env);
  const services = readServices(argv, config.demo);
  const runtime = createRuntime(config, services, databaseUrl);
  const parts: { stop(): Promise<void> }[] = [];
  if (services.has('web') || services.has('media')) {
    const watch = await watchTimetable(runtime.database, () => runtime.pages.purge(['timetable']));
    parts.push({ stop: () => watch.close() });
  }
  if (services.has('web')) {
    const watch = await hearPurges(runtime.database, runtime.pages);
    parts.push({ stop: () => watch.close() });
    const sessionWatch = await hearSessionChanges(runtime.database, runtime.members.sessions);
    parts.push({ stop: () => sessionWatch.close() });
    if (config.demo && !config.DNS_SERVERS)
      // Without it domains are not known, and nobody is refused for that.
      await dnsSandbox(config.PORT).then(
        (sandbox) => parts.push(sandbox),
        (error: unknown) => runtime.log.warn({ err: error }, 'the name server of the demo does not start'),
      );
  }
  if (runtime.media) {
    await runtime.media.start();
    parts.push(runtime.media);
  }
  if (services.has('worker') || services.has('clock')) parts.push(await startJobs(runtime));
  return {
    runtime,
    async afterListen() {
      if (services.has('stations')) parts.push(await startDemoStations(runtime));
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
