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
