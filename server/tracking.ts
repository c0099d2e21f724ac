import { openDatabase, type Db } from '#db/database.ts';
import { createViewCounter } from '#domain/articles/article-views.ts';
import { createTrackingLog } from '#domain/tracking/tracking-log.ts';
import type { TrackingServices } from '#domain/tracking/tracking.ts';
import { faultLine } from '#server/fault-line.ts';
import type { ReportFigures } from '#server/report-metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { createBuckets } from '#server/web/limits.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';

export interface Tracking extends TrackingServices {
  figures(): ReportFigures;
  /** Writes what waits. */
  stop(): Promise<void>;
}

/** The service that takes reports, whole: its log, and who counts readers of articles. */
export function createTracking({
  db,
  databaseUrl,
  secretKey,
  clock,
  log: lines,
}: {
  db: Db;
  databaseUrl: string;
  secretKey: string;
  clock: () => Date;
  log: Pick<Runtime['log'], 'error'>;
}): Tracking {
  // Of its own: reports wait for no page, and no page for reports. One group is written at a time.
  const own = openDatabase(databaseUrl, { max: 1 });
  const log = createTrackingLog({ pool: own.pool, onFault: faultLine(lines, 'reports were not kept') });
  const views = createViewCounter({ db, onError: faultLine(lines, 'readers were not counted') });
  const refused = { unreadable: 0, 'too-many': 0 };
  return {
    log,
    secretKey,
    clock,
    countReader: (view) => views.count(view),
    takeTurn: createBuckets(REPORT_LIMITS.callsPerSecond, Date.now, REPORT_LIMITS.callsSavedSeconds),
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
