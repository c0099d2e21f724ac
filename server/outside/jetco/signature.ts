import { createHash } from 'node:crypto';
import { isSameText } from '#server/outside/same-text.ts';

export type JetcoFields = Readonly<Record<string, string>>;

const REQUEST = ['mid', 'inv', 'amt', 'cur', 'loc', 'tt', 'ct', 'rurl'];
/** `tt` and `loc` are swapped compared with the request. */
const ANSWER = [
  'mid',
  'inv',
  'amt',
  'cur',
  'tt',
  'loc',
  'rc',
  'rn',
  'eci',
  'sts',
  'cip',
  'cb',
  'ac',
  'lstn',
  'sd',
  'cbt',
  'ar',
];

/** Concatenated values without separators, then the seed. */
const hash = (names: readonly string[], fields: JetcoFields, seed: string): string => {
  const text = names.map((name) => fields[name] ?? '').join('');
  return createHash('sha256').update(`${text}${seed}`, 'utf8').digest('hex');
};

export const requestHash = (seed: string, fields: JetcoFields): string => hash(REQUEST, fields, seed);

/** An empty reference is hashed as the word `null`. */
export const answerHash = (seed: string, fields: JetcoFields): string =>
  hash(ANSWER, { ...fields, rn: fields['rn'] || 'null' }, seed);

export function isSignedAnswer(seeds: readonly string[], fields: JetcoFields): boolean {
  const given = (fields['hv'] ?? '').toLowerCase();
  return seeds.some((seed) => isSameText(given, answerHash(seed, fields)));
}
