import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** The songs that a channel played. */
export function songsPath(
  id: ChannelId,
  { day, hour, q }: { day?: DayHk | undefined; hour?: number | undefined; q?: string | undefined } = {},
): string {
  const query = new URLSearchParams();
  if (day) query.set('day', day);
  if (hour !== undefined) query.set('hour', String(hour));
  if (q) query.set('q', q);
  return query.size === 0 ? `/songs/${id}` : `/songs/${id}?${query.toString()}`;
}
