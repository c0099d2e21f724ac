import { fold } from './folding.rules.ts';

/** A character that is a word by itself or a part of one without spaces: Han, kana, Hangul and the like. */
const GRAM_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々]/u;
const UNITS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々])[\p{L}\p{N}])+/gu;

/** PostgreSQL keeps lexemes up to 2,046 bytes; no word that anybody looks for is near that. */
const WORD_MAX_CHARS = 40;

/** Letters and words that stand together, in order: `叱咤903` is 叱, 咤, 903. */
export type Chain = string[];

export const isGramLetter = (unit: string): boolean => GRAM_LETTER.test(unit);

/**
 * Chains of folded text. With `acrossSpaces` a space between a word and a Han letter parts nothing, because writers
 * differ (DJ 專欄, DJ專欄); a query is split where its writer put a space.
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

/** Pairs of neighbours, and words by themselves; a lone letter is its own gram. */
function gramsOf(chain: Chain): string[] {
  const [only] = chain;
  if (chain.length === 1 && only !== undefined) return [only];
  return chain.flatMap((unit, i) => {
    const next = chain[i + 1];
    return [...(isGramLetter(unit) ? [] : [unit]), ...(next === undefined ? [] : [unit + next])];
  });
}

/** Everything a text can be found by. `singles`: single Han letters too, for titles and names. */
export function textTokens(text: string, { singles }: { singles: boolean }): Set<string> {
  const tokens = new Set<string>();
  for (const chain of chainsOf(fold(text), { acrossSpaces: true })) {
    for (const gram of gramsOf(chain)) tokens.add(gram);
    if (singles) for (const unit of chain) tokens.add(unit);
  }
  return tokens;
}

/** What a query asks for: every gram of every chain. */
export function queryTokens(chains: readonly Chain[]): string[] {
  return [...new Set(chains.flatMap(gramsOf))];
}
