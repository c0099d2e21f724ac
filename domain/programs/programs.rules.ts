/** Folds a keyword as titles are folded: trimmed, compatibility forms normalised, lower case. */
export function foldKeyword(keyword: string): string {
  return keyword.normalize('NFKC').trim().toLowerCase();
}
