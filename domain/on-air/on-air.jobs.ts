import type { CronItem, Task } from 'graphile-worker';
import { watchStation, type StationChecks } from './incidents.ts';
import { measureLevels, type LevelServices } from './levels.ts';

const WATCH_STATION = 'watch-station';

/** Measures the loudness of the channels, then opens and closes incidents. */
export const onAirTasks = ({
  clock,
  onFault,
  onWatched,
  ...services
}: LevelServices &
  StationChecks & {
    clock: () => Date;
    onFault: (error: unknown) => void;
    /** Called after each watch, such as for the status page. */
    onWatched: (now: Date, isChanged: boolean) => Promise<void>;
  }): Record<string, Task> => ({
  [WATCH_STATION]: async () => {
    // Without ffmpeg there are no levels, and everything else is still watched.
    await measureLevels(services, clock()).catch(onFault);
    const now = clock();
    await onWatched(now, await watchStation(services.db, services, now));
  },
});

export const onAirCron: CronItem[] = [
  {
    task: WATCH_STATION,
    match: '* * * * *',
    identifier: WATCH_STATION,
    options: { maxAttempts: 1, queueName: WATCH_STATION },
  },
];
