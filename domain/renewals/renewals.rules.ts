import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';

/** Retries of a failed charge, in days after its due day. */
const TRY_DAYS = [1, 3, 5, 7] as const;
/** Payment links for plans without a chargeable card, in days before the end. */
export const LINK_DAYS = [7, 3, 1] as const;
/** Notice before a charge, in days. */
export const NOTICE_DAYS = { monthly: 3, yearly: 7 } as const;

/** The day of the next try after a number of failures; null after the last. */
export const nextTryDay = (dueDay: DayHk, failed: number): DayHk | null => {
  const days = TRY_DAYS[failed - 1];
  return days === undefined ? null : addDaysHk(dueDay, days);
};

/** Access ends here: the end of the day of the last try. */
export const graceEndsAt = (dueDay: DayHk): Date => instantHk(addDaysHk(dueDay, Math.max(...TRY_DAYS) + 1), 0);
