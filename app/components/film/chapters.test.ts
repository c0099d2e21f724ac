import { expect, it } from 'vitest';
import { pieceAt, piecesOf, stillAt } from './chapters.ts';

const chapters = [
  { atMs: 60_000, title: '二' },
  { atMs: 0, title: '一' },
  { atMs: 400_000, title: '之後' },
];

it('divides a bar by its chapters, in order and without holes, and leaves out what lies behind its end', () => {
  expect(piecesOf(chapters, 0, 100_000)).toEqual([
    { atMs: 0, toMs: 60_000, title: '一' },
    { atMs: 60_000, toMs: 100_000, title: '二' },
  ]);
  expect(piecesOf([{ atMs: 30_000, title: '一' }], 0, 100_000)[0]).toEqual({ atMs: 0, toMs: 30_000, title: '' });
  expect(piecesOf([], 0, 100_000)).toEqual([{ atMs: 0, toMs: 100_000, title: '' }]);
});

it('finds the piece in which a position lies', () => {
  const pieces = piecesOf(chapters, 0, 100_000);
  expect([0, 59_999, 60_000, 100_000].map((ms) => pieceAt(pieces, ms))).toEqual([0, 0, 1, 1]);
  expect(pieceAt(pieces, -1)).toBe(-1);
});

it('finds the small picture of a position on its sheet', () => {
  const stills = { width: 160, height: 90, columns: 4, stepMs: 5_000 };
  expect(stillAt(stills, 0)).toEqual({ x: 0, y: 0 });
  expect(stillAt(stills, 4_999)).toEqual({ x: 0, y: 0 });
  expect(stillAt(stills, 26_000)).toEqual({ x: 160, y: 90 });
});
