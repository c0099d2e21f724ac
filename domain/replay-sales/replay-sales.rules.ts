/** Days for which a bought replay can be played, from its payment. */
export const REPLAY_DAYS = 30;

/** Bounds of a price, in cents; the database enforces the same. */
export const REPLAY_CENTS = { min: 100, max: 100_000 } as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A replay that becomes unavailable sooner is not sold. */
const LEAST_MS = 48 * HOUR_MS;

/** The parts of a broadcast that decide whether it is sold. */
export interface SoldBroadcast {
  startsAt: Date;
  endsAt: Date;
  isOver: boolean;
  state: 'shown' | 'ended' | 'taken_down';
  availableUntil: Date | null;
  /** Minutes; null: the station's default. */
  freeMinutes: number | null;
}

/** When a right bought now ends: after its days, or earlier with the availability of the replay. */
export function rightEndsAt({ availableUntil }: Pick<SoldBroadcast, 'availableUntil'>, now: Date): Date {
  const last = now.getTime() + REPLAY_DAYS * DAY_MS;
  return new Date(Math.min(last, availableUntil?.getTime() ?? last));
}

/**
 * Whether a broadcast whose programme has a price is sold now: complete, available for some days, and not entirely free.
 */
export function isSoldSingly(broadcast: SoldBroadcast, settings: { freeMinutes: number }, now: Date): boolean {
  const { startsAt, endsAt, isOver, state, freeMinutes } = broadcast;
  const freeMs = (freeMinutes ?? settings.freeMinutes) * MINUTE_MS;
  return (
    isOver &&
    state === 'shown' &&
    freeMs < endsAt.getTime() - startsAt.getTime() &&
    rightEndsAt(broadcast, now).getTime() - now.getTime() >= LEAST_MS
  );
}
