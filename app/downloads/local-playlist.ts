/** A playlist whose addresses are the numbers of stored files, and the addresses to fetch, in that order. */
export interface LocalPlaylist {
  text: string;
  files: string[];
}

const URI = /URI="([^"]+)"/;

/** Names files by number: nothing that is stored says what it is. */
export function localPlaylist(playlist: string, address: string): LocalPlaylist {
  const files: string[] = [];
  const fileNumber = (uri: string): string => {
    const { pathname } = new URL(uri, address);
    if (!files.includes(pathname)) files.push(pathname);
    return String(files.indexOf(pathname));
  };
  const text = playlist
    .split('\n')
    .map((line) => {
      if (line.startsWith('#EXT-X-MAP:')) return line.replace(URI, (_, uri: string) => `URI="${fileNumber(uri)}"`);
      return line === '' || line.startsWith('#') ? line : fileNumber(line.trim());
    })
    .join('\n');
  return { text, files };
}

const GRANT = /^\/replay\/[\w-]+/;

/** The same file under another grant. */
export const underGrantOf = (file: string, path: string): string => file.replace(GRANT, GRANT.exec(path)?.[0] ?? '');
