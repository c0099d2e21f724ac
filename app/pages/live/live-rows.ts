import type { LiveItem } from '#app/player/channel/live-item.ts';
import type { LiveRow } from './live.server.ts';

/**
 * The player's newest timetable with data that only the page has; before it is loaded, the page's own. Rows in which
 * nothing is new are those of the page, so that they are not rendered again.
 */
export function mergeRows(fresh: readonly LiveItem[], page: readonly LiveRow[]): readonly LiveRow[] {
  if (fresh.length === 0) return page;
  const known = new Map(page.map((row) => [`${row.startsAtMs}/${row.programId}`, row]));
  const merged = fresh.map((item) => {
    const row = known.get(`${item.startsAtMs}/${item.programId}`);
    if (row === undefined)
      return { ...item, phrased: item.title, tagline: '', people: namesOf(item), replay: null, href: null };
    return hasNews(item, row) ? { ...row, ...item } : row;
  });
  const isPage = merged.length === page.length && merged.every((row, i) => row === page[i]);
  return isPage ? page : merged;
}

const hasNews = ({ endsAtMs, title, hosts, art }: LiveItem, row: LiveRow) =>
  endsAtMs !== row.endsAtMs ||
  title !== row.title ||
  hosts !== row.hosts ||
  art.src !== row.art.src ||
  art.srcset !== row.art.srcset;

const namesOf = (item: LiveItem) =>
  item.hosts === '' ? [] : item.hosts.split('、').map((name) => ({ name, picture: null }));

/** Whether the page lacks data for a programme: then it is reloaded. */
export function isUnknown(row: LiveRow, page: readonly LiveRow[]): boolean {
  return !page.some((known) => known.startsAtMs === row.startsAtMs && known.programId === row.programId);
}

export interface VideoHours {
  startsAtMs: number;
  endsAtMs: number;
}

/** Whether a channel streams video now, and if not, when it next does today. */
export function videoAt(intervals: readonly VideoHours[], nowMs: number): { on: boolean; nextMs: number | null } {
  const on = intervals.some((hours) => hours.startsAtMs <= nowMs && nowMs < hours.endsAtMs);
  const later = intervals.map((hours) => hours.startsAtMs).filter((startsAtMs) => startsAtMs > nowMs);
  return { on, nextMs: on || later.length === 0 ? null : Math.min(...later) };
}
