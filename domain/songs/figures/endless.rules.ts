/** Parts of the day, by hours of Hong Kong; night goes past midnight. */
export const DAY_PARTS = {
  morning: { from: 6, to: 12 },
  afternoon: { from: 12, to: 18 },
  evening: { from: 18, to: 23 },
  night: { from: 23, to: 6 },
} as const satisfies Record<string, { from: number; to: number }>;
export type DayPart = keyof typeof DAY_PARTS;
export const isDayPart = (value: string): value is DayPart => Object.hasOwn(DAY_PARTS, value);

/** Days before the one of the list from which its songs are. */
export const ENDLESS_DAYS = 28;
export const MAX_ENDLESS_SONGS = 1_000;
const ENDLESS_A_PAGE = 30;
/** Songs between two times of the same one. */
export const WITHOUT_REPEAT = 30;

/** FNV-1a: the same on every machine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The songs in the order of a round; those at the end of the one before come late, so that none repeats too soon. */
function roundOf(songIds: readonly number[], seed: string, round: number, before: readonly number[]): number[] {
  const shuffled = songIds
    .map((id) => ({ id, hash: hashOf(`${seed} ${round} ${id}`) }))
    .toSorted((a, b) => a.hash - b.hash || a.id - b.id)
    .map(({ id }) => id);
  const last = new Set(before.slice(-WITHOUT_REPEAT));
  return [...shuffled.filter((id) => !last.has(id)), ...shuffled.filter((id) => last.has(id))];
}

/**
 * A page of the list, from 1: the same for the same songs and seed. With too few songs to repeat none within
 * `WITHOUT_REPEAT`, each comes once and the list ends.
 */
export function endlessPage(
  songIds: readonly number[],
  seed: string,
  page: number,
): { songIds: number[]; hasMore: boolean } {
  const from = (page - 1) * ENDLESS_A_PAGE;
  const to = from + ENDLESS_A_PAGE;
  const isEndless = songIds.length >= 2 * WITHOUT_REPEAT;
  const taken: number[] = [];
  let order: number[] = [];
  for (let round = 0, start = 0; start < to && (round === 0 || isEndless); round++, start += songIds.length) {
    order = roundOf(songIds, seed, round, order);
    taken.push(...order.slice(Math.max(0, from - start), to - start));
    if (order.length === 0) break;
  }
  return { songIds: taken, hasMore: isEndless || to < songIds.length };
}
