import { expect, it } from 'vitest';
import { replaySource, type ReplaySource } from '#app/player/sources/replay.ts';
import { followed } from './follow-list.ts';

const playing = (sectionId: number, queue: number[]): ReplaySource => replaySource({ sectionId, queue });
const neighbours = (source: ReplaySource | 'ended' | null) =>
  source && source !== 'ended' ? [source.previous?.key ?? null, source.next?.key ?? null] : source;

it('goes on as the list stands after an entry was moved, added or taken off (R-283)', () => {
  expect(neighbours(followed(playing(2, [1, 2, 3]), [1, 2, 3], [3, 2, 1]))).toEqual(['replay/3', 'replay/1']);
  expect(neighbours(followed(playing(2, [1, 2, 3]), [1, 2, 3], [1, 2, 4, 3]))).toEqual(['replay/1', 'replay/4']);
  expect(neighbours(followed(playing(2, [1, 2, 3]), [1, 2, 3], [2]))).toEqual([null, null]);
});

it('ends what sounds and was taken off, and with it the whole list that was emptied (R-283)', () => {
  expect(followed(playing(2, [1, 2, 3]), [1, 2, 3], [1, 3])).toBe('ended');
  expect(followed(playing(2, [1, 2, 3]), [1, 2, 3], [])).toBe('ended');
});

it('leaves alone what plays of another list, or of none', () => {
  expect(followed(playing(2, [2, 9]), [1, 2, 3], [1, 3])).toBeNull();
  expect(followed(playing(2, []), [1, 2, 3], [1, 3])).toBeNull();
  expect(followed(playing(2, [1, 2]), [1, 2], [1, 2])).toBeNull();
});
