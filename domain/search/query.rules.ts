import { fold } from './folding.rules.ts';
import { soundQuery, soundTokens } from './romanisation.rules.ts';
import { QUERY_MAX_CHARS } from './search.schema.ts';
import { chainsOf, isGramLetter, queryTokens, type Chain } from './tokens.rules.ts';

/** More tokens cost time and add no precision. */
const TOKENS_MAX = 40;

/** A search query prepared for matching. */
export interface ParsedQuery {
  /** Normalised for display and logging: trimmed, without invisible characters, cut at `QUERY_MAX_CHARS`. */
  keyword: string;
  chains: Chain[];
  /** tsquery for the whole document. Null if the query contains no word. */
  text: string | null;
  /** tsquery for titles and names, in which Latin words also match by prefix and by sound. */
  title: string | null;
}

/** Tokens for a tsquery: letters and digits only, so that quoting them is safe. */
const tsqueryTokens = (tokens: readonly string[]): string[] =>
  tokens
    .map((token) => token.replaceAll(/[^\p{L}\p{N}~々]/gu, ''))
    // A lone surrogate is no letter and leaves an empty token.
    .filter((token) => token !== '')
    .slice(0, TOKENS_MAX);

const lexeme = (word: string, prefix = false) => `'${word}'${prefix ? ':*' : ''}`;

/** Normalises a keyword: no control characters, single spaces, at most `QUERY_MAX_CHARS` characters. */
export function cleanKeyword(input: string): string {
  const seen = input
    .slice(0, QUERY_MAX_CHARS * 20)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g, '')
    .trim();
  return Array.from(seen).slice(0, QUERY_MAX_CHARS).join('').trim();
}

/** tsquery that requires all tokens. Null without any. */
export function tsqueryOf(tokens: readonly string[]): string | null {
  const safe = tsqueryTokens(tokens);
  return safe.length === 0 ? null : safe.map((token) => lexeme(token)).join(' & ');
}

const isLatinWord = (unit: string) => !isGramLetter(unit) && /^\p{L}{3,}$/u.test(unit);

/** With `isTyping` the last word may be incomplete. */
export function parseQuery(input: string, { isTyping = false }: { isTyping?: boolean } = {}): ParsedQuery {
  const keyword = cleanKeyword(input);
  const chains = chainsOf(fold(keyword), { acrossSpaces: false });
  const tokens = tsqueryTokens(queryTokens(chains));
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

/** tsquery for titles that share a pair of characters or sounds with a query. Null if it has neither. */
export function nearQuery({ keyword, chains }: ParsedQuery): string | null {
  const words = tsqueryTokens([
    ...queryTokens(chains),
    ...[...soundTokens(keyword)].filter((sound) => /^~.+~/.test(sound)),
  ]);
  return words.length ? words.map((word) => lexeme(word)).join(' | ') : null;
}
