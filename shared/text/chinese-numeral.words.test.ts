import { expect, it } from 'vitest';
import { chineseNumeral } from './chinese-numeral.words.ts';

it.each([
  [0, '零'],
  [1, '一'],
  [10, '十'],
  [11, '十一'],
  [20, '二十'],
  [105, '一百零五'],
  [110, '一百一十'],
  [864, '八百六十四'],
  [1_000, '一千'],
  [1_005, '一千零五'],
  [1_050, '一千零五十'],
  [2_026, '二千零二十六'],
  [10_000, '一萬'],
  [10_010, '一萬零一十'],
  [100_000, '十萬'],
  [120_503, '十二萬零五百零三'],
  [10_000_000, '一千萬'],
  [100_000_001, '一億零一'],
  [100_010_000, '一億零一萬'],
  [100_001_000, '一億零一千'],
  [1_000_000_000_000, '一兆'],
  [-15, '負十五'],
])('writes %d as %s (R-331)', (value, words) => expect(chineseNumeral(value)).toBe(words));

it.each([1.5, '1', '一', null, 'NaN', Number.NaN, Infinity, 2 ** 53])('takes whole numbers only: not %j', (value) => {
  expect(() => chineseNumeral(value as number)).toThrow(RangeError);
});
