import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it('keeps what fits', () => {
  expect(cutText('馬路的事', 4)).toBe('馬路的事');
  expect(cutText('', 4)).toBe('');
});

it('cuts between characters, never within one', () => {
  expect(cutText('馬路的事', 3)).toBe('馬路的');
  expect(cutText('歌🎵🎵', 4)).toBe('歌🎵');
  expect(cutText('家👨‍👩‍👧', 8)).toBe('家');
  expect(cutText('cafe\u0301', 4)).toBe('caf');
});

it('leaves no half of a pair, and nothing empty of what was not', () => {
  expect(cutText('\ud83c歌', 4)).toBe('\ufffd歌');
  const stacked = `a${'\u0301'.repeat(9)}`;
  expect(cutText(stacked, 4)).toBe(stacked.slice(0, 4));
  const family = '👨‍👩‍👧';
  expect(cutText(family, 4)).toBe('👨\u200d');
});
