import { onAirTasks } from '#domain/on-air/on-air.jobs.ts';
import { recordStatus } from '#domain/status/status.ts';
import { paymentBacklog } from '#domain/payments/payments.ts';
import { unplacedReports } from '#domain/tracking/tracking.ts';
import { createSoundMeter } from '#server/outside/ffmpeg/ffmpeg.ts';
import type { Runtime } from '#server/runtime.ts';

/** States of an attempt that a provider ended with success or failure. */
const SUCCEEDED = new Set(['authorised', 'paid', 'part_refunded', 'refunded']);

/** The job that measures loudness and opens incidents, with what other modules know of the station. */
export function stationTasks({ config, database: { db }, clock, log, storage }: Runtime) {
  let hasTold = false;
  return onAirTasks({
    db,
    clock,
    storage,
    meter: createSoundMeter(config.FFMPEG),
    unplacedReports: () => unplacedReports(db),
    async providers() {
      const { attempts } = await paymentBacklog({ db, now: clock() });
      return [...Map.groupBy(attempts, ({ gateway }) => gateway)].map(([name, own]) => {
        const sum = (is: (state: string) => boolean) =>
          own.filter(({ state }) => is(state)).reduce((total, { attempts: count }) => total + count, 0);
        return { name, failed: sum((state) => state === 'failed'), succeeded: sum((state) => SUCCEEDED.has(state)) };
      });
    },
    onWatched: (now, isChanged) => recordStatus(db, now, isChanged),
    onFault(error) {
      // Once: a missing ffmpeg would be logged each minute.
      if (!hasTold) log.warn({ err: error }, 'could not measure the loudness of the channels');
      hasTold = true;
    },
  });
}
