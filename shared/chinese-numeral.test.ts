import { expect, it } from 'vitest';
import { chineseNumeral } from './chinese-numeral.ts';

it.each([
  [0, '零'],
  [1, '一'],
  [10, '十'],
  [11, '十一'],
  [20, '二十'],
  [100, '一百'],
  [105, '一百零五'],
  [110, '一百一十'],
  [864, '八百六十四'],
  [1_005, '一千零五'],
  [10_000, '一萬'],
  [10_050, '一萬零五十'],
  [100_000, '十萬'],
  [1_000_000, '一百萬'],
  [100_000_005, '一億零五'],
  [120_340_560, '一億二千零三十四萬零五百六十'],
  [-3, '負三'],
])('R-331 writes %d as %s', (number, words) => {
  expect(chineseNumeral(number)).toBe(words);
});

it.each([1.5, '1', '一', null, Number.NaN, Infinity])('R-331 takes no %s', (wrong) => {
  expect(() => chineseNumeral(wrong as number)).toThrow(RangeError);
});
