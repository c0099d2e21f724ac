import { expect, it } from 'vitest';
import { DEMO_SONGS } from './song-titles.ts';
import { soundsBetween } from './hour-schedule.ts';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 10, 21, 6);
const STATIONS = [881, 903, 864] as const;

it.each(STATIONS)('says of any hour of %i the same, from wherever it is asked', (station) => {
  const day = soundsBetween(station, T0, T0 + 24 * HOUR_MS);
  const inParts = Array.from({ length: 24 }, (_, i) =>
    soundsBetween(station, T0 + i * HOUR_MS, T0 + (i + 1) * HOUR_MS),
  );
  expect(inParts.flat()).toEqual(day);
  const [some] = soundsBetween(station, T0 + 90_000, T0 + 91_000);
  expect(some).toEqual(day[0]);
});

it.each(STATIONS)('has on %i one thing at a time, news on the hour, and no song twice in an hour', (station) => {
  const day = soundsBetween(station, T0, T0 + 24 * HOUR_MS);
  for (const [i, sound] of day.entries())
    expect(sound.startsAtMs).toBeGreaterThanOrEqual(day[i - 1]?.endsAtMs ?? -Infinity);
  for (let hour = T0; hour < T0 + 24 * HOUR_MS; hour += HOUR_MS) {
    const own = day.filter(({ startsAtMs }) => startsAtMs >= hour && startsAtMs < hour + HOUR_MS);
    expect(own[0]).toMatchObject({ kind: 'bulletin', startsAtMs: hour });
    const titles = own.filter(({ kind }) => kind === 'song').map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(3);
    expect(new Set(titles).size).toBe(titles.length);
  }
});

it('knows sixty songs, each by one name', () => {
  expect(DEMO_SONGS).toHaveLength(60);
  expect(new Set(DEMO_SONGS.map(([title]) => title)).size).toBe(60);
});
