/** A chapter, from its start to the start of the next. */
export interface Piece {
  atMs: number;
  toMs: number;
  title: string;
}

/** Segments of the seek bar: chapters in order, without a gap before the first. */
export function piecesOf(chapters: readonly { atMs: number; title: string }[], fromMs: number, toMs: number): Piece[] {
  const inside = chapters.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).toSorted((a, b) => a.atMs - b.atMs);
  const begun = inside[0]?.atMs === fromMs ? inside : [{ atMs: fromMs, title: '' }, ...inside];
  return begun.map(({ atMs, title }, index) => ({ atMs, title, toMs: begun[index + 1]?.atMs ?? toMs }));
}

/** Index of the chapter at a position; -1 before the first. */
export const pieceAt = (pieces: readonly { atMs: number }[], positionMs: number): number =>
  pieces.findLastIndex(({ atMs }) => atMs <= positionMs);

/** Offset of a thumbnail in its sprite, in pixels. */
export function stillAt(
  { width, height, columns, stepMs }: { width: number; height: number; columns: number; stepMs: number },
  positionMs: number,
): { x: number; y: number } {
  const number = Math.max(0, Math.floor(positionMs / Math.max(stepMs, 1)));
  return { x: (number % columns) * width, y: Math.floor(number / columns) * height };
}
