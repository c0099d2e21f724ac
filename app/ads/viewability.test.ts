import { expect, it } from 'vitest';
import { NOT_SEEN, seenAt, shareNeeded } from './viewability.ts';

const after = (...looks: [share: number, nowMs: number][]) =>
  looks.reduce((seen, [share, nowMs]) => seenAt(seen, share, 0.5, nowMs), NOT_SEEN);

it('counts as seen what is half seen for a second on end, and of large slots a third', () => {
  expect(after([0.5, 0], [0.5, 999]).isViewable).toBe(false);
  expect(after([0.5, 0], [0.5, 1_000]).isViewable).toBe(true);
  expect(after([0.5, 0], [0.49, 500], [0.5, 600], [0.5, 1_500]).isViewable).toBe(false);
  expect(shareNeeded(300, 250)).toBe(0.5);
  expect(shareNeeded(970, 250)).toBe(0.3);
  expect(shareNeeded(970, 249)).toBe(0.5);
});

it('adds up how long it was seen, without the breaks', () => {
  expect(after([1, 0], [1, 400], [0, 900], [1, 5_000], [1, 5_300])).toMatchObject({ totalMs: 700, isViewable: false });
  expect(after([1, 0], [1, 1_000], [0, 2_000]).isViewable).toBe(true);
});
