/** Peaks of the sound by air time: a byte a step, 0 where there is none. */
export interface Peaks {
  fromMs: number;
  stepMs: number;
  values: Uint8Array;
}

/** The highest peak of each of so many bars of a span, 0 to 1; null: no sound is known there. */
export function barsOf(windows: readonly Peaks[], { fromMs, toMs }: { fromMs: number; toMs: number }, count: number) {
  const bars = Array.from({ length: count }, (): number | null => null);
  const barMs = (toMs - fromMs) / count;
  for (const { fromMs: start, stepMs, values } of windows) {
    const first = Math.max(0, Math.floor((fromMs - start) / stepMs));
    const last = Math.min(values.length, Math.ceil((toMs - start) / stepMs));
    for (let i = first; i < last; i++) {
      const value = values[i]!;
      const bar = Math.floor((start + i * stepMs - fromMs) / barMs);
      if (value === 0 || bar < 0 || bar >= count) continue;
      bars[bar] = Math.max(bars[bar] ?? 0, (value - 1) / 254);
    }
  }
  return bars;
}

/** A bar is drawn at least this high, so that silence is seen. */
const LEAST = 0.02;

/** Bars as the path of a drawing that is `bars.length` wide and 2 high, around 0. */
export const pathOf = (bars: readonly (number | null)[]): string =>
  bars
    .map((level, i) => {
      const height = level === null ? null : Math.max(LEAST, level).toFixed(3);
      return height === null ? '' : `M${i + 0.5} -${height}V${height}`;
    })
    .join('');

/** Search distance for a silence. */
const SNAP_MS = 5_000;

/** The middle of the quietest half second near an instant, the nearest of several; the instant itself if no peaks are known. */
export function nearestSilence(windows: readonly Peaks[], atMs: number): number {
  let best = { atMs, level: Infinity, away: Infinity };
  for (const { fromMs, stepMs, values } of windows) {
    const width = Math.max(1, Math.round(500 / stepMs));
    const first = Math.max(0, Math.ceil((atMs - SNAP_MS - fromMs) / stepMs));
    const last = Math.min(values.length - width, Math.floor((atMs + SNAP_MS - fromMs) / stepMs) - width);
    for (let i = first; i <= last; i++) {
      const some = values.subarray(i, i + width);
      if (some.includes(0)) continue;
      const level = Math.max(...some);
      const middle = fromMs + (i + width / 2) * stepMs;
      const away = Math.abs(middle - atMs);
      if (level < best.level || (level === best.level && away < best.away)) best = { atMs: middle, level, away };
    }
  }
  return best.atMs;
}

/** Marks of an axis: round instants, five to ten in a span. */
export function axisOf({ fromMs, toMs }: { fromMs: number; toMs: number }): number[] {
  const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200].map((s) => s * 1_000);
  const step = steps.find((ms) => (toMs - fromMs) / ms <= 8) ?? 14_400_000;
  const first = Math.ceil(fromMs / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((toMs - first) / step) + 1) }, (_, i) => first + i * step);
}
