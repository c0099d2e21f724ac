import { expect, it } from 'vitest';
import { parseWebVtt } from '#domain/archive/words/webvtt.rules.ts';
import { lateMs, partStarts, reallyOn } from './automation.ts';
import { SPOKEN_881, spokenBetween } from './spoken.ts';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 10, 21, 6);
/** One programme an hour. */
const onAir = async (_station: number, at: Date) => {
  const startsAtMs = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  return { programId: startsAtMs / HOUR_MS, title: null, startsAtMs, endsAtMs: startsAtMs + HOUR_MS };
};

it('begins each programme some seconds late, always the same, and the one before lasts until then', async () => {
  const late = lateMs(881, T0);
  expect(late).toBeGreaterThan(1_000);
  expect(late).toBeLessThan(60_000);
  const before = await reallyOn(881, new Date(T0 + late - 1), onAir);
  const after = await reallyOn(881, new Date(T0 + late), onAir);
  expect([before?.planMs, before?.endsAtMs]).toEqual([T0 - HOUR_MS, T0 + late]);
  expect([after?.planMs, after?.startsAtMs]).toEqual([T0, T0 + late]);
});

it('has parts of half an hour in what lasts an hour or more, none of them a scrap', () => {
  const minutes = (length: number) =>
    partStarts({ startsAtMs: T0, endsAtMs: T0 + length * 60_000 }).map((at) => (at - T0) / 60_000);
  expect([minutes(30), minutes(60), minutes(70), minutes(120)]).toEqual([[], [0, 30], [0, 30], [0, 30, 60, 90]]);
});

it('tells what 881 says in a span, each line where it is said, as a transcript that is taken', () => {
  const [from, to] = [T0 + 5_000, T0 + 5_000 + 600_000];
  const read = parseWebVtt(spokenBetween(from, to));
  if (!read.ok) throw new Error(read.fault.reason);
  expect(read.cues.length).toBeGreaterThan(8 * SPOKEN_881.length);
  for (const { startMs, endMs, words } of read.cues) {
    const line = SPOKEN_881.find((each) => each.words === words);
    expect((from + startMs) % 61_440).toBe(line?.fromMs);
    expect((from + endMs - 1) % 61_440).toBe((line?.toMs ?? 0) - 1);
    expect(endMs).toBeLessThanOrEqual(600_000);
  }
});
