/** A keyword as titles are folded for matching: trimmed, compatibility forms made one, lower case. */
export function foldKeyword(keyword: string): string {
  return keyword.normalize('NFKC').trim().toLowerCase();
}

/** The largest id a URL may name; a longer number names nothing. */
export const MAX_ID = 2_147_483_647;

export const isPossibleId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= MAX_ID;
