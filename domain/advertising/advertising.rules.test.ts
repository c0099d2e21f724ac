import { describe, expect, it } from 'vitest';
import {
  BOOKABLE,
  chosen,
  isPlaceOf,
  shareIn,
  shownIn,
  slotOfPlace,
  TURN_MS,
  type Booked,
} from './advertising.rules.ts';
import { costRefusal, CREATIVE_LIMITS } from './creative-bytes.rules.ts';

const booking = (id: number, more: Partial<Booked> = {}): Booked => ({
  id,
  slots: ['home-rectangle'],
  weight: 1,
  width: 300,
  height: 250,
  startsAtMs: 0,
  endsAtMs: 1e15,
  ...more,
});

it('gives each booking its share of turns by weight, also where a page skips turns, and the same to everybody', () => {
  const among = [booking(1, { weight: 10 }), booking(2, { weight: 30 }), booking(3, { weight: 60 })];
  for (const step of [1, 2, 7]) {
    const turns = Array.from({ length: 2_000 }, (_, n) => chosen(among, 'home-rectangle-1', n * step)!.id);
    for (const { id, weight } of among)
      expect(turns.filter((one) => one === id).length / 2_000, `${id} in steps of ${step}`).toBeCloseTo(
        weight / 100,
        1,
      );
  }
  expect(chosen(among.toReversed(), 'home-rectangle-1', 7)).toEqual(chosen(among, 'home-rectangle-1', 7));
  expect(chosen([], 'home-rectangle-1', 7)).toBeNull();
});

it('shows a booking at the widths at which the slot has its size, and nothing in a slot without one', () => {
  const phone = booking(1, { slots: ['home-banner'], width: 320, height: 100 });
  const desktop = booking(2, { slots: ['home-banner-1'], width: 970, height: 250 });
  const shown = (name: string, nowMs = 5 * TURN_MS) =>
    [...shownIn(name, [phone, desktop], nowMs)].map(([{ id }, widths]) => [id, widths]);
  expect(shown('home-banner-1')).toEqual([
    [1, ['xs']],
    [2, ['md', 'lg', 'xl']],
  ]);
  for (const name of ['home-leaderboard-1', 'home-review-banner-1', 'nowhere-banner-1'])
    expect(shown(name)).toEqual([]);
  expect(shown('home-banner-1', 1e15)).toEqual([]);
});

it('reads places: a slot, all of a type of a group, its parts; never an overlay, a review or a silent group', () => {
  expect(isPlaceOf('hotTopics-native', 'hotTopics-native-7')).toBe(true);
  expect(isPlaceOf('hotTopics-native-1', 'hotTopics-native-7')).toBe(false);
  expect(isPlaceOf('roadCoopUsefulInfo-leaderboard', 'roadCoopUsefulInfo-carPark-leaderboard-1')).toBe(true);
  expect(isPlaceOf('roadCoopUsefulInfo-towing-leaderboard', 'roadCoopUsefulInfo-carPark-leaderboard-1')).toBe(false);
  for (const wrong of ['home-overlay', 'home-review-banner', 'member-leaderboard', 'home', ''])
    expect(slotOfPlace(wrong), wrong).toBeNull();
  for (const { place } of BOOKABLE) expect(slotOfPlace(place), place).not.toBeNull();
});

it('tells the least share of a booking among those that overlap it in time, place and size', () => {
  const mine = booking(1, { weight: 10, startsAtMs: 100, endsAtMs: 200 });
  const rival = booking(2, { weight: 30, startsAtMs: 150, endsAtMs: 300, slots: ['home-rectangle-1'] });
  const later = booking(3, { weight: 60, startsAtMs: 200 });
  const elsewhere = booking(4, { weight: 60, slots: ['live-rectangle'] });
  expect(shareIn('home-rectangle', mine, [mine, rival, later, elsewhere])).toBe(0.25);
  expect(shareIn('home-rectangle', mine, [])).toBe(1);
});

describe('the cost of a creative', () => {
  const still = { width: 300, height: 250, bytes: 1_000, frames: 1, durationMs: 0, rounds: 1, decodeMs: 1 };
  it.each([
    [{}, null],
    [{ width: 250 }, 'size'],
    [{ bytes: CREATIVE_LIMITS.bytes + 1 }, 'bytes'],
    [{ frames: 2, durationMs: 500, rounds: 0 }, 'endless'],
    [{ frames: 2, durationMs: 5_001 }, 'animation'],
    [{ frames: 61, durationMs: 5_000 }, 'frames'],
    [{ width: 970, height: 250, frames: 50, durationMs: 5_000 }, 'pixels'],
    [{ decodeMs: CREATIVE_LIMITS.decodeMs + 1 }, 'decode'],
  ])('with %j is refused for %s', (more, reason) =>
    expect(costRefusal({ ...still, ...more })?.reason ?? null).toBe(reason),
  );
});
