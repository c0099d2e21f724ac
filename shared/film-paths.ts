/** Path of a public film file: captions, stills or poster. Anyone who knows its name can fetch it. */
export const filmFilePath = (fileSha256: string, kind: 'vtt' | 'jpg'): string =>
  `/media/film-files/${fileSha256}.${kind}`;

/** Playlist of a film's trailer. */
export const filmTrailerPath = (id: number): string => `/api/premium/${id}/trailer.m3u8`;
