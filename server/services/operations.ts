import { hostname } from 'node:os';
import { readDatabaseClock } from '#db/clock.ts';
import { reportClock } from '#domain/on-air/clocks.ts';
import { listLevers } from '#domain/settings/settings.ts';
import { unplacedReports } from '#domain/tracking/tracking.ts';
import type { MediaOrigin } from '#server/media/origin.ts';
import type { PeerWatch } from '#server/media/peers.ts';
import { readBacklog } from '#server/operations/backlog.ts';
import { createClockWatch, type ClockWatch } from '#server/operations/clock-watch.ts';
import { createLevers, type Levers } from '#server/operations/levers.ts';
import { createMetrics, type Metrics } from '#server/operations/metrics.ts';
import { createSecurityLog, type RefuseLog } from '#server/operations/security-log.ts';
import { diskOf } from '#server/outside/disk/disk.ts';
import type { Base } from '#server/services/base.ts';
import type { Tracking } from '#server/services/tracking.ts';
import { createPageCache, type PageCache } from '#server/web/cache/page-cache.ts';

const PAGE_CACHE_BYTES = 64 * 1024 * 1024;

export interface Operations {
  pages: PageCache;
  metrics: Metrics;
  /** Compares this machine's clock with the database's. */
  clocks: ClockWatch;
  /** What is given up in a crowd. */
  levers: Levers;
  /** Reports refusals to the operator. */
  refused: RefuseLog;
}

/** The page cache, and what operators see of this process. `media` and `peers` are called when metrics are read. */
export function createOperations(
  { config, database: { db, standby }, dataDir, clock, log, sharedCounts }: Base,
  {
    media,
    peers,
    tracking,
  }: { media: () => MediaOrigin | null; peers: () => PeerWatch | null; tracking: Tracking | null },
): Operations {
  const pages = createPageCache({
    maxBytes: PAGE_CACHE_BYTES,
    count: (outcome) => metrics.countPage(outcome),
    onError: (error) => log.warn({ err: error }, 'could not refresh a cached page'),
  });
  const clocks = createClockWatch({
    readDatabaseClock: () => readDatabaseClock(db),
    nowMs: () => clock().getTime(),
    report: (offByMs) => reportClock(db, `${hostname()}:${config.PORT}`, offByMs),
    log,
  });
  const levers = createLevers({ readPositions: () => listLevers({ db }), log });
  const metrics = createMetrics({
    pages: () => pages.stats(),
    media,
    peerLagMs: () => peers()?.lagMs() ?? null,
    disk: () => diskOf(dataDir),
    now: clock,
    clockAheadMs: () => clocks.aheadMs(),
    levers: () => levers.pulled(),
    areCountsUnavailable: () => sharedCounts?.isUnavailable() ?? null,
    standbyReads: () => standby?.figures() ?? null,
    backlog: () => readBacklog({ db, now: clock() }),
    reports: () => tracking?.figures() ?? null,
    unplacedReports: () => unplacedReports(db),
  });
  return {
    pages,
    metrics,
    clocks,
    levers,
    refused: createSecurityLog({ log, count: (door, reason) => metrics.countRefusal(door, reason) }),
  };
}
