import type { JsonLd } from './seo.ts';

export function musicRecording(
  siteUrl: string,
  { path, title, artist }: { path: string; title: string; artist: { name: string; path: string | null } | null },
): JsonLd {
  return {
    '@type': 'MusicRecording',
    '@id': `${siteUrl}${path}#recording`,
    name: title,
    url: siteUrl + path,
    ...(artist && {
      byArtist: {
        '@type': 'MusicGroup',
        name: artist.name,
        ...(artist.path !== null && { url: siteUrl + artist.path }),
      },
    }),
  };
}

export function musicGroup(
  siteUrl: string,
  { path, name, songs }: { path: string; name: string; songs: readonly { title: string; path: string }[] },
): JsonLd {
  return {
    '@type': 'MusicGroup',
    '@id': `${siteUrl}${path}#singer`,
    name,
    url: siteUrl + path,
    track: songs.map((song) => ({ '@type': 'MusicRecording', name: song.title, url: siteUrl + song.path })),
  };
}
