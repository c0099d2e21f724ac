import { Converter } from 'opencc-js/t2cn';

/**
 * Increment when folding, tokens, romanisation or indexed content change: a start with another number rebuilds the
 * index.
 */
export const FOLDING_VERSION = 5;

const toSimplified = Converter({ from: 'hk', to: 'cn' });

/**
 * Spellings that are equivalent in Hong Kong but that the converter keeps apart. Used for matching, never displayed.
 */
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
  砵: '钵',
};

const SEEN_MAX = 20_000;
const seen = new Map<string, string>();

/** The matching form of a character: normalises compatibility forms, case, diacritics, script and local variants. */
function foldCharacter(char: string): string {
  const known = seen.get(char);
  if (known !== undefined) return known;
  const plain = char.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  let out = '';
  // Characters are converted one at a time, not as phrases, so that each folds the same in any context, in index and
  // query.
  for (const each of plain) {
    const local = HOUSE_VARIANTS[each] ?? each;
    out += HOUSE_VARIANTS[toSimplified(local)] ?? toSimplified(local);
  }
  if (seen.size < SEEN_MAX) seen.set(char, out);
  return out;
}

export interface Folded {
  text: string;
  /** Index in the original of each UTF-16 unit of `text`, plus one entry for the end. */
  from: number[];
}

/** Joiners, bidirectional marks and the like are ignored and do not separate words. */
const UNSEEN = /^[\p{Cf}\u034f\ufe00-\ufe0f]$/u;

/** The matching form of a text, with a mapping to the original. */
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

/** The matching form of a text. */
export function fold(text: string): string {
  return foldWithOrigin(text).text;
}
