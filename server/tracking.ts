import type pg from 'pg';
import type { Db } from '#db/database.ts';
import { createViewCounter } from '#domain/articles/article-views.ts';
import { createTrackingLog, type TrackingLogFigures } from '#domain/tracking/tracking-log.ts';
import type { TrackingServices } from '#domain/tracking/tracking.ts';
import { createBuckets } from '#server/web/limits.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';

export interface Tracking extends TrackingServices {
  figures(): TrackingLogFigures;
  /** Writes what waits. */
  stop(): Promise<void>;
}

/** The service that takes reports, whole: its log, and who counts readers of articles. */
export function createTracking({
  db,
  pool,
  secretKey,
  clock,
  onFault,
}: {
  db: Db;
  pool: pg.Pool;
  secretKey: string;
  clock: () => Date;
  onFault: (error: unknown) => void;
}): Tracking {
  const log = createTrackingLog({ pool });
  const views = createViewCounter({ db, onError: onFault });
  return {
    log,
    secretKey,
    clock,
    countReader: (view) => views.count(view),
    takeTurn: createBuckets(REPORT_LIMITS.callsPerSecond, Date.now, REPORT_LIMITS.callsSavedSeconds),
    figures: () => log.figures(),
    async stop() {
      await Promise.all([log.close(), views.close()]);
    },
  };
}
