import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LogInOutcome } from '#domain/members/accounts.ts';
import type { Backlog } from '#server/backlog.ts';
import { addBacklogMetrics } from '#server/backlog-metrics.ts';
import type { CacheOutcome } from '#server/web/page-cache.ts';

export interface Metrics {
  countPage(outcome: CacheOutcome): void;
  countLogIn(how: 'password' | 'passkey', outcome: LogInOutcome): void;
  /** Refusals that may be somebody's attempt, by door and reason. */
  countRefusal(door: string, reason: string): void;
  observe(app: FastifyInstance): void;
  /** Prometheus text. */
  text(): Promise<string>;
  /** The same on 127.0.0.1; port 0: not served. */
  listen(port: number): Promise<{ stop(): Promise<void> }>;
}

export function createMetrics(read: {
  pages(): { pages: number; bytes: number };
  freshChannels(): number;
  backlog(): Promise<Backlog>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern; pages the cache has are counted in page_cache_total only',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  // Counted in plain numbers: the library would cost more than the page.
  const answered: Record<CacheOutcome, number> = { hit: 0, stale: 0, miss: 0, pass: 0 };
  new Counter({
    name: 'page_cache_total',
    help: 'Pages by how the cache answered',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, pages] of Object.entries(answered)) this.inc({ outcome }, pages);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Bytes of kept pages',
    registers,
    collect() {
      this.set(read.pages().bytes);
    },
  });
  new Gauge({
    name: 'channels_on_air',
    help: 'Channels whose sound arrived a moment ago',
    registers,
    collect() {
      this.set(read.freshChannels());
    },
  });
  const logIns = new Counter({
    name: 'log_ins_total',
    help: 'Log-ins by how they were tried and what became of them',
    labelNames: ['how', 'outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'security_refusals_total',
    help: 'Refused log-ins, hooks, pushes and writes from other sites; each has a line in the log',
    labelNames: ['door', 'reason'],
    registers,
  });
  addBacklogMetrics(registry, () => read.backlog());
  return {
    countLogIn: (how, outcome) => logIns.inc({ how, outcome }),
    countRefusal: (door, reason) => refusals.inc({ door, reason }),
    countPage: (outcome) => {
      answered[outcome]++;
    },
    observe(app) {
      // Looked up once each: the library sorts and joins the labels at every call.
      const known = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
      app.addHook('onResponse', (request, reply, done) => {
        const { method, routeOptions } = request;
        const { url: route = 'none' } = routeOptions;
        const name = `${method} ${reply.statusCode} ${route}`;
        let counter = known.get(name);
        if (!counter) {
          counter = requests.labels({ method, route, status: reply.statusCode });
          known.set(name, counter);
        }
        counter.observe(reply.elapsedTime / 1000);
        done();
      });
    },
    text: () => registry.metrics(),
    async listen(port) {
      if (port === 0) return { stop: async () => {} };
      const server = createServer((request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        registry.metrics().then(
          (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        );
      });
      await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
      return {
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      };
    },
  };
}
