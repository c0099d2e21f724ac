import { expect, it } from 'vitest';
import { amountOf, centsOf } from './amounts.ts';

it.each([
  ['388', 38_800],
  ['388.5', 38_850],
  ['388.50', 38_850],
  ['388.500', 38_850],
  [388.5, 38_850],
  [0.01, 1],
  ['1000000.00', 100_000_000],
])('reads %j as cents', (amount, cents) => {
  expect(centsOf(amount)).toBe(cents);
});

it.each([
  ['-1'],
  [''],
  ['1e3'],
  ['1.005'],
  ['388,00'],
  [' 388'],
  ['99999999'],
  [Number.NaN],
  [-1],
  [null],
  [{}],
  [true],
])('takes %j for no amount', (amount) => {
  expect(centsOf(amount)).toBeNull();
});

it('writes every amount as it reads it', () => {
  for (const cents of [0, 1, 10, 99, 100, 38_805, 100_000_000]) expect(centsOf(amountOf(cents))).toBe(cents);
  expect(amountOf(38_805)).toBe('388.05');
});
