import { expect, it } from 'vitest';
import { STRIP_KINDS } from '#shared/enums.ts';
import { valueText } from './desk-fields.ts';

it('has words for the kinds of programmes that are not of the week', () => {
  expect(['special', 'holiday', 'racing'].map((kind) => valueText('kind', kind))).toEqual(['特備', '假期', '賽馬']);
});

it('has words for the kinds and the moment of a message of the station', () => {
  expect(STRIP_KINDS.map((kind) => valueText('kind', kind))).toEqual(['突發', '天氣', '通告']);
  expect(valueText('endsAt', 'now')).toBe('而家');
  expect(valueText('words', '八號風球')).toBe('八號風球');
});

it('shows several numbers without the brackets of code', () => {
  expect(valueText('plans', [2, 3])).toBe('2、3');
  expect(valueText('plans', [])).toBe('—');
});
