export interface BoardItem {
  startsAtMs: number;
  endsAtMs: number;
  title: string;
  href: string;
}

/** A shorter show is too narrow for its title at its position. */
const SHORT_MS = 30 * 60_000;
/** Space for the time and a title of six characters. */
const LABEL_MS = 56 * 60_000;

/** A short show, with the span of the board for its label. */
export interface ShortItem extends BoardItem {
  labelFromMs: number;
  labelToMs: number;
}

/**
 * The shows of a channel in two lanes: those with space for a title in place, and below them the short ones, with
 * labels of their own. Labels start at their show and shift right to avoid each other, or left at the end of the board,
 * so that none overlap, however close bulletins are.
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
