/** Normalises spelling: case, width, spaces. */
export const spelling = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');

/** Identifies a recording regardless of spelling. */
export const nameKeyOf = ({ title, artist }: { title: string; artist: string }): string =>
  `${spelling(title)}\n${spelling(artist)}`;
