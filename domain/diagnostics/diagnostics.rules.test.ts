import { expect, it } from 'vitest';
import {
  CODE_LETTERS,
  clockResult,
  parseCode,
  qualityFor,
  speedOf,
  speedResult,
  worstOf,
} from './diagnostics.rules.ts';

const ladder = [
  { id: 21, bitsPerSecond: 6_000_000 },
  { id: 24, bitsPerSecond: 3_000_000 },
  { id: 25, bitsPerSecond: 1_200_000 },
];

it('recommends what a line carries with room to spare', () => {
  expect(qualityFor(9_000_000, ladder)?.id).toBe(21);
  expect(qualityFor(8_999_999, ladder)?.id).toBe(24);
  expect(qualityFor(1_799_999, ladder)).toBeNull();
  expect(speedResult(20_000_000, ladder)).toBe('pass');
  expect(speedResult(5_000_000, ladder)).toBe('warn');
  expect(speedResult(1_000_000, ladder)).toBe('fail');
  expect(speedResult(null, ladder)).toBe('fail');
});

it('takes the middle of what was measured, and nothing from what did not come', () => {
  const second = (megabits: number) => ({ bytes: (megabits * 1_000_000) / 8, ms: 1_000 });
  expect(speedOf([second(1), second(20), second(10)])).toBe(10_000_000);
  expect(speedOf([second(1), second(20)])).toBe(1_000_000);
  expect(speedOf([{ bytes: 0, ms: 5_000 }])).toBeNull();
  expect(speedOf([])).toBeNull();
});

it('is as good as its worst check', () => {
  expect(worstOf(['pass', 'pass'])).toBe('pass');
  expect(worstOf(['pass', 'warn'])).toBe('warn');
  expect(worstOf(['warn', 'fail', 'pass'])).toBe('fail');
});

it('minds a clock that is minutes off, either way', () => {
  expect(clockResult(-400)).toBe('pass');
  expect(clockResult(61_000)).toBe('warn');
  expect(clockResult(-61_000)).toBe('warn');
});

it('knows a code however it is read out, and no letter that could be another', () => {
  expect(parseCode('d-7f3a-22k9')).toBe('D-7F3A-22K9');
  expect(parseCode('D7F3A 22K9')).toBe('D-7F3A-22K9');
  expect(parseCode('D-7F3A-22O9')).toBeNull();
  for (const letter of 'OIL01') expect(CODE_LETTERS).not.toContain(letter);
  for (const letter of CODE_LETTERS) expect(parseCode(`D-${letter.repeat(4)}-2222`)).not.toBeNull();
});
