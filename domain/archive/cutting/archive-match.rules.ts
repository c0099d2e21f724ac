/** A span of a stream. */
export interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** A row that a new cut may match. */
export interface Known extends Span {
  id: number;
  programId: number;
  /** Merged into another. */
  isMerged: boolean;
}

export const overlapMs = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.endsAt.getTime(), b.endsAt.getTime()) - Math.max(a.startsAt.getTime(), b.startsAt.getTime()));

export const sameInstant = (a: Span, b: Span): boolean =>
  a.startsAt.getTime() === b.startsAt.getTime() && a.endsAt.getTime() === b.endsAt.getTime();

export interface Matched<K> {
  /** The matching row of each wanted item; undefined: new. */
  rows: (K | undefined)[];
  /** Rows no longer wanted, with the index of the item they are merged into; null: none. */
  left: { row: K; into: number | null }[];
}

/**
 * Matches wanted items to known rows by programme and greatest overlap, unmerged rows first. A merged row is used if
 * nothing else fits, so that its id becomes valid again. `fits` may exclude pairs.
 */
export function matchSpans<W extends Span & { programId: number }, K extends Known>(
  wanted: readonly W[],
  known: readonly K[],
  fits: (want: W, row: K) => boolean = () => true,
): Matched<K> {
  const pairs = wanted.flatMap((want, index) =>
    known.flatMap((row) => {
      const overlap = want.programId === row.programId && fits(want, row) ? overlapMs(want, row) : 0;
      return overlap > 0 ? [{ index, row, overlap }] : [];
    }),
  );
  pairs.sort(
    (a, b) =>
      Number(a.row.isMerged) - Number(b.row.isMerged) ||
      b.overlap - a.overlap ||
      a.row.id - b.row.id ||
      a.index - b.index,
  );
  const rows: (K | undefined)[] = wanted.map(() => undefined);
  const taken = new Set<number>();
  for (const { index, row } of pairs) {
    if (rows[index] !== undefined || taken.has(row.id)) continue;
    rows[index] = row;
    taken.add(row.id);
  }
  const left = known
    .filter((row) => !row.isMerged && !taken.has(row.id))
    .map((row) => ({ row, into: heirOf(row, wanted) }));
  return { rows, left };
}

function heirOf(row: Known, wanted: readonly (Span & { programId: number })[]): number | null {
  let best: number | null = null;
  let bestScore = 0;
  for (const [index, want] of wanted.entries()) {
    const overlap = overlapMs(row, want);
    // The same programme takes precedence, however small the overlap.
    const score = overlap > 0 && want.programId === row.programId ? overlap + 1e12 : overlap;
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best;
}
