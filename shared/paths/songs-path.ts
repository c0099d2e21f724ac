import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { withQuery } from './content-paths.ts';

/** The songs that a channel played. */
export const songsPath = (
  id: ChannelId,
  query: { day?: DayHk | undefined; hour?: number | undefined; q?: string | undefined } = {},
): string => withQuery(`/songs/${id}`, query);

/** A song, with its plays. */
export const songPath = (id: number, query: { page?: number | undefined } = {}): string =>
  withQuery(`/songs/song/${id}`, query);

/** A singer, by folded name. */
export const singerPath = (singer: string): string => `/songs/singer/${encodeURIComponent(singer)}`;
