/** Geometry of lines through positions on a chart, in units of the drawing; the best position is at the top. */
export interface DrawnLine {
  /** Commands of an SVG path; a line stops where the song was not on the chart. */
  path: string;
  /** Points on the chart, because gaps leave some without a line. */
  dots: { x: number; y: number; at: number }[];
}

export interface LineBox {
  width: number;
  height: number;
  /** Number of weeks, and of positions. */
  weeks: number;
  places: number;
}

export const xOf = (at: number, { width, weeks }: Pick<LineBox, 'width' | 'weeks'>): number =>
  weeks < 2 ? width / 2 : (at * width) / (weeks - 1);

export const yOf = (position: number, { height, places }: Pick<LineBox, 'height' | 'places'>): number =>
  places < 2 ? height / 2 : ((position - 1) * height) / (places - 1);

export function drawLine(positions: readonly (number | null)[], box: LineBox): DrawnLine {
  const dots = positions.flatMap((position, at) =>
    position === null ? [] : [{ at, x: Math.round(xOf(at, box)), y: Math.round(yOf(position, box)) }],
  );
  const path = dots.map(({ x, y, at }, i) => `${dots[i - 1]?.at === at - 1 ? 'L' : 'M'}${x} ${y}`).join('');
  return { path, dots };
}

/** Heights of bars for counts, the largest of which is the whole height; a count above nothing is always visible. */
export function barHeights(counts: readonly number[], height: number): number[] {
  const most = Math.max(0, ...counts);
  return counts.map((count) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * height))));
}
