import { expect, it } from 'vitest';
import { formatVolume, FULL_VOLUME, parseVolume } from './volume.ts';

it('comes back from the cookie as it was', () => {
  for (const volume of [
    FULL_VOLUME,
    { level: 0.35, muted: false },
    { level: 0.7, muted: true },
    { level: 0, muted: false },
  ])
    expect(parseVolume(formatVolume(volume))).toEqual(volume);
});

it('is full when the cookie is missing or nonsense', () => {
  for (const value of [undefined, '', 'loud', '-1', '0.12345', 'NaN']) expect(parseVolume(value)).toEqual(FULL_VOLUME);
  expect(parseVolume('9')).toEqual(FULL_VOLUME);
});
