import { withQuery } from '#app/paths.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** Paths of song pages. */
export const songPaths = {
  songs: (id: ChannelId, query: { day?: DayHk | undefined; hour?: number | undefined; q?: string | undefined } = {}) =>
    withQuery(`/songs/${id}`, query),
  mySongs: (query: { how?: 'heard' | 'kept' | undefined; page?: number | undefined } = {}) =>
    withQuery('/member/userinfo/songs', query),
};

export const songCalls = {
  /** Songs a member heard and saved. */
  own: () => '/api/member/songs',
  heard: () => '/api/member/songs/heard',
};
