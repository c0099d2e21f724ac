import { fold } from '#domain/search/folding.rules.ts';
import { tsqueryOf } from '#domain/search/query.rules.ts';
import { queryTokens, textTokens, type Chain } from '#domain/search/tokens.rules.ts';

/** Units of a run that identifies a sentence. */
const RUN_UNITS = 4;
const RUNS_MAX = 24;

/**
 * tsquery for cues that contain a run of the query: captions are cut at any word, so that the end of a remembered
 * sentence may be in the next cue. Null if the query is too short to be cut.
 */
export function runsQuery(chains: readonly Chain[]): string | null {
  const runs = chains.flatMap((chain) =>
    Array.from({ length: Math.max(0, chain.length - RUN_UNITS + 1) }, (_, at) =>
      tsqueryOf(queryTokens([chain.slice(at, at + RUN_UNITS)])),
    ),
  );
  const texts = [...new Set(runs)].filter((run) => run !== null).slice(0, RUNS_MAX);
  return texts.length === 0 ? null : texts.map((text) => `(${text})`).join(' | ');
}

/** Quality of a match: 2 if it contains every word as typed, else the share of the query's tokens. */
export function nearnessOf(words: string, chains: readonly Chain[]): number {
  const folded = fold(words);
  const isVerbatim = chains.every((chain) => folded.includes(chain.join('')) || folded.includes(chain.join(' ')));
  if (isVerbatim) return 2;
  const held = textTokens(words, { singles: true });
  const wanted = queryTokens(chains);
  return wanted.filter((token) => held.has(token)).length / Math.max(wanted.length, 1);
}
