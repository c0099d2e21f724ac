import { expect, it } from 'vitest';
import { cuesOfCaptions } from './captions.rules.ts';

const HEAD = 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0';
const FILE = `${HEAD}\n\nNOTE by hand\n\n00:01.000 --> 00:02.500\n早晨\n\nname\n01:00:04.000 --> 01:00:05.500 line:80%\n食咗飯\n未\n`;

it('leaves the cues that are wanted as they were, under the clock of the file, and nothing of the others', () => {
  const seen: { startMs: number; endMs: number }[] = [];
  const later = cuesOfCaptions(FILE, (cue) => seen.push(cue) > 1);
  expect(seen).toEqual([
    { startMs: 1_000, endMs: 2_500 },
    { startMs: 3_604_000, endMs: 3_605_500 },
  ]);
  expect(later).toBe(`${HEAD}\n\nname\n01:00:04.000 --> 01:00:05.500 line:80%\n食咗飯\n未\n`);
  expect(cuesOfCaptions(FILE, () => false)).toBe(`${HEAD}\n`);
  expect(cuesOfCaptions(FILE.replaceAll('\n', '\r\n'), ({ endMs }) => endMs < 3_000)).toContain('早晨');
});
