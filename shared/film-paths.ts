/** Where a file of a film is that anybody may have who knows its name: captions, stills, the poster. */
export const filmFilePath = (fileSha256: string, kind: 'vtt' | 'jpg'): string =>
  `/media/film-files/${fileSha256}.${kind}`;

/** Leads to the playlist of a film's trailer. */
export const filmTrailerPath = (id: number): string => `/api/premium/${id}/trailer.m3u8`;
