import { expect, it } from 'vitest';
import { compact } from './compact.ts';

const box = (x: number, fill: string) => `<rect x="${x}" y="0" width="10" height="10" fill="${fill}"/>`;

it('makes one path of boxes of one ink that lie apart', () => {
  expect(compact(box(0, 'red') + box(20, 'red') + box(40, 'red'))).toBe(
    '<path d="M0 0h10v10h-10zM20 0h10v10h-10zM40 0h10v10h-10z" fill="red"/>',
  );
});

it('never lets a box sink under what it lies on', () => {
  const small = compact(box(0, 'red') + box(4, 'blue') + box(8, 'red'));
  expect([...small.matchAll(/fill="(\w+)"/g)].map((found) => found[1])).toEqual(['red', 'blue', 'red']);
});

it('draws a disc as a dot of a round pen of its size', () => {
  const disc = '<circle cx="9" cy="9" r="4" fill="red"/>';
  expect(compact(disc + box(20, 'red') + box(40, 'blue'))).toContain(
    '<path d="M9 9h0" fill="none" stroke="red" stroke-width="8" stroke-linecap="round"/>',
  );
});

it('leaves alone whatever has more to it than a place and an ink', () => {
  const rounded = '<rect x="0" y="0" width="9" height="9" fill="red" rx="4"/>';
  expect(compact(rounded.repeat(3))).toBe(rounded.repeat(3));
});
