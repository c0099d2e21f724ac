import { expect, it } from 'vitest';
import { faultOf, readWord } from './creative-faults.ts';
import { clampSize } from './size.ts';

it('lets a creative have 300 kB and half a second of a core, and no more', () => {
  expect(faultOf({ type: 'cost', bytes: 300_000, cpuMs: 500 })).toBeNull();
  expect(faultOf({ type: 'cost', bytes: 300_001, cpuMs: 0 })).toBe('bytes');
  expect(faultOf({ type: 'cost', bytes: 0, cpuMs: 501 })).toBe('cpu');
});

it('drops what leaves its frame and what shows nothing', () => {
  expect(faultOf({ type: 'escape' })).toBe('escape');
  expect(faultOf({ type: 'drawn', isBlank: true })).toBe('broken');
  expect(faultOf({ type: 'drawn', isBlank: false })).toBeNull();
});

it('reads no word from what is none', () => {
  for (const said of [null, 1, 'escape', {}, { type: 'cost', bytes: '1' }, { type: 'buy' }])
    expect(readWord(said)).toBeNull();
});

it('keeps a size within the ad slot, whatever is said', () => {
  const sizes = [[728, 90] as const, [320, 100] as const];
  expect(clampSize([9_000, 9_000], sizes)).toEqual([728, 100]);
  expect(clampSize([320, 50], sizes)).toEqual([320, 50]);
  // What the ad server reports for a creative without a fixed size.
  for (const none of [null, [1, 1] as const]) expect(clampSize(none, sizes)).toEqual([728, 90]);
});
