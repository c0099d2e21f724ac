import { fold } from './folding.rules.ts';

/** A character of a script written without spaces: Han, kana, Hangul and the like. */
const GRAM_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々]/u;
const UNITS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々])[\p{L}\p{N}])+/gu;

/** PostgreSQL limits lexemes to 2,046 bytes. No realistic query word is longer than this. */
const WORD_MAX_CHARS = 40;

/** Adjacent characters and words, in order: `叱咤903` is 叱, 咤, 903. */
export type Chain = string[];

export const isGramLetter = (unit: string): boolean => GRAM_LETTER.test(unit);

/**
 * Chains of folded text. With `acrossSpaces` a space between a word and a Han character does not separate, because
 * usage varies (DJ 專欄, DJ專欄); a query is split at its spaces.
 */
export function chainsOf(folded: string, { acrossSpaces }: { acrossSpaces: boolean }): Chain[] {
  const chains: Chain[] = [];
  let chain: Chain = [];
  let end = -1;
  for (const match of folded.matchAll(UNITS)) {
    const unit = match[0].slice(0, WORD_MAX_CHARS);
    const gap = end < 0 ? '' : folded.slice(end, match.index);
    const last = chain.at(-1);
    const joins =
      last !== undefined &&
      (gap === '' || (acrossSpaces && /^[\s\u3000]+$/.test(gap) && isGramLetter(unit) !== isGramLetter(last)));
    if (!joins && chain.length) {
      chains.push(chain);
      chain = [];
    }
    chain.push(unit);
    end = match.index + match[0].length;
  }
  if (chain.length) chains.push(chain);
  return chains;
}

/** Bigrams and single words; an isolated character is its own gram. */
function gramsOf(chain: Chain): string[] {
  const [only] = chain;
  if (chain.length === 1 && only !== undefined) return [only];
  return chain.flatMap((unit, i) => {
    const next = chain[i + 1];
    return [...(isGramLetter(unit) ? [] : [unit]), ...(next === undefined ? [] : [unit + next])];
  });
}

/** All tokens of a text. With `singles` also single Han characters, for titles and names. */
export function textTokens(text: string, { singles }: { singles: boolean }): Set<string> {
  const tokens = new Set<string>();
  for (const chain of chainsOf(fold(text), { acrossSpaces: true })) {
    for (const gram of gramsOf(chain)) tokens.add(gram);
    if (singles) for (const unit of chain) tokens.add(unit);
  }
  return tokens;
}

/** Tokens a query requires: every gram of every chain. */
export function queryTokens(chains: readonly Chain[]): string[] {
  return [...new Set(chains.flatMap(gramsOf))];
}
