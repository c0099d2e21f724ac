import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPositionLog, type PositionLog } from './position-log.ts';

const AT = Date.parse('2026-11-21T06:00:00.000Z');
const MEMBER = 7;
let kept: Map<string, string>;
let log: PositionLog;
const storage = () => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const note = (seconds: number, memberId = MEMBER) => {
  const atMs = AT + seconds * 1000;
  log.note({ memberId, streamId: 881, atMs, movedMs: 10_000, heard: [[atMs - 10_000, atMs]] });
};
const sequences = (memberId = MEMBER) => log.report(memberId).places.map(({ sequence }) => sequence);

beforeEach(() => {
  vi.useFakeTimers({ now: AT });
  kept = new Map();
  log = createPositionLog(storage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends the same again until it was acknowledged, and what came since after it', () => {
  note(10);
  note(20);
  const first = log.report(MEMBER);
  note(30);
  expect(log.report(MEMBER).places.map(({ at_ts }) => at_ts)).toEqual(first.places.map(({ at_ts }) => at_ts));
  log.acknowledge(MEMBER, 2);
  expect(sequences()).toEqual([3]);
  log.acknowledge(MEMBER, 3);
  expect(sequences()).toEqual([]);
});

it('keeps the last position and all that was heard of a long time without a network, in a few events', () => {
  for (let at = 10; at <= 300; at += 10) note(at);
  const { places } = log.report(MEMBER);
  expect(places).toHaveLength(10);
  expect(places.at(-1)?.at_ts).toBe(AT / 1000 + 300);
  expect(places.at(-1)?.heard).toEqual([[AT / 1000 + 90, AT / 1000 + 300]]);
});

it('says how old an event is by the clock that never goes back, and nothing once that clock is gone', () => {
  note(10);
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(AT - 600_000);
  expect(log.report(MEMBER).places[0]).toMatchObject({ age_s: 5, clock_ts: AT / 1000 });
  vi.stubGlobal('performance', { timeOrigin: performance.timeOrigin + 1, now: () => 0 });
  log = createPositionLog(storage());
  expect(log.report(MEMBER).places[0]).toMatchObject({ age_s: null, clock_ts: AT / 1000 });
});

it('is the same device after the page is gone, and counts on', () => {
  note(10);
  const { deviceKey } = log;
  log = createPositionLog(storage());
  note(20);
  expect(log.deviceKey).toBe(deviceKey);
  expect(sequences()).toEqual([1, 2]);
});

it('takes numbers that are free where the station knows its own by others', () => {
  note(10);
  note(20);
  sequences();
  log.renumber({ sequence: 1, next_sequence: 41 });
  expect(sequences()).toEqual([41, 42]);
  log.acknowledge(MEMBER, 42);
  note(30);
  expect(sequences()).toEqual([43]);
});

it('reports no position of one member for another', () => {
  note(10);
  note(20, 8);
  expect(sequences(8)).toEqual([2]);
  log.acknowledge(8, 2);
  expect(sequences()).toEqual([1]);
});

it('counts for itself where a browser keeps nothing', () => {
  log = createPositionLog(null);
  note(10);
  expect(sequences()).toEqual([1]);
  log.acknowledge(MEMBER, 1);
  expect(sequences()).toEqual([]);
});
