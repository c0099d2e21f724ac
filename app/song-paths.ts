import { withQuery } from '#app/paths.ts';
import { songsPath } from '#shared/paths/songs-path.ts';

/** Paths of song pages. */
export const songPaths = {
  songs: songsPath,
  mySongs: (query: { how?: 'heard' | 'kept' | undefined; page?: number | undefined } = {}) =>
    withQuery('/member/userinfo/songs', query),
};

export const songCalls = {
  /** Songs a member heard and saved. */
  own: () => '/api/member/songs',
  heard: () => '/api/member/songs/heard',
};
