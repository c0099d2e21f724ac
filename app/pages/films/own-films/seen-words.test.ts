import { expect, it } from 'vitest';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { seenWords } from './seen-words.ts';

const { noPosition } = filmRentalText.mine;
const STARTED_TS = 1_790_000_000;

it.each([
  [{ state: 'not_started', started_ts: null, place_s: null }, filmRentalText.notStarted],
  [{ state: 'in_use', started_ts: STARTED_TS, place_s: null }, noPosition.begun],
  [{ state: 'over', started_ts: STARTED_TS, place_s: null }, noPosition.seen],
  [{ state: 'over', started_ts: null, place_s: null }, noPosition.never],
  [{ state: 'over', started_ts: STARTED_TS, place_s: 65 }, '1:05'],
] as const)('says of %o that it is %s: what began or is over is not to begin', (rental, words) => {
  expect(seenWords(rental)).toBe(words);
});
