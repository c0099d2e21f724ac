import { expect, it } from 'vitest';
import { replayView } from '#tests/factories/playback/sources.ts';
import { isFreeAt, isFreeBetween } from './replay-view.ts';
import { slotReplay } from './slot-replay.ts';

const part = replayView().parts[0]!;
const slot = { programId: 1, startsAtMs: 0, endsAtMs: 1_000_000 };

it('plays a slot again by the broadcast of its programme, also where that ran late', () => {
  expect(slotReplay([replayView()], slot)).toEqual({ archiveId: 7, sectionId: 11, isFree: true });
  expect(slotReplay([replayView({ startsAtMs: 400_000, endsAtMs: 1_400_000 })], slot)).toMatchObject({ archiveId: 7 });
});

it.each([
  ['of another programme', replayView({ programId: 2 })],
  ['of another hour', replayView({ startsAtMs: 600_000, endsAtMs: 1_600_000 })],
  ['whose rights have ended', replayView({ isEnded: true })],
  ['without a part', replayView({ parts: [] })],
])('plays nothing %s', (_what, other) => {
  expect(slotReplay([other], slot)).toBeNull();
});

it('is free from a moment of the free beginning, and from none after it', () => {
  expect(isFreeAt(part)).toBe(true);
  expect(isFreeAt(part, 299_999)).toBe(true);
  expect(isFreeAt(part, 300_000)).toBe(false);
  expect(isFreeAt({ ...part, freeSeconds: 0 })).toBe(false);
});

it('knows whether all of a clip is free, also over two parts', () => {
  const second = { ...part, id: 12, startsAtMs: 1_000_000, endsAtMs: 2_000_000, freeSeconds: 0 };
  expect(isFreeBetween([part, second], 10_000, 300_000)).toBe(true);
  expect(isFreeBetween([part, second], 10_000, 301_000)).toBe(false);
  const whole = { ...part, freeSeconds: 1_000 };
  expect(isFreeBetween([whole, second], 900_000, 1_000_000)).toBe(true);
  expect(isFreeBetween([whole, second], 900_000, 1_000_001)).toBe(false);
  expect(isFreeBetween([whole, { ...second, freeSeconds: 60 }], 900_000, 1_050_000)).toBe(true);
});
