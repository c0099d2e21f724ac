import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainingResponse } from '#server/operations/drain.ts';
import type { Runtime } from '#server/runtime.ts';
import { encodingFor, hasCopy } from '#server/web/cache/page-reply.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import type { BlockedAds } from '#shared/ads/blocked-ads.ts';
import { isProductionAddress, type AdsConfig } from './ads-config.ts';
import { absentFrames, readFrameFiles, type FrameFile } from './frame-files.ts';
import { frameHeaders } from './frame-policies.ts';

/** Status lines for unparsable requests, by the parser's error code. Default: 400. */
const BROKEN: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const HEADER_BYTES = 16 * 1024;
/** This origin accepts no request bodies. */
const CONNECTIONS = 10_000;

function sendFile({ headers, etag, bodies }: FrameFile, request: IncomingMessage, response: ServerResponse): void {
  const always = { ...headers, etag, vary: 'Accept-Encoding' };
  if (hasCopy(request.headers['if-none-match'], etag)) {
    response.writeHead(304, always).end();
    return;
  }
  const wanted = encodingFor(request.headers['accept-encoding']);
  const body = (wanted && bodies[wanted]) || bodies.identity;
  const encoding = body === bodies.identity ? {} : { 'content-encoding': wanted ?? '' };
  response.writeHead(200, { ...always, ...encoding, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * The advertising origin (decision 050): a few documents and their scripts from memory, on a port of its own, so that
 * no third-party code runs in a document of the site. It reads and sets no cookies. Resolves once it listens.
 */
export async function listenAds(
  config: AdsConfig,
  {
    host,
    log,
    isDraining = () => false,
    dir = 'build/ads',
  }: { host: string; log: Pick<Runtime['log'], 'warn'>; isDraining?: () => boolean; dir?: string },
): Promise<{
  port: number;
  setBlocked(blocked: BlockedAds): void;
  setOff(untilMs: number | null): void;
  stop(): Promise<void>;
}> {
  let told = config;
  let offUntilMs: number | null = null;
  let files = readFrameFiles(told, dir);
  if (!files) log.warn('ad frames are not built; until they are, ad slots show house advertisements');
  const absent = absentFrames(config);
  const always = frameHeaders({ isProduction: isProductionAddress(config) });
  const refuse = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, {
        ...always,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        ...headers,
      })
      .end(`${text}\n`);
  const server = createServer(
    {
      requestTimeout: REQUEST_LIMITS.requestTimeoutMs,
      keepAliveTimeout: REQUEST_LIMITS.keepAliveTimeoutMs,
      maxHeaderSize: HEADER_BYTES,
      ServerResponse: drainingResponse(isDraining),
      // Refused below, with our headers.
      requireHostHeader: false,
    },
    (request, response) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return refuse(response, 405, 'method not allowed', { allow: 'GET, HEAD', connection: 'close' });
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        return refuse(response, 400, 'bad request', { connection: 'close' });
      const path = request.url?.split('?', 1)[0] ?? '';
      // Its only check: tells a balancer that the process drains.
      if (path === '/healthz') return isDraining() ? refuse(response, 503, 'draining') : refuse(response, 200, 'ok');
      // Built while the site runs, at its first start.
      files ??= readFrameFiles(told, dir);
      // While they are switched off, a page that was open before asks for frames all the same.
      const isOff = offUntilMs !== null && Date.now() < offUntilMs;
      const file = ((isOff ? null : files) ?? absent).get(path);
      return file ? sendFile(file, request, response) : refuse(response, 404, 'not found');
    },
  );
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'expectation failed', { connection: 'close' }),
  );
  // Node answers unparsable requests without headers. Browsers treat that as a document too, so it gets the closed
  // policy.
  const broken = Object.entries({ ...always, 'cache-control': 'no-store', 'content-length': '0', connection: 'close' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    socket.end(`HTTP/1.1 ${BROKEN[error.code ?? ''] ?? '400 Bad Request'}\r\n${broken}\r\n`, () => socket.destroy());
  });
  server.setTimeout(REQUEST_LIMITS.silenceTimeoutMs);
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((done, fail) =>
    server.once('error', fail).listen({ port: config.port, host, backlog: REQUEST_LIMITS.connectionsWaiting }, done),
  );
  return {
    port: (server.address() as AddressInfo).port,
    // Frames learn it with their next document, which browsers keep for a minute.
    setBlocked(blocked) {
      told = { ...config, frames: { ...config.frames, blocked } };
      files = null;
    },
    // Until an instant frames are empty documents, which request nothing.
    setOff(untilMs) {
      offUntilMs = untilMs;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeIdleConnections();
        // Replies are a few kilobytes from memory; slower readers are disconnected.
        setTimeout(() => server.closeAllConnections(), 500).unref();
      }),
  };
}
