import { fold } from './folding.rules.ts';
import { soundQuery, soundTokens } from './romanisation.rules.ts';
import { QUERY_MAX_CHARS } from './search.schema.ts';
import { chainsOf, isGramLetter, queryTokens, type Chain } from './tokens.rules.ts';

/** More words than this add time and no precision. */
const TOKENS_MAX = 40;

/** What somebody looks for, ready to be matched. */
export interface ParsedQuery {
  /** As it is shown and kept: trimmed, without what cannot be seen, cut at a length no keyword needs. */
  keyword: string;
  chains: Chain[];
  /** tsquery of the whole document; null where nothing in it is a word. */
  text: string | null;
  /** tsquery of titles and names: a Latin word also finds what begins with it, and by its sound. */
  title: string | null;
}

/** Words as they stand in a tsquery: letters and digits alone, so that a quoted one can say nothing but itself. */
const wordsOf = (tokens: readonly string[]): string[] =>
  tokens
    .map((token) => token.replaceAll(/[^\p{L}\p{N}~々]/gu, ''))
    // A part of a character is no letter: nothing is left of it.
    .filter((token) => token !== '')
    .slice(0, TOKENS_MAX);

const lexeme = (word: string, prefix = false) => `'${word}'${prefix ? ':*' : ''}`;

/** A keyword as it is taken: no control characters, spaces made one, at most `QUERY_MAX_CHARS` letters. */
export function cleanKeyword(input: string): string {
  const seen = input
    .slice(0, QUERY_MAX_CHARS * 20)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g, '')
    .trim();
  return Array.from(seen).slice(0, QUERY_MAX_CHARS).join('').trim();
}

const isLatinWord = (unit: string) => !isGramLetter(unit) && /^\p{L}{3,}$/u.test(unit);

/** `isTyping`: the last word may be a part of one. */
export function parseQuery(input: string, { isTyping = false }: { isTyping?: boolean } = {}): ParsedQuery {
  const keyword = cleanKeyword(input);
  const chains = chainsOf(fold(keyword), { acrossSpaces: false });
  const tokens = wordsOf(queryTokens(chains));
  if (tokens.length === 0) return { keyword, chains, text: null, title: null };
  const last = isTyping ? chains.at(-1)?.at(-1) : undefined;
  const isBegun = (token: string) => isLatinWord(token) || (token === last && !isGramLetter(token));
  const words = tokens.map((token) => lexeme(token, isBegun(token))).join(' & ');
  const sound = soundQuery(keyword);
  return {
    keyword,
    chains,
    text: tokens.map((token) => lexeme(token)).join(' & '),
    title: sound === null ? words : `(${words}) | (${sound})`,
  };
}

/** tsquery of titles that share a pair of letters or of sounds with a query; null where it has neither. */
export function nearQuery({ keyword, chains }: ParsedQuery): string | null {
  const words = wordsOf([...queryTokens(chains), ...[...soundTokens(keyword)].filter((sound) => /^~.+~/.test(sound))]);
  return words.length ? words.map((word) => lexeme(word)).join(' | ') : null;
}
