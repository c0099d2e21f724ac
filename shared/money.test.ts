import { expect, it } from 'vitest';
import { exactHk, moneyHk } from './money.ts';

it('writes an amount with HK before its sign, the minus first, and no cents where there are none (R-332)', () => {
  expect([38_800, 34_960, -3_840, 108_000, 0, 100, 5].map(moneyHk)).toEqual([
    'HK$388',
    'HK$349.60',
    '−HK$38.40',
    'HK$1,080',
    'HK$0',
    'HK$1',
    'HK$0.05',
  ]);
});

it('leaves out no cents on a paper', () => {
  expect([38_800, 5, -1_234_500].map(exactHk)).toEqual(['HK$388.00', 'HK$0.05', '−HK$12,345.00']);
});
