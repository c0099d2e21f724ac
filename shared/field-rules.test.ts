import { expect, it } from 'vitest';
import { fieldRules as rules } from './field-rules.ts';

const all = (rule: (...args: never[]) => boolean, cases: readonly (readonly unknown[])[]) =>
  cases.map((args) => (rule as (...args: readonly unknown[]) => boolean)(...args));

// accepted and rejected values of each rule.
it.each([
  ['required', [['a'], ['是 '], ['']], [true, true, false]],
  ['required', [['   '], ['\t\n']], [false, false]],
  ['email', [['a@c.hk'], ['a@c'], ['@c.hk'], ['a b@c.hk'], ['a@b..hk']], [true, false, false, false, false]],
  [
    'digits',
    [
      ['1234', 4],
      ['123', 4],
      ['12345', 4],
      ['12.4', 4],
      ['１２３４', 4],
    ],
    [true, false, false, false, false],
  ],
  [
    'length',
    [
      ['ab', 2, 4],
      ['abcd', 2, 4],
      ['a', 2, 4],
      ['abcde', 2, 4],
      ['😀😀', 2],
    ],
    [true, true, false, false, true],
  ],
  [
    'between',
    [
      [1, 1, 10],
      [10, 1, 10],
      [0, 1, 10],
      [11, 1, 10],
      [-1, 1, 10],
    ],
    [true, true, false, false, false],
  ],
  [
    'between',
    [
      [Number.NaN, 1, 10],
      ['x', 1, 10],
      [1.5, 1, 10],
    ],
    [false, false, true],
  ],
  [
    'confirmed',
    [
      ['abcd1234', 'abcd1234'],
      ['abcd1234', 'ABCD1234'],
      ['abcd1234', ''],
      ['', ''],
    ],
    [true, false, false, false],
  ],
  ['numeric', [['12'], ['0'], ['007'], [''], ['a'], ['1e'], ['1,000']], [true, true, true, false, false, false, false]],
  ['integer', [['12'], ['-3'], ['0'], [''], ['1.5'], ['a']], [true, true, true, false, false, false]],
  [
    'image',
    [[{ type: 'image/png' }], [{ type: 'image/jpeg' }], [{ type: 'text/plain' }], [{ type: 'application/pdf' }]],
    [true, true, false, false],
  ],
  [
    'dimensions',
    [
      [{ width: 800, height: 600 }, 800, 600],
      [{ width: 799, height: 600 }, 800, 600],
      [{ width: 600, height: 800 }, 800, 600],
    ],
    [true, false, false],
  ],
  [
    'size',
    [
      [{ size: 5_242_880 }, 5_242_880],
      [{ size: 5_242_881 }, 5_242_880],
    ],
    [true, false],
  ],
  ['captcha', [['token-text'], [''], [' '], [null]], [true, false, false, false]],
] as const)('%s', (name, cases, expected) => {
  expect(all(rules[name], cases)).toEqual(expected);
});
