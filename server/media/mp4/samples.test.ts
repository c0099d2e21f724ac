import { expect, it } from 'vitest';
import { mediaSegment } from '#shared/media/fmp4-writer.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { readInit } from './fmp4.ts';
import { readSamples } from './samples.ts';

const track = readInit(audioProgramme(881, 'a64').init, 'audio')[0]!;
const sound = { kind: 'audio', channels: 1, sampleRate: 48_000 } as const;
const fragment = (...sizes: number[]) =>
  mediaSegment(
    1,
    [sound],
    [{ decodeTime: 0n, sampleDuration: 1024, samples: sizes.map((size) => Buffer.alloc(size, size)) }],
  );

it('tells the samples of a segment from its beginning alone', () => {
  const segment = fragment(...Array.from({ length: 180 }, (_, i) => 100 + i));
  const whole = readSamples(segment, segment.length, track)!;
  expect(whole).toHaveLength(1);
  expect(whole[0]!.sizes).toHaveLength(180);
  expect(whole[0]!.durations.every((duration) => duration === 1024)).toBe(true);
  expect(segment[whole[0]!.at]).toBe(100);
  expect(readSamples(segment.subarray(0, 4_096), segment.length, track)).toEqual(whole);
});

it('asks for more where a segment has more to say', () => {
  const two = Buffer.concat([fragment(200, 201), fragment(...Array.from({ length: 40 }, () => 202))]);
  const runs = readSamples(two, two.length, track)!;
  expect(runs.map(({ at, sizes }) => [two[at], sizes.length])).toEqual([
    [200, 2],
    [202, 40],
  ]);
  expect(readSamples(two.subarray(0, 500), two.length, track)).toBeUndefined();
});
