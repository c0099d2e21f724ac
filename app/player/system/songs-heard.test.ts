import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => member }));
let member: { user: object | null } | null = null;

const { songsHeard } = await import('./songs-heard.ts');

let ms = 0;
const media = { muted: false, volume: 1 };
let told: number[][] = [];
let ended = new AbortController();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('addEventListener', () => undefined);
  [ms, told, member, ended] = [0, [], { user: {} }, new AbortController()];
  Object.assign(media, { muted: false, volume: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const start = () => songsHeard(media, ended.signal, { nowMs: () => ms, send: (ids) => void told.push(ids) });
const play = (note: ReturnType<typeof start>, id: number | null, seconds: number) => {
  for (let i = 0; i < seconds * 4; i++) {
    ms += 250;
    note(id);
  }
};

it('tells which songs sounded for half a minute, together', () => {
  const note = start();
  play(note, 1, 40);
  play(note, 2, 20);
  play(note, 3, 35);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([[1, 3]]);
  play(note, 3, 100);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([[1, 3]]);
});

it('counts neither what was muted, nor what a sleeping device did not play', () => {
  const note = start();
  media.muted = true;
  play(note, 1, 60);
  media.muted = false;
  play(note, 1, 20);
  ms += 3_600_000;
  note(1);
  play(note, null, 60);
  vi.advanceTimersByTime(120_000);
  expect(told).toEqual([]);
  play(note, 1, 10);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([[1]]);
});

it('tells nothing of a guest, and what waits when the player ends', () => {
  const note = start();
  member = { user: null };
  play(note, 1, 40);
  vi.advanceTimersByTime(60_000);
  member = { user: {} };
  play(note, 2, 40);
  ended.abort();
  expect(told).toEqual([[2]]);
});
