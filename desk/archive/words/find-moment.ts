import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';

/** What was typed: a clock with the instants of a broadcast that it names, or words. */
export type Sought = { kind: 'clock'; moments: number[] } | { kind: 'bad-clock' } | { kind: 'words'; words: string };

const CLOCK = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/;

/** Parses a Hong Kong time, with hours up to 29 as in station days, or words. Instants are Unix seconds. */
export function readSought(
  typed: string,
  { starts_ts: from, ends_ts: to }: { starts_ts: number; ends_ts: number },
): Sought {
  const words = typed.trim();
  const [, hours, minutes = '', seconds] = CLOCK.exec(words.normalize('NFKC')) ?? [];
  if (hours === undefined) return { kind: 'words', words };
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds ?? 0)];
  if (h > 29 || m > 59 || s > 59) return { kind: 'bad-clock' };
  // A clock without seconds names a whole minute, in which the broadcast may begin.
  const lengthS = seconds === undefined ? 60 : 1;
  const moments: number[] = [];
  const lastDay = dayHkOf(new Date(to * 1000));
  for (let day = addDaysHk(dayHkOf(new Date(from * 1000)), -1); day <= lastDay; day = addDaysHk(day, 1)) {
    const at = instantHk(day, h * 60 + m).getTime() / 1000 + s;
    if (at < to && at + lengthS > from) moments.push(Math.max(at, from));
  }
  return { kind: 'clock', moments };
}
