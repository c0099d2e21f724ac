import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StandbyFigures } from '#db/servers/standby-reads.ts';
import type { LogInOutcome } from '#domain/auth/auth.ts';
import type { Backlog } from '#server/operations/backlog.ts';
import { addBacklogMetrics } from '#server/operations/backlog-metrics.ts';
import { addReportMetrics, type ReportFigures } from '#server/operations/report-metrics.ts';
import type { MediaOrigin } from '#server/media/origin.ts';
import { REFUSAL_REASONS, type RefusalReason } from '#server/media/ingest/refusals.ts';
import { tracing } from '#shared/outside/tracing.ts';
import type { CacheOutcome } from '#server/web/cache/page-cache.ts';

export interface Metrics {
  countPage(outcome: CacheOutcome): void;
  countLogIn(how: 'password' | 'passkey', outcome: LogInOutcome): void;
  /** Refusals that may indicate an attack, by door and reason. */
  countRefusal(door: string, reason: string): void;
  countRefusedPush(reason: RefusalReason): void;
  /** Unlocked jobs of killed workers. */
  countFreedLocks(jobs: number): void;
  /** Responses sent before the framework, by the corresponding route. */
  countReady(route: string, seconds: number): void;
  observe(app: FastifyInstance): void;
  /** Metrics in Prometheus text format, and its content type. */
  text(): Promise<string>;
  contentType: string;
}

export interface Disk {
  freeBytes: number;
  totalBytes: number;
  isFull: boolean;
}

export function createMetrics(read: {
  pages(): { pages: number; bytes: number };
  /** The origin of this process. Null if the media service runs elsewhere. */
  media(): Pick<MediaOrigin, 'status' | 'lags' | 'spoolHealth'> | null;
  /** How far the sound of this process is behind that of another, ms. Null: the others are not named. */
  peerLagMs?(): number | null;
  /** The disk of the data folder. Null if unavailable. */
  disk(): Promise<Disk | null>;
  now(): Date;
  /** How far this machine's clock is ahead of the database's, ms. Null: unknown. */
  clockAheadMs(): number | null;
  /** Levers that are pulled now. */
  levers?(): ReadonlyMap<string, boolean>;
  /** Whether limits are counted by this process alone because the shared count is down. Null: none is used. */
  areCountsUnavailable?(): boolean | null;
  /** Reads of public pages and calls. Null: no standby is named. */
  standbyReads?(): StandbyFigures | null;
  backlog(): Promise<Backlog>;
  /** Report statistics of this process. Null if reports are received elsewhere. */
  reports(): ReportFigures | null;
  /** Reports in the default partition. */
  unplacedReports(): Promise<number>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time, by route pattern; pages served from the cache are counted in page_cache_total only',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  // Counted in plain numbers: the library would cost more than serving the page.
  const answered: Record<CacheOutcome, number> = { hit: 0, stale: 0, miss: 0, pass: 0 };
  new Counter({
    name: 'page_cache_total',
    help: 'Page requests, by cache outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, pages] of Object.entries(answered)) this.inc({ outcome }, pages);
    },
  });
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Size of the page cache in bytes',
    registers,
    collect() {
      this.set(read.pages().bytes);
    },
  });
  new Gauge({
    name: 'channels_on_air',
    help: 'Channels that are receiving audio',
    registers,
    collect() {
      this.set(
        read
          .media()
          ?.status()
          .filter(({ fresh }) => fresh).length ?? 0,
      );
    },
  });
  new Gauge({
    name: 'edge_age_seconds',
    help: 'Time since the end of the last segment of a rendition; absent if the window has no segments',
    labelNames: ['channel', 'rendition'],
    registers,
    collect() {
      this.reset();
      const nowMs = read.now().getTime();
      for (const { channelId, edges } of read.media()?.status() ?? [])
        for (const [rendition, edge] of Object.entries(edges))
          if (edge !== null) this.set({ channel: channelId, rendition }, (nowMs - edge) / 1_000);
    },
  });
  new Gauge({
    name: 'encoder_behind_seconds',
    help: 'Delay of the audio of an encoder by its own timestamps; only encoders that are late',
    labelNames: ['encoder', 'channel', 'rendition'],
    registers,
    collect() {
      this.reset();
      for (const { encoder, streamId, rendition, behindMs } of read.media()?.lags() ?? [])
        this.set({ encoder, channel: streamId, rendition }, behindMs / 1_000);
    },
  });
  new Gauge({
    name: 'live_spool_up',
    help: '1 if the live spool acknowledges pushes, else 0; absent without one',
    registers,
    collect() {
      const health = read.media()?.spoolHealth() ?? null;
      if (health === null) this.remove();
      else this.set(health.isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'live_spool_unsettled',
    help: 'Pushes in the live spool that are not in the database and storage yet; absent if unknown',
    registers,
    collect() {
      const unsettled = read.media()?.spoolHealth()?.unsettled ?? null;
      if (unsettled === null) this.remove();
      else this.set(unsettled);
    },
  });
  new Gauge({
    name: 'airwave_media_peer_lag_seconds',
    help: 'How far the newest sound of this media process is behind that of another one, 0 if it is not behind; +Inf if it has none of a stream; absent without MEDIA_PEERS',
    registers,
    collect() {
      const lagMs = read.peerLagMs?.() ?? null;
      if (lagMs === null) this.remove();
      else this.set(lagMs / 1_000);
    },
  });
  new Gauge({
    name: 'airwave_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's; negative: behind; absent until it was measured",
    registers,
    collect() {
      const aheadMs = read.clockAheadMs();
      if (aheadMs === null) this.remove();
      else this.set(aheadMs / 1_000);
    },
  });
  new Gauge({
    name: 'airwave_shared_counts_unavailable',
    help: '1 while this process counts limits by itself because CACHE_URL does not answer; absent without CACHE_URL',
    registers,
    collect() {
      const isUnavailable = read.areCountsUnavailable?.() ?? null;
      if (isUnavailable === null) this.remove();
      else this.set(isUnavailable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'airwave_read_database_in_use',
    help: '1 while this process reads public pages and calls from a standby, 0 while from the primary; absent without READ_DATABASE_URL',
    registers,
    collect() {
      const reads = read.standbyReads?.() ?? null;
      if (reads === null) this.remove();
      else this.set(reads.isInUse ? 1 : 0);
    },
  });
  new Counter({
    name: 'airwave_read_database_queries_total',
    help: 'Queries of public pages and calls, by the server that answered; absent without READ_DATABASE_URL',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      const reads = read.standbyReads?.() ?? null;
      if (reads === null) return;
      this.inc({ server: 'standby' }, reads.byStandby);
      this.inc({ server: 'primary' }, reads.byPrimary);
    },
  });
  new Gauge({
    name: 'airwave_lever_pulled',
    help: '1 while the lever is pulled in this process, by hand or by load',
    labelNames: ['lever'],
    registers,
    collect() {
      this.reset();
      for (const [lever, isPulled] of read.levers?.() ?? []) this.set({ lever }, isPulled ? 1 : 0);
    },
  });
  new Counter({
    name: 'airwave_spans_dropped_total',
    help: 'Spans that the trace collector did not accept; absent without OTEL_EXPORTER_OTLP_ENDPOINT',
    registers,
    collect() {
      this.reset();
      const dropped = tracing()?.dropped();
      if (dropped === undefined) this.remove();
      else this.inc(dropped);
    },
  });
  const refusedPushes = new Counter({
    name: 'refused_pushes_total',
    help: 'Rejected encoder pushes, by reason',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of REFUSAL_REASONS) refusedPushes.inc({ reason }, 0);
  const freedLocks = new Counter({
    name: 'job_locks_freed_total',
    help: 'Job locks of dead workers that were released',
    registers,
  });
  const disk: [name: string, help: string, value: (disk: Disk) => number][] = [
    ['disk_free_bytes', 'Free space of the disk of DATA_DIR in bytes', ({ freeBytes }) => freeBytes],
    ['disk_size_bytes', 'Size of the disk of DATA_DIR in bytes', ({ totalBytes }) => totalBytes],
    [
      'disk_full',
      '1 if the disk of DATA_DIR has less free space than a start requires',
      ({ isFull }) => (isFull ? 1 : 0),
    ],
  ];
  for (const [name, help, value] of disk)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await read.disk();
        if (found === null) this.remove();
        else this.set(value(found));
      },
    });
  const logIns = new Counter({
    name: 'log_ins_total',
    help: 'Login attempts, by method and outcome',
    labelNames: ['how', 'outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'security_refusals_total',
    help: 'Rejected logins, webhooks, pushes and cross-site writes; each is also logged',
    labelNames: ['door', 'reason'],
    registers,
  });
  addReportMetrics(registry, read);
  addBacklogMetrics(registry, () => read.backlog());
  // Cached, because the library sorts and joins labels at every call.
  const counters = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  function count(labels: { method: string; route: string; status: number }, seconds: number): void {
    const name = `${labels.method} ${labels.status} ${labels.route}`;
    let counter = counters.get(name);
    if (!counter) {
      counter = requests.labels(labels);
      counters.set(name, counter);
    }
    counter.observe(seconds);
  }
  return {
    countLogIn: (how, outcome) => logIns.inc({ how, outcome }),
    countRefusal: (door, reason) => refusals.inc({ door, reason }),
    countRefusedPush: (reason) => refusedPushes.inc({ reason }),
    countFreedLocks: (jobs) => freedLocks.inc(jobs),
    countPage: (outcome) => {
      answered[outcome]++;
    },
    countReady: (route, seconds) => count({ method: 'GET', route, status: 200 }, seconds),
    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const { method, routeOptions } = request;
        const { url: route = 'none', config } = routeOptions;
        if (config.isEndless) return done();
        count({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
