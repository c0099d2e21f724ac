/** A stretch of a stream. */
export interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** What may be found again by a new cut. */
export interface Known extends Span {
  id: number;
  programId: number;
  /** It points at another now. */
  isMerged: boolean;
}

export const overlapMs = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.endsAt.getTime(), b.endsAt.getTime()) - Math.max(a.startsAt.getTime(), b.startsAt.getTime()));

export const sameInstant = (a: Span, b: Span): boolean =>
  a.startsAt.getTime() === b.startsAt.getTime() && a.endsAt.getTime() === b.endsAt.getTime();

export interface Matched<K> {
  /** The row of each that is wanted; undefined: it is new. */
  rows: (K | undefined)[];
  /** Rows that nothing wanted is any more, with the place of what they are a part of now; null: of nothing. */
  left: { row: K; into: number | null }[];
}

/**
 * Finds what is known again in what is wanted: by programme and greatest overlap, those first that stand for themselves.
 * One that points elsewhere comes back where nothing else fits, so that its number leads home again.
 */
export function matchSpans<W extends Span & { programId: number }, K extends Known>(
  wanted: readonly W[],
  known: readonly K[],
): Matched<K> {
  const pairs = wanted.flatMap((want, place) =>
    known.flatMap((row) => {
      const overlap = want.programId === row.programId ? overlapMs(want, row) : 0;
      return overlap > 0 ? [{ place, row, overlap }] : [];
    }),
  );
  pairs.sort(
    (a, b) =>
      Number(a.row.isMerged) - Number(b.row.isMerged) ||
      b.overlap - a.overlap ||
      a.row.id - b.row.id ||
      a.place - b.place,
  );
  const rows: (K | undefined)[] = wanted.map(() => undefined);
  const taken = new Set<number>();
  for (const { place, row } of pairs) {
    if (rows[place] !== undefined || taken.has(row.id)) continue;
    rows[place] = row;
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
  for (const [place, want] of wanted.entries()) {
    const overlap = overlapMs(row, want);
    // The same programme first, however little of it.
    const score = overlap > 0 && want.programId === row.programId ? overlap + 1e12 : overlap;
    if (score > bestScore) [best, bestScore] = [place, score];
  }
  return best;
}
