/** The fields that determine when a rental ends. All times are the server's; device clocks are ignored. */
export interface RentalTimes {
  rentedAt: Date;
  watchBy: Date;
  watchHours: number;
  /** When playback first started. */
  startedAt: Date | null;
  /** Credited outage time, added to the end. */
  givenBackMs: number;
  /** Ended early. */
  endedAt: Date | null;
}

type RentalState = 'notStarted' | 'inUse' | 'over';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** What can be watched before the hours start: the first minute, so that no prefetch starts them. */
const FIRST_MS = 60_000;

/** The last instant of a rental that has not been started. */
export const watchByOf = (rentedAt: Date, rentDays: number): Date => new Date(rentedAt.getTime() + rentDays * DAY_MS);

/** The earlier of days and hours, plus credited time. The database enforces the same. */
export function endOf({
  watchBy,
  watchHours,
  startedAt,
  givenBackMs,
}: Pick<RentalTimes, 'watchBy' | 'watchHours' | 'startedAt' | 'givenBackMs'>): Date {
  const byHours = startedAt === null ? Infinity : startedAt.getTime() + watchHours * HOUR_MS;
  return new Date(Math.min(watchBy.getTime(), byHours) + givenBackMs);
}

export function stateOf(times: RentalTimes, now: Date): RentalState {
  if (times.endedAt !== null || now >= endOf(times)) return 'over';
  return times.startedAt === null ? 'notStarted' : 'inUse';
}

/** When the hours start; if the clock was set back, not before the rental. */
export const startOf = ({ rentedAt }: Pick<RentalTimes, 'rentedAt'>, now: Date): Date =>
  now < rentedAt ? rentedAt : now;

/** Remaining time. Never more than the rental had at its start, even if the clock was set back. */
export function leftMs(times: RentalTimes, now: Date): number {
  if (stateOf(times, now) === 'over') return 0;
  const whole = endOf(times).getTime() - (times.startedAt ?? times.rentedAt).getTime();
  return Math.min(whole, endOf(times).getTime() - now.getTime());
}

/** When the film must be finished, if it is started now or was started. */
export const mustFinishBy = (times: RentalTimes, now: Date): Date =>
  endOf({ ...times, startedAt: times.startedAt ?? startOf(times, now) });

/** Whether a film is longer than the remaining time. */
export const isTooLong = (times: RentalTimes, durationMs: number, now: Date): boolean =>
  durationMs > mustFinishBy(times, now).getTime() - now.getTime();

/** The span an address opens before playback starts: from the resume position. */
export function firstSpan(
  film: { startsAt: Date; endsAt: Date },
  positionAt: Date | null,
): { startsAt: Date; endsAt: Date } {
  const { startsAt, endsAt } = film;
  // A position at the very end opens nothing, so playback restarts.
  const from = positionAt !== null && positionAt > startsAt && positionAt < endsAt ? positionAt : startsAt;
  return { startsAt: from, endsAt: new Date(Math.min(endsAt.getTime(), from.getTime() + FIRST_MS)) };
}

/** The part of an outage within a rental's running hours. Days before the start are long enough to need no credit. */
export function lostMs(times: RentalTimes, outage: { startsAt: Date; endsAt: Date }): number {
  if (times.startedAt === null || times.endedAt !== null) return 0;
  const from = Math.max(times.startedAt.getTime(), outage.startsAt.getTime());
  const to = Math.min(endOf(times).getTime(), outage.endsAt.getTime());
  return Math.max(0, to - from);
}

/** Monitoring interval; a missed or late check is no outage. */
const LOOK_EACH_MS = 60_000;
const LATE_MS = 3 * LOOK_EACH_MS;

/** The outage that ends now, since the last successful check; null if there was none. */
export function outageSince(seenAt: Date | null, now: Date): { startsAt: Date; endsAt: Date } | null {
  if (seenAt === null || now.getTime() - seenAt.getTime() <= LATE_MS) return null;
  return { startsAt: seenAt, endsAt: now };
}
