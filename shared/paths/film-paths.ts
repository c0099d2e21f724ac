/** Where a picture of a film is that anybody may have who knows its name: the sheet of stills, the poster. */
export const filmPicturePath = (fileSha256: string): string => `/media/film-files/${fileSha256}.jpg`;

/** Playlist of a film's trailer. */
export const filmTrailerPath = (id: number): string => `/api/premium/${id}/trailer.m3u8`;
