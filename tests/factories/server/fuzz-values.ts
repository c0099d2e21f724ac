import { constantFrom, jsonValue, oneof, string, type Arbitrary } from 'fast-check';

/** Values known to break parsers, queries and arithmetic. */
const TROUBLEMAKERS = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e字',
  '💀'.repeat(3_000),
  "'; drop table members; --",
  '__proto__',
  [],
  [[]],
  [null, 1, 'x'],
  {},
  { constructor: { prototype: { admin: true } } },
];

/** Troublemakers, and what is almost valid for the call that is tested. */
export const nastyValue = (...almostValid: unknown[]): Arbitrary<unknown> =>
  constantFrom<unknown>(...TROUBLEMAKERS, ...almostValid);

/** A nasty value, or any JSON or text. */
export const fuzzValue = (...almostValid: unknown[]): Arbitrary<unknown> =>
  oneof(nastyValue(...almostValid), jsonValue(), string({ unit: 'binary', maxLength: 60 }));
