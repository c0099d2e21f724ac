const SLUG_MAX_CHARS = 60;

export const firstChars = (text: string, max: number) => Array.from(text).slice(0, max).join('');

/** The readable part of a URL, from a title in any script. `fallback` if the title has no letters or digits. */
export function slugOf(title: string, fallback: string): string {
  const words = title.normalize('NFKC').replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return firstChars(words.replace(/^-/, ''), SLUG_MAX_CHARS).replace(/-$/, '') || fallback;
}
