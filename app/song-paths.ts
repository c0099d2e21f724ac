import { withQuery } from '#app/paths.ts';
import { singerPath, songPath, songsPath } from '#shared/paths/songs-path.ts';

/** Paths of song pages. */
export const songPaths = {
  songs: songsPath,
  song: songPath,
  singer: singerPath,
  endless: (
    query: {
      category_id?: number | undefined;
      type?: string | undefined;
      day?: string | undefined;
      page?: number | undefined;
    } = {},
  ) => withQuery('/songs/endless', query),
  mySongs: (query: { how?: 'heard' | 'kept' | undefined; page?: number | undefined } = {}) =>
    withQuery('/member/userinfo/songs', query),
  myYear: () => '/member/userinfo/myYear',
};

export const songCalls = {
  /** Songs a member heard and saved. */
  own: () => '/api/member/songs',
  /** Songs of the endless list, to play one after another. */
  endless: (query: { category_id: number; type?: string | undefined; day: string; page: number }) =>
    withQuery('/api/songs/endless', query),
  heard: () => '/api/member/songs/heard',
  /** What a member heard in a year. */
  year: (year: number) => withQuery('/api/member/year', { year }),
};
