/** Longest chart. */
export const MAX_POSITIONS = 100;

export interface ListedSong {
  title: string;
  artist: string;
}

const normalized = ({ title, artist }: ListedSong): string =>
  `${title}\n${artist}`
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\n]/gu, '');

/**
 * Songs of a typed or pasted list, one a line in the order of the chart: title and artist between tabs, slashes or
 * dashes, after a position or none. A line without an artist is a fault.
 */
export function parseChartList(text: string): { songs: ListedSong[]; faults: { line: number; text: string }[] } {
  const songs: ListedSong[] = [];
  const faults: { line: number; text: string }[] = [];
  for (const [i, given] of text.split('\n').entries()) {
    const line = given.trim();
    if (line === '') continue;
    const bare = line.replace(/^\d{1,3}\s*(?:[.、)．:\t]\s*|\s+)/, '');
    const parts = (bare.includes('\t') ? bare.split('\t') : bare.split(/\s+[-–—/／|｜]\s+|[／｜]/))
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const [title, artist] = parts;
    if (title === undefined || artist === undefined) faults.push({ line: i + 1, text: line });
    else songs.push({ title, artist });
  }
  return { songs, faults };
}

/** Positions of songs already earlier in the list, ignoring case and punctuation. */
export function repeatedPositions(songs: readonly ListedSong[]): number[] {
  const names = songs.map(normalized);
  return names.flatMap((name, i) => (names.indexOf(name) < i ? [i + 1] : []));
}
