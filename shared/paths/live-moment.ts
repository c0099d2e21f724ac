import { addDaysHk, dateTimeHk, dayHkOf, instantHk, isDayHk, isPossibleDay } from '#shared/hk-time.ts';

const MOMENT = /^(?:(\d{4}-\d{2}-\d{2})T)?([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/**
 * `?at=` of a live page: a Hong Kong clock time, optionally with its day: `14:26:10`, `2026-11-27T14:26:10`. Without a
 * day it means the latest such time. Null if it is neither.
 */
export function parseLiveMoment(text: string, now: Date): { at: Date; isDated: boolean } | null {
  const [, day, h, m, s = '0'] = MOMENT.exec(text) ?? [];
  if (h === undefined || m === undefined) return null;
  if (day !== undefined && !(isDayHk(day) && isPossibleDay(day))) return null;
  const on = (dayHk: string) => new Date(instantHk(dayHk, Number(h) * 60 + Number(m)).getTime() + Number(s) * 1_000);
  if (day !== undefined) return { at: on(day), isDated: true };
  const today = dayHkOf(now);
  const at = on(today);
  return { at: at <= now ? at : on(addDaysHk(today, -1)), isDated: false };
}

/** The live page of a channel, at an instant. */
export const liveMomentPath = (channelId: number, atMs: number): string =>
  `/live/${channelId}?at=${dateTimeHk(new Date(atMs)).replace(' ', 'T')}`;

/** The link preview of an instant of a stream, with its time and what was said or played then. */
export const momentCardPath = (streamId: number, atMs: number): string =>
  `/social/moments/${streamId}/${Math.floor(atMs / 1000)}.jpg`;
