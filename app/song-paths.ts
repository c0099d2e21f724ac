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
  heard: () => '/api/member/songs/heard',
  /** What a member heard in a year. */
  year: (year: number) => withQuery('/api/member/year', { year }),
};

/** Searches of stores for a song. They are links only: nothing of theirs is loaded, and none is paid for. */
export const storeSearches = (title: string, artist: string): { store: string; href: string }[] => {
  const words = encodeURIComponent(`${title} ${artist}`.trim());
  return [
    { store: 'KKBOX', href: `https://www.kkbox.com/hk/tc/search?q=${words}` },
    { store: 'Apple Music', href: `https://music.apple.com/hk/search?term=${words}` },
    { store: 'Spotify', href: `https://open.spotify.com/search/${words}` },
    { store: 'YouTube Music', href: `https://music.youtube.com/search?q=${words}` },
  ];
};
