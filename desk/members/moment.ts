import { dateTimeHk } from '#shared/hk-time.ts';

/** `2026-11-26 14:02` of Unix seconds. */
export const momentOf = (seconds: number): string => dateTimeHk(new Date(seconds * 1000)).slice(0, 16);

/** `2026-11-26` of Unix seconds. */
export const dayOf = (seconds: number): string => momentOf(seconds).slice(0, 10);
