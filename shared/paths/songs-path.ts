import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { withQuery } from './content-paths.ts';

/** The songs that a channel played. */
export const songsPath = (
  id: ChannelId,
  query: { day?: DayHk | undefined; hour?: number | undefined; q?: string | undefined } = {},
): string => withQuery(`/songs/${id}`, query);
