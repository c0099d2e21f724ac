import type { Db } from '#db/database.ts';
import { removeWrongClock, saveWrongClock } from './clocks.store.ts';

/** More than any working clock is off. */
const MAX_OFF_MS = 2_000_000_000;

/** Notes that the clock of a process is off, or that it is right again. */
export const reportClock = (db: Db, process: string, offByMs: number | null): Promise<void> =>
  offByMs === null
    ? removeWrongClock(db, process)
    : saveWrongClock(db, process, Math.round(Math.max(-MAX_OFF_MS, Math.min(MAX_OFF_MS, offByMs))));
