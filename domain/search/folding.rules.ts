import { Converter } from 'opencc-js/t2cn';

/** Raised when folding, tokens, romanisation or what is indexed change: a start with another number makes the index anew. */
export const FOLDING_VERSION = 4;

const toSimplified = Converter({ from: 'hk', to: 'cn' });

/** Spellings that mean one thing in Hong Kong and that no converter makes one; matched, never shown. */
const HOUSE_VARIANTS: Record<string, string> = {
  邨: '村',
  栢: '柏',
  枱: '台',
  衞: '卫',
  咀: '嘴',
  畀: '俾',
  糭: '粽',
  嚟: '黎',
  〇: '零',
};

const SEEN_MAX = 20_000;
const seen = new Map<string, string>();

/** What one character is matched as: compatibility forms, case, marks, script and local variants made one. */
function foldCharacter(char: string): string {
  const known = seen.get(char);
  if (known !== undefined) return known;
  const plain = char.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  let out = '';
  // No word goes in as a phrase: a character must fold the same wherever it stands, on both sides.
  for (const each of plain) {
    const local = HOUSE_VARIANTS[each] ?? each;
    out += HOUSE_VARIANTS[toSimplified(local)] ?? toSimplified(local);
  }
  if (seen.size < SEEN_MAX) seen.set(char, out);
  return out;
}

export interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`, the index in the original it came from; one more for its end. */
  from: number[];
}

/** Joiners, marks of direction and the like take no part in words and do not part them. */
const UNSEEN = /^[\p{Cf}\u034f\ufe00-\ufe0f]$/u;

/** Text as it is matched, with the way back to what was written. */
export function foldWithOrigin(text: string): Folded {
  let folded = '';
  const from: number[] = [];
  let index = 0;
  for (const char of text) {
    if (!UNSEEN.test(char)) {
      const out = foldCharacter(char);
      folded += out;
      for (let i = 0; i < out.length; i++) from.push(index);
    }
    index += char.length;
  }
  from.push(index);
  return { text: folded, from };
}

/** Text as it is matched. */
export function fold(text: string): string {
  return foldWithOrigin(text).text;
}
