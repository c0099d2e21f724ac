// Every dated document carries its month and year as tokens of their own. A tsquery for a word within the last months
// is then answered by the index alone, however many older documents contain the word.

/** Not a letter or digit, so that no word of a text can collide. */
const MARK = '@';

const yearToken = (year: number) => `${MARK}${year}`;
const monthToken = (monthIndex: number) =>
  `${MARK}${Math.floor(monthIndex / 12)}${String((monthIndex % 12) + 1).padStart(2, '0')}`;
/** Months since year 0, UTC. */
const monthIndexOf = (instant: Date) => instant.getUTCFullYear() * 12 + instant.getUTCMonth();

/** Date tokens of a document of this instant. */
export const dateTokens = (instant: Date): string[] => [
  yearToken(instant.getUTCFullYear()),
  monthToken(monthIndexOf(instant)),
];

const anyOf = (tokens: readonly string[]) => tokens.map((token) => `'${token}'`).join(' | ');

/** tsquery for the current month and those before it, `months` in total. */
export function lastMonths(now: Date, months: number): string {
  const last = monthIndexOf(now);
  return anyOf(Array.from({ length: months }, (_, i) => monthToken(last - i)));
}

/** tsquery for the current year and those before it, `years` in total. */
export function lastYears(now: Date, years: number): string {
  return anyOf(Array.from({ length: years }, (_, i) => yearToken(now.getUTCFullYear() - i)));
}
