import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createNet, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { balancerFile, cacheFile } from '../../deploy/stand/front-files.ts';

const run = promisify(execFile);

// The balancer and the cache of deploy/ before processes of a test: only addresses and intervals are replaced.

/** Programs of a front that this machine lacks. */
export const missingOfFront = (): string[] =>
  ['haproxy', 'varnishd', 'gcc'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

async function freePort(): Promise<number> {
  const server = createNet().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

export interface Origin {
  port: number;
  state: 'ready' | 'unready' | 'draining' | 'frozen';
  /** Readiness checks that it has answered. */
  readonly checks: number;
  stop(): Promise<void>;
}

/** A process behind the balancer, at a port of a former one if given. It passes every readiness check. */
export async function startOrigin(answer: RequestListener, port = 0): Promise<Origin> {
  const origin = { state: 'ready' as Origin['state'], checks: 0 };
  const server: Server = createServer((asked, reply) => {
    // Its kernel still accepts data.
    if (origin.state === 'frozen') return;
    if (asked.url === '/healthz') return void reply.end();
    if (!asked.url?.startsWith('/readyz')) return answer(asked, reply);
    origin.checks++;
    if (origin.state !== 'ready')
      reply.statusCode = origin.state === 'draining' && asked.url.endsWith('?draining=404') ? 404 : 503;
    reply.end();
  }).listen(port, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return Object.assign(origin, {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(port: number, path: string, { method = 'GET', headers = {} }: Asked = {}): Promise<Answered> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers: { host: 'station.test', ...headers } }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (text: string) => (body += text));
      reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
      reply.on('error', fail);
    })
      .on('error', fail)
      .end();
  });
}

class FrontEnded extends Error {
  constructor() {
    super('the balancer or the cache ended by itself');
  }
}

/** Polls, as neither program says when it is ready. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const look = () =>
    isTrue().catch((error: unknown) => {
      if (error instanceof FrontEnded) throw error;
      return false;
    });
  while (!(await look())) await new Promise((go) => setTimeout(go, 20));
}

type Behind = Pick<Origin, 'port'>;

const portsOf = (origins: readonly Behind[]): number[] => origins.map(({ port }) => port);

/** Replaces every occurrence; throws if there is none. */
function replaced(file: string, pairs: readonly [from: string, to: string][]): string {
  for (const [from, to] of pairs) {
    if (!file.includes(from)) throw new Error(`a file of deploy/ has no "${from}"`);
    file = file.replaceAll(from, to);
  }
  return file;
}

export async function startFront({ web, media }: { web: readonly Behind[]; media: readonly Behind[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'front-'));
  const [sitePort, originPort, cachePort, healthPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const ports = {
    site: sitePort,
    origin: originPort,
    health: healthPort,
    cache: cachePort,
    servers: { web: portsOf(web), ads: portsOf(web), media: portsOf(media) },
  };
  const balancer = replaced(balancerFile(ports), [
    // Each needs two file descriptors, and tests have few.
    ['maxconn 50000', 'maxconn 200'],
    // A busy machine fails no check, and the end of a process is still noticed soon.
    ['inter 1s', 'inter 100ms'],
    ['timeout connect 1s', 'timeout connect 1s\n  timeout check 5s'],
  ]);
  const cache = replaced(cacheFile(ports), [
    // Otherwise pages up to ten seconds old would prove nothing.
    ['req.grace = 10s', 'req.grace = 0s'],
    ['.interval = 1s; .timeout = 1s', '.interval = 0.1s; .timeout = 20s'],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), balancer);
  writeFileSync(join(folder, 'airwave.vcl'), cache);
  const started: ChildProcess[] = [
    spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' }),
    spawn(
      'varnishd',
      [
        `-F -j none -a 127.0.0.1:${cachePort} -s malloc,16m -p http_gzip_support=off -p thread_pool_min=10`.split(' '),
        ['-n', join(folder, 'varnish'), '-f', join(folder, 'airwave.vcl')],
      ].flat(),
      { stdio: 'ignore' },
    ),
  ];
  await until(async () => {
    if (started.some(({ exitCode }) => exitCode !== null)) throw new FrontEnded();
    // While the balancer does not use it, a process answers.
    return (await ask(sitePort, '/cache/up')).headers.server === 'Varnish';
  });
  return {
    ports,
    pids: started.map(({ pid }) => pid ?? 0) as [balancer: number, cache: number],
    ask: (path: string, asked?: Asked) => ask(sitePort, path, asked),
    purgeUrl: `http://127.0.0.1:${cachePort}/`,
    /** Until the cache knows that no web process is ready. */
    untilNoneReady: () =>
      until(async () => {
        const { stdout } = await run('varnishadm', ['-n', join(folder, 'varnish'), 'backend.list']);
        return /web\s.*sick/.test(stdout);
      }),
    /** Asks the cache to drop everything; its status. */
    purgeAll: async () => (await ask(cachePort, '/', { method: 'PURGE', headers: { 'cache-tag': '*' } })).status,
    async killCache() {
      const [, cacheProgram] = started;
      const ended = new Promise((done) => cacheProgram!.once('exit', done));
      cacheProgram!.kill('SIGKILL');
      await ended;
      // Its worker outlives it for a moment.
      await until(() =>
        ask(cachePort, '/cache/up').then(
          () => false,
          () => true,
        ),
      );
    },
    async stop() {
      await Promise.all(
        started.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = new Promise((done) => child.once('exit', done));
          child.kill('SIGTERM');
          await ended;
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
