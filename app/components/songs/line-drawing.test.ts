import { describe, expect, it } from 'vitest';
import { barHeights, drawLine } from './line-drawing.ts';

const box = { width: 300, height: 190, weeks: 4, places: 20 };

describe('a line through positions', () => {
  it('goes up where a song climbs: the best position is at the top', () => {
    expect(drawLine([20, 10, 1, 1], box).path).toBe('M0 190L100 90L200 0L300 0');
  });

  it('stops where the song was not on the chart, and shows a week alone as a dot', () => {
    const { path, dots } = drawLine([1, null, 20, null], box);
    expect(path).toBe('M0 0M200 190');
    expect(dots.map(({ at }) => at)).toEqual([0, 2]);
  });

  it('draws a single week or a single position in the middle, and nothing of a song without any', () => {
    expect(drawLine([1], { ...box, weeks: 1 }).path).toBe('M150 0');
    expect(drawLine([1, 1, 1, 1], { ...box, places: 1 }).dots.every(({ y }) => y === 95)).toBe(true);
    expect(drawLine([null, null, null, null], box)).toEqual({ path: '', dots: [] });
  });
});

describe('bars', () => {
  it('are as high as their share of the largest, and visible for one among many', () => {
    expect(barHeights([0, 1, 500, 1000], 100)).toEqual([0, 2, 50, 100]);
  });
  it('are none where nothing was counted', () => {
    expect(barHeights([0, 0], 100)).toEqual([0, 0]);
    expect(barHeights([], 100)).toEqual([]);
  });
});
