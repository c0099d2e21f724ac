import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { diskOf } from '#server/outside/disk/disk.ts';
import { reasonsNotReady, SPOOL_UNAVAILABLE } from '#server/operations/readiness.ts';
import type { Runtime } from '#server/runtime.ts';
import { referencePage } from '#server/web/api-document.ts';

interface Answer {
  status?: number;
  type: string;
  body: string;
}

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/** Readiness with its reasons, and warnings that do not affect it. */
async function health(runtime: Runtime): Promise<Answer> {
  const [reasons, disk] = await Promise.all([reasonsNotReady(runtime), diskOf(runtime.dataDir)]);
  const nowMs = runtime.clock().getTime();
  const channels = runtime.media?.status().map(({ channelId, fresh, edges }) => ({
    channel: channelId,
    on_air: fresh,
    edge_age_seconds: Object.fromEntries(
      Object.entries(edges).map(([name, edge]) => [name, edge === null ? null : Math.round((nowMs - edge) / 1_000)]),
    ),
  }));
  const clock = runtime.clocks.warning();
  const behind = runtime.peers?.behind() ?? null;
  const warnings = [
    ...(behind === null ? [] : [behind]),
    ...(clock === null ? [] : [clock]),
    ...(runtime.media?.spoolHealth()?.isUp === false ? [SPOOL_UNAVAILABLE] : []),
    ...(channels ?? []).filter(({ on_air }) => !on_air).map(({ channel }) => `channel ${channel} receives no audio`),
    ...(runtime.media?.lags() ?? []).map(
      ({ encoder, rendition, behindMs }) =>
        `audio of encoder "${encoder}" (${rendition}) is ${Math.round(behindMs / 1_000)} s late; its clock may be slow`,
    ),
    ...(disk?.isFull && runtime.config.STORAGE === 'disk' ? ['the disk of DATA_DIR is full'] : []),
  ];
  const isReady = reasons.length === 0;
  return json({ status: isReady ? 'ready' : 'not ready', reasons, warnings, channels, disk }, isReady ? 200 : 503);
}

/** Compares hashes, so that timing reveals nothing. */
const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
};

/**
 * Internal endpoints on a port reachable from this machine only, unless METRICS_HOST is set, which requires a token:
 * metrics, readiness reasons and the API reference. Port 0: disabled. In development the app is replaced after each
 * change.
 */
export async function listenInside(
  runtime: Runtime,
  app: () => Promise<FastifyInstance>,
  {
    port,
    host,
    token,
    pageMetrics,
  }: {
    port: number;
    host: string;
    /** Empty: no token is required. */
    token: string;
    pageMetrics?: (() => Promise<string>) | undefined;
  },
): Promise<{ stop(): Promise<void> }> {
  if (port === 0) return { stop: async () => {} };
  const pages: Record<string, () => Promise<Answer>> = {
    '/metrics': async () => ({ type: runtime.metrics.contentType, body: await runtime.metrics.text() }),
    // Separate from the metrics of this process: each process has a full set, as if on several machines.
    ...(pageMetrics
      ? { '/metrics/pages': async () => ({ type: runtime.metrics.contentType, body: await pageMetrics() }) }
      : {}),
    '/readyz': () => health(runtime),
    ...(runtime.services.has('web')
      ? {
          '/api/openapi.json': async () => json((await app()).apiReference()),
          '/api/docs': async () => ({
            type: 'text/html; charset=utf-8',
            body: referencePage((await app()).apiReference()),
          }),
        }
      : {}),
  };
  const server = createServer((request, response) => {
    if (token !== '' && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }).end();
      return;
    }
    const page = pages[request.url?.split('?', 1)[0] ?? ''];
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ({ status = 200, type, body }) =>
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      (error: unknown) => {
        runtime.log.error({ err: error }, 'internal port failed');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
