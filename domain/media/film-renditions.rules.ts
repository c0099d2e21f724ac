/** What a film may be had in: sound is in each of the pictures, and alone. Their names are part of every media address. */
export const FILM_RENDITIONS = ['v21', 'v24', 'v25', 'audio'] as const;

export type FilmRendition = (typeof FILM_RENDITIONS)[number];
