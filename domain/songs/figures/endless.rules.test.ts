import { expect, it } from 'vitest';
import { endlessPage, WITHOUT_REPEAT } from './endless.rules.ts';

const songs = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const pages = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => endlessPage(songs(n), 'mood', i + 1).songIds).flat();

it.each([60, 61, 77, 90, 400])('plays no song of %i again within thirty, on and on', (n) => {
  const list = pages(n, 40);
  expect(list).toHaveLength(1_200);
  const lastAt = new Map<number, number>();
  for (const [at, id] of list.entries()) {
    expect(at - (lastAt.get(id) ?? -Infinity), `song ${id} at ${at}`).toBeGreaterThan(WITHOUT_REPEAT);
    lastAt.set(id, at);
  }
  expect(lastAt.size).toBe(n);
});

it('is the same for the same songs, and another for another mood', () => {
  expect(pages(80, 3)).toEqual(pages(80, 3));
  expect(endlessPage(songs(80), 'other', 1).songIds).not.toEqual(endlessPage(songs(80), 'mood', 1).songIds);
});

it('ends where there are too few, with each song once', () => {
  expect(pages(45, 2).toSorted((a, b) => a - b)).toEqual(songs(45));
  expect(endlessPage(songs(45), 'mood', 1).hasMore).toBe(true);
  expect(endlessPage(songs(45), 'mood', 2).hasMore).toBe(false);
  expect(endlessPage(songs(45), 'mood', 3).songIds).toEqual([]);
  expect(endlessPage([], 'mood', 1)).toEqual({ songIds: [], hasMore: false });
});
