/** A piece of what is seen, from where it begins to where the next does. */
export interface Piece {
  atMs: number;
  toMs: number;
  title: string;
}

/** What divides a bar: the pieces in order, without a hole before the first. */
export function piecesOf(chapters: readonly { atMs: number; title: string }[], fromMs: number, toMs: number): Piece[] {
  const inside = chapters.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).toSorted((a, b) => a.atMs - b.atMs);
  const begun = inside[0]?.atMs === fromMs ? inside : [{ atMs: fromMs, title: '' }, ...inside];
  return begun.map(({ atMs, title }, index) => ({ atMs, title, toMs: begun[index + 1]?.atMs ?? toMs }));
}

/** The piece in which a place lies; -1 before the first. */
export const pieceAt = (pieces: readonly { atMs: number }[], placeMs: number): number =>
  pieces.findLastIndex(({ atMs }) => atMs <= placeMs);

/** Where a small picture lies on its sheet, in pixels. */
export function stillAt(
  { width, height, columns, stepMs }: { width: number; height: number; columns: number; stepMs: number },
  placeMs: number,
): { x: number; y: number } {
  const number = Math.max(0, Math.floor(placeMs / Math.max(stepMs, 1)));
  return { x: (number % columns) * width, y: Math.floor(number / columns) * height };
}
