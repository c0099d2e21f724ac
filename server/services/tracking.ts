import { join } from 'node:path';
import { openDatabase, type Db } from '#db/database.ts';
import type { WarehouseServices } from '#domain/audience/warehouse.ts';
import { createViewCounter } from '#domain/articles/article-views.ts';
import { createTrackingLog } from '#domain/tracking/tracking-log.ts';
import type { TrackingServices } from '#domain/tracking/tracking.ts';
import { faultLine } from '#server/operations/fault-line.ts';
import type { Logger } from '#server/operations/log.ts';
import type { ReportFigures } from '#server/operations/report-metrics.ts';
import type { Counter } from '#server/counts/counter.ts';
import type { Base } from '#server/services/base.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';

export interface Tracking extends TrackingServices {
  figures(): ReportFigures;
  /** Writes pending reports. */
  stop(): Promise<void>;
}

/** Where figures and reports are stored for the data warehouse, and for how long. */
export const warehouseOf = ({
  warehouse: storage,
  config,
}: Pick<Base, 'warehouse' | 'config'>): Omit<WarehouseServices, 'db'> => ({
  storage,
  workDir: join(config.DATA_DIR, 'warehouse-making'),
  keptDays: config.TRACKING_DAYS,
});

/** The complete report service: its log, and the counter of article readers. */
export function createTracking({
  db,
  databaseUrl,
  isPrepared = true,
  secretKey,
  clock,
  counter,
  log: lines,
}: {
  db: Db;
  databaseUrl: string;
  isPrepared?: boolean;
  secretKey: string;
  clock: () => Date;
  counter: Counter;
  log: Pick<Logger, 'error'>;
}): Tracking {
  // A pool of its own, so that reports and pages do not wait for each other. One batch is written at a time.
  const own = openDatabase(databaseUrl, { max: 1, isPrepared });
  const log = createTrackingLog({ pool: own.pool, onFault: faultLine(lines, 'could not store tracking reports') });
  const views = createViewCounter({ db, onError: faultLine(lines, 'could not count readers') });
  const refused = { unreadable: 0, 'too-many': 0 };
  return {
    log,
    secretKey,
    clock,
    countReader: (view) => views.count(view),
    takeTurn: counter.limit('reports', REPORT_LIMITS.calls, { isFrequent: true }),
    countRefused: (reason) => refused[reason]++,
    figures() {
      const figures = log.figures();
      return { ...figures, refused: { ...refused, ...figures.refused } };
    },
    async stop() {
      await Promise.all([log.close(), views.close()]);
      await own.close();
    },
  };
}
