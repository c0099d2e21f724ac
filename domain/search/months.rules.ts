// Every document with a date carries its month and its year as words of their own. A tsquery that asks for a word and
// for the last months is answered by the index alone, however many older documents hold the word.

/** No letter or digit: no word of a text can be one of these. */
const MARK = '@';

const yearToken = (year: number) => `${MARK}${year}`;
const monthToken = (monthIndex: number) =>
  `${MARK}${Math.floor(monthIndex / 12)}${String((monthIndex % 12) + 1).padStart(2, '0')}`;
/** Months since year 0, UTC. */
const monthIndexOf = (instant: Date) => instant.getUTCFullYear() * 12 + instant.getUTCMonth();

/** What a document of this instant is found by when only some months are asked for. */
export const dateTokens = (instant: Date): string[] => [
  yearToken(instant.getUTCFullYear()),
  monthToken(monthIndexOf(instant)),
];

const anyOf = (tokens: readonly string[]) => tokens.map((token) => `'${token}'`).join(' | ');

/** tsquery of the month that runs and those before it, so many in all. */
export function lastMonths(now: Date, months: number): string {
  const last = monthIndexOf(now);
  return anyOf(Array.from({ length: months }, (_, i) => monthToken(last - i)));
}

/** tsquery of the year that runs and those before it. */
export function lastYears(now: Date, years: number): string {
  return anyOf(Array.from({ length: years }, (_, i) => yearToken(now.getUTCFullYear() - i)));
}
