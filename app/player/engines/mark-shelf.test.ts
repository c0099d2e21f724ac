import { expect, it } from 'vitest';
import type { SoundMark } from '#domain/songs/marks.rules.ts';
import { createMarkShelf } from './mark-shelf.ts';

const song = (id: number, from: number, to: number | null, title = `歌 ${id}`): SoundMark => ({
  id,
  kind: 'song',
  startsAtMs: from * 1000,
  endsAtMs: to === null ? null : to * 1000,
  title,
  artist: '',
});
const covers = (from: number, to: number) => ({ fromMs: from * 1000, toMs: to * 1000 });

it('knows what was told of a stretch that has left the list of the edge', () => {
  const shelf = createMarkShelf();
  shelf.take([song(1, 0, null)], covers(0, 24));
  shelf.take([song(1, 0, 100), song(2, 100, null)], covers(90, 114));
  shelf.take([song(2, 100, 300)], covers(180, 204));
  expect([5, 99, 150].map((s) => shelf.at(s * 1000)?.id)).toEqual([1, 1, 2]);
});

it('forgets what was taken back, as far as the list tells', () => {
  const shelf = createMarkShelf();
  shelf.take([song(1, 10, null), song(2, 40, null)], covers(0, 60));
  shelf.take([song(1, 10, null)], covers(30, 84));
  expect(shelf.at(50_000)?.id).toBe(1);
  shelf.take([], covers(30, 84));
  expect(shelf.at(50_000)?.id).toBe(1);
  shelf.take([], covers(0, 84));
  expect(shelf.at(50_000)).toBeNull();
});

it('gives the same object while the same is told, so that nothing is drawn again, and another for other words', () => {
  const shelf = createMarkShelf();
  shelf.take([song(1, 0, null)], covers(0, 24));
  const before = shelf.at(1_000);
  shelf.take([song(1, 0, null)], covers(4, 28));
  expect(shelf.at(1_000)).toBe(before);
  shelf.take([song(1, 0, null, '改名')], covers(4, 28));
  expect(shelf.at(1_000)).toMatchObject({ title: '改名' });
});
