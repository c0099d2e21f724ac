import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createServer as createViteServer } from 'vite';
import { readConfig, readServices } from '#server/config.ts';
import { buildAdsIfStale } from './build-ads.ts';
import { assertPortsFree } from './ports.ts';
import { prepare } from './prepare.ts';
import { explain } from './start-errors.ts';

interface DevModule {
  startDevServices(options: {
    env: NodeJS.ProcessEnv;
    argv: string[];
    databaseUrl: string;
  }): Promise<{ runtime: unknown; afterListen(): Promise<void>; stop(): Promise<void> }>;
}
interface InsideModule {
  listenInside(
    runtime: unknown,
    app: () => Promise<FastifyInstance>,
    options: { port: number; host: string; token: string },
  ): Promise<{ stop(): Promise<void> }>;
}
interface AppModule {
  createApp(runtime: unknown): Promise<FastifyInstance>;
}

const say = (line: string) => console.log(line);
try {
  const config = readConfig(process.env);
  await assertPortsFree(config, readServices(process.argv.slice(2), config.demo));
  await buildAdsIfStale(say);
  const prepared = await prepare(say, { config });
  const server = createHttpServer();
  const vite = await createViteServer({ appType: 'custom', server: { middlewareMode: true, ws: { server } } });
  const services = (await vite.ssrLoadModule('/server/main.ts')) as unknown as DevModule;
  const started = await services.startDevServices({
    env: process.env,
    argv: process.argv.slice(2),
    databaseUrl: prepared.databaseUrl,
  });

  // A changed module creates a new app on the same long-lived services; requests in progress finish on the old one.
  let current: { module: unknown; app: Promise<FastifyInstance> } | undefined;
  const appNow = async () => {
    const module = await vite.ssrLoadModule('/server/web/app.ts');
    if (current?.module !== module) {
      const old = current;
      current = {
        module,
        app: (module as unknown as AppModule).createApp(started.runtime).then(async (app) => (await app.ready(), app)),
      };
      void old?.app.then((app) => app.close());
    }
    return current.app;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      (await appNow()).routing(request, response);
    } catch (error) {
      vite.ssrFixStacktrace(error as Error);
      console.error(error);
      response
        .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
        .end('The server failed; the terminal shows the error.');
    }
  };
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => void answer(request, response)),
  );
  server.listen(config.PORT, config.HOST, () => {
    void started.afterListen();
    say(`Airwave is on the air at http://localhost:${config.PORT} (development)`);
  });

  const internal = (await vite.ssrLoadModule('/server/operations/inside.ts')) as unknown as InsideModule;
  const inside = await internal.listenInside(started.runtime, appNow, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    token: config.METRICS_TOKEN,
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    server.close();
    server.closeAllConnections();
    await vite.close();
    await current?.app.then((app) => app.close());
    await inside.stop();
    await started.stop();
    await prepared.release();
    process.exit(0);
  };
  // Vite's own listener would end the process before the database has stopped.
  process.removeAllListeners('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
