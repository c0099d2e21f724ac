/** A span of a stream, in Unix milliseconds. */
export interface Stretch {
  from: number;
  to: number;
}

/** Why a span of a replay cannot be heard: no sound arrived, or it was removed. */
export const MISSING_WHYS = ['gap', 'rights', 'law', 'error'] as const;
export type MissingWhy = (typeof MISSING_WHYS)[number];

/** Shorter gaps are ignored, and shorter unheard spans are no part of a show. */
const WORTH_TELLING_MS = 10_000;

const isWorthTelling = ({ from, to }: Stretch): boolean => to - from >= WORTH_TELLING_MS;
const inOrder = <T extends Stretch>(stretches: readonly T[]): T[] => stretches.toSorted((a, b) => a.from - b.from);

/** Subtracts spans from others, in order. */
export function without(stretches: readonly Stretch[], taken: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  for (const { from, to } of inOrder(stretches)) {
    let at = from;
    for (const one of inOrder(taken)) {
      if (one.to <= at || one.from >= to) continue;
      if (one.from > at) left.push({ from: at, to: one.from });
      at = one.to;
    }
    if (at < to) left.push({ from: at, to });
  }
  return left;
}

/**
 * Removals within a span, clipped, ordered and without overlap; of overlapping ones, the earlier one's reason is used.
 */
export function removedIn(
  { from, to }: Stretch,
  removals: readonly { startsAt: Date; endsAt: Date; why: MissingWhy }[],
): (Stretch & { why: MissingWhy })[] {
  const removed: (Stretch & { why: MissingWhy })[] = [];
  const spans = removals.map(({ startsAt, endsAt, why }) => ({ from: startsAt.getTime(), to: endsAt.getTime(), why }));
  for (const { why, ...span } of inOrder(spans)) {
    const start = Math.max(span.from, from, removed.at(-1)?.to ?? from);
    const end = Math.min(span.to, to);
    if (end <= start) continue;
    const last = removed.at(-1);
    if (last?.to === start && last.why === why) last.to = end;
    else removed.push({ from: start, to: end, why });
  }
  return removed;
}

/** Gaps in the sound of a span; if it still grows, up to its newest sound. */
export function gapsIn(
  { from, to }: Stretch,
  { sound, removed, isOpen }: { sound: readonly Stretch[]; removed: readonly Stretch[]; isOpen: boolean },
): Stretch[] {
  const known = isOpen ? Math.max(from, ...sound.map((one) => one.to)) : to;
  return without([{ from, to: Math.min(known, to) }], [...sound, ...removed]).filter(isWorthTelling);
}

/** The part of the sound not heard. */
export const unheardIn = (sound: readonly Stretch[], heard: readonly Stretch[]): Stretch[] =>
  without(sound, heard).filter(isWorthTelling);
