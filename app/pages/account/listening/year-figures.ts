import type { YearWire } from '#domain/my-year/my-year.schema.ts';
import { addDaysHk, clockHk, dayHkOf, minuteHkOf, type DayHk } from '#shared/hk-time.ts';

// Computed in the browser from the reply of the member's call.

export interface YearFigures {
  minutes: number;
  days: number;
  /** Most consecutive days. */
  streak: number;
  songs: number;
  /** Earliest clock time at which something was heard after five in the morning, when the station's day begins. */
  earliest: string | null;
  /** Minutes by month, from January. */
  months: number[];
  programs: { title: string; path: string; minutes: number }[];
  hosts: { name: string; minutes: number }[];
}

const LISTED = 5;
const FIRST_MINUTE = 5 * 60;
const minutesOf = (seconds: number) => Math.round(seconds / 60);

/** Days on which something was heard. */
function daysOf({ heard, songs, minutes }: YearWire): DayHk[] {
  const instants = [...heard, ...songs].map(({ heard_ts: at }) => dayHkOf(new Date(at * 1000)));
  // Where only the sound is known, the day of its broadcast.
  return [...new Set(instants.length > 0 ? instants : minutes.map(({ day }) => day))].toSorted();
}

export function longestStreak(days: readonly DayHk[]): number {
  let [longest, current] = [0, 0];
  for (const [i, day] of days.entries()) {
    current = i > 0 && addDaysHk(days[i - 1]!, 1) === day ? current + 1 : 1;
    longest = Math.max(longest, current);
  }
  return longest;
}

function sums<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly string[], secondsOf: (row: Row) => number) {
  const found = new Map<string, number>();
  for (const row of rows) for (const key of keysOf(row)) found.set(key, (found.get(key) ?? 0) + secondsOf(row));
  return [...found].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

export function yearFigures(year: YearWire): YearFigures {
  const programs = new Map(year.programs.map((program) => [program.id, program]));
  const secondsOf = ({ seconds }: YearWire['minutes'][number]) => seconds;
  const days = daysOf(year);
  const clocks = [...year.heard, ...year.songs]
    .map(({ heard_ts: at }) => new Date(at * 1000))
    .filter((at) => minuteHkOf(at) >= FIRST_MINUTE)
    .toSorted((a, b) => minuteHkOf(a) - minuteHkOf(b));
  return {
    minutes: minutesOf(year.minutes.reduce((sum, { seconds }) => sum + seconds, 0)),
    days: days.length,
    streak: longestStreak(days),
    songs: new Set(year.songs.map(({ song_id: id }) => id)).size,
    earliest: clocks[0] ? clockHk(clocks[0]) : null,
    months: Array.from({ length: 12 }, (_, month) =>
      minutesOf(
        year.minutes
          .filter(({ day }) => Number(day.slice(5, 7)) === month + 1)
          .reduce((sum, { seconds }) => sum + seconds, 0),
      ),
    ),
    programs: sums(year.minutes, ({ program_id: id }) => [String(id)], secondsOf)
      .flatMap(([id, seconds]) => {
        const program = programs.get(Number(id));
        return program ? [{ title: program.title, path: program.path, minutes: minutesOf(seconds) }] : [];
      })
      .slice(0, LISTED),
    hosts: sums(year.minutes, ({ program_id: id }) => programs.get(id)?.hosts ?? [], secondsOf)
      .map(([name, seconds]) => ({ name, minutes: minutesOf(seconds) }))
      .slice(0, LISTED),
  };
}

export interface PastDay {
  day: DayHk;
  programs: { title: string; path: string; clock: string }[];
  songs: { id: number; title: string; artist: string }[];
}

/** What was heard on this day of earlier months and years, the latest day first. */
export function onThisDay(years: readonly YearWire[], today: DayHk): PastDay[] {
  const date = today.slice(8);
  const isPast = (at: Date) => {
    const day = dayHkOf(at);
    return day < today && day.slice(8) === date;
  };
  const days = new Map<DayHk, PastDay>();
  const dayAt = (at: Date): PastDay => {
    const day = dayHkOf(at);
    const found = days.get(day) ?? { day, programs: [], songs: [] };
    days.set(day, found);
    return found;
  };
  for (const { heard, songs, programs } of years) {
    const byId = new Map(programs.map((program) => [program.id, program]));
    for (const { program_id: id, heard_ts: ts } of heard.toReversed()) {
      const at = new Date(ts * 1000);
      const program = byId.get(id);
      if (program && isPast(at)) dayAt(at).programs.push({ ...program, clock: clockHk(at) });
    }
    for (const { song_id: id, title, artist, heard_ts: ts } of songs.toReversed()) {
      const at = new Date(ts * 1000);
      if (isPast(at)) dayAt(at).songs.push({ id, title, artist });
    }
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1));
}
