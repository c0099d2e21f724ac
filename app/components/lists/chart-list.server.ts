import type { ChartEntry } from '#domain/chart/chart.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { ChartRow } from './chart-list.tsx';

/** A chart entry as lists show it. */
export function toChartRow({
  songId,
  title,
  artist,
  picture,
  position,
  lastPosition,
  weeksOn,
  peak,
}: ChartEntry): ChartRow {
  return { songId, title: phrase(title), artist, picture, position, lastPosition, weeksOn, peak };
}
