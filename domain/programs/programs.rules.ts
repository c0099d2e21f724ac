/** A keyword as titles are folded for matching: trimmed, compatibility forms made one, lower case. */
export function foldKeyword(keyword: string): string {
  return keyword.normalize('NFKC').trim().toLowerCase();
}
