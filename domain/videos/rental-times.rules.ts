/** What of a rental says when it ends. Instants are the server's; no clock of a device counts. */
export interface RentalTimes {
  rentedAt: Date;
  watchBy: Date;
  watchHours: number;
  /** When its picture first moved. */
  startedAt: Date | null;
  /** Time lost by our fault, given back behind the end. */
  givenBackMs: number;
  /** It was ended before its time. */
  endedAt: Date | null;
}

type RentalState = 'notStarted' | 'inUse' | 'over';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** What may be watched before the hours begin to run: the first minute, so that no prefetch starts a clock. */
const FIRST_MS = 60_000;

/** The last instant of a rental that is not begun. */
export const watchByOf = (rentedAt: Date, rentDays: number): Date => new Date(rentedAt.getTime() + rentDays * DAY_MS);

/** The earlier of the days and the hours, and behind it what was given back. The database holds the same. */
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

/** When the hours begin, of a picture that moves now: a clock that was set back begins none before the rental. */
export const startOf = ({ rentedAt }: Pick<RentalTimes, 'rentedAt'>, now: Date): Date =>
  now < rentedAt ? rentedAt : now;

/** What is left of a rental. Never more than it had when it began, whatever our clock was set back to. */
export function leftMs(times: RentalTimes, now: Date): number {
  if (stateOf(times, now) === 'over') return 0;
  const whole = endOf(times).getTime() - (times.startedAt ?? times.rentedAt).getTime();
  return Math.min(whole, endOf(times).getTime() - now.getTime());
}

/** By when a film must be seen to its end, if it is begun now or was begun. */
export const mustFinishBy = (times: RentalTimes, now: Date): Date =>
  endOf({ ...times, startedAt: times.startedAt ?? startOf(times, now) });

/** Whether a film is longer than the time in which it may still be seen. */
export const isTooLong = (times: RentalTimes, durationMs: number, now: Date): boolean =>
  durationMs > mustFinishBy(times, now).getTime() - now.getTime();

/** What of a film an address opens before its picture has moved: from the place at which it is gone on with. */
export function firstSpan(
  film: { startsAt: Date; endsAt: Date },
  placeAt: Date | null,
): { startsAt: Date; endsAt: Date } {
  const { startsAt, endsAt } = film;
  // A place at the very end opens nothing: then it begins anew.
  const from = placeAt !== null && placeAt > startsAt && placeAt < endsAt ? placeAt : startsAt;
  return { startsAt: from, endsAt: new Date(Math.min(endsAt.getTime(), from.getTime() + FIRST_MS)) };
}

/** What of an outage fell into the running hours of a rental. Days that nobody has begun to use up are long enough. */
export function lostMs(times: RentalTimes, outage: { startsAt: Date; endsAt: Date }): number {
  if (times.startedAt === null || times.endedAt !== null) return 0;
  const from = Math.max(times.startedAt.getTime(), outage.startsAt.getTime());
  const to = Math.min(endOf(times).getTime(), outage.endsAt.getTime());
  return Math.max(0, to - from);
}

/** The clock looks each minute; a look that was missed or came late is no outage. */
const LOOK_EACH_MS = 60_000;
const LATE_MS = 3 * LOOK_EACH_MS;

/** The outage that ends now, from the last look at which films could be watched; null where there was none. */
export function outageSince(seenAt: Date | null, now: Date): { startsAt: Date; endsAt: Date } | null {
  if (seenAt === null || now.getTime() - seenAt.getTime() <= LATE_MS) return null;
  return { startsAt: seenAt, endsAt: now };
}
