export interface BoardItem {
  startsAtMs: number;
  endsAtMs: number;
  title: string;
  href: string;
}

/** A show shorter than this is too narrow for its name where it stands on the ruler. */
const SHORT_MS = 30 * 60_000;
/** Room for the clock and a name of six characters. */
const LABEL_MS = 56 * 60_000;

/** A short show, with the stretch of the board that its label has. */
export interface ShortItem extends BoardItem {
  labelFromMs: number;
  labelToMs: number;
}

/**
 * The shows of a channel in two lanes: those with room for a name where they stand, and under them the short ones, each
 * with a label of its own. Labels begin where their show does and give way to each other to the right, or to the left at
 * the end of the board; so none lies over another, however close bulletins come.
 */
export function boardLanes(
  items: readonly BoardItem[],
  fromMs: number,
  toMs: number,
): { long: BoardItem[]; short: ShortItem[] } {
  const seenMs = ({ startsAtMs, endsAtMs }: BoardItem) => Math.min(endsAtMs, toMs) - Math.max(startsAtMs, fromMs);
  const long = items.filter((item) => seenMs(item) >= SHORT_MS);
  const narrow = items.filter((item) => seenMs(item) < SHORT_MS && seenMs(item) > 0);
  const short: ShortItem[] = [];
  const labelMs = Math.min(LABEL_MS, (toMs - fromMs) / Math.max(narrow.length, 1));
  let freeMs = fromMs;
  for (const item of narrow) {
    const labelFromMs = Math.max(item.startsAtMs, freeMs);
    freeMs = labelFromMs + labelMs;
    short.push({ ...item, labelFromMs, labelToMs: freeMs });
  }
  let endMs = toMs;
  for (const item of short.toReversed()) {
    const overMs = Math.max(item.labelToMs - endMs, 0);
    item.labelFromMs = Math.max(item.labelFromMs - overMs, fromMs);
    item.labelToMs -= overMs;
    endMs = item.labelFromMs;
  }
  return { long, short };
}
