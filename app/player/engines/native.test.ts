import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatedFakeMedia, FakeMedia } from '#tests/factories/playback/media-element.ts';
import { openNative } from './native.ts';

// The engine of iPhones, on a fake element: no WebKit with getStartDate is available here.

const AT = Date.parse('2026-11-21T06:00:00.000Z');
/** 4-second segments that start this many seconds after `AT`. */
const playlist = (...starts: number[]) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:4']
    .concat(
      starts.map((atS) => `#EXT-X-PROGRAM-DATE-TIME:${new Date(AT + atS * 1000).toISOString()}\n#EXTINF:4.000,\ns.m4s`),
    )
    .join('\n');

let shown: string;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { href: 'https://radio.example/live/903' });
  shown = playlist(0, 4, 8, 12);
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(shown);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(media: FakeMedia, startAtMs: number | null = null) {
  const engine = openNative({
    media: media as unknown as HTMLMediaElement,
    address: '/media/903/audio.m3u8',
    timeline: 'live',
    startAtMs,
    onLost: () => undefined,
    onRefilled: () => undefined,
  });
  void media.play();
  media.begin();
  await vi.advanceTimersByTimeAsync(0);
  return engine;
}

it('tells what is heard by the dates of the playlist after a gap, not by the one date of the element', async () => {
  const media = new DatedFakeMedia();
  media.startMs = AT;
  media.range = [0, 16];
  const engine = await open(media);
  media.currentTime = 10;
  expect(engine.clock()?.heardAtMs).toBe(AT + 10_000);
  // Five minutes of silence: the segment after 12 s was made at 316 s.
  shown = playlist(8, 12, 316, 320);
  await vi.advanceTimersByTimeAsync(4_000);
  media.currentTime = 17;
  media.range = [0, 24];
  expect(engine.clock()).toMatchObject({ heardAtMs: AT + 317_000, edgeMs: AT + 324_000 });
  engine.seekTo(AT + 320_000);
  expect(media.currentTime).toBe(20);
});

it('seeks once the date is there, however late it comes', async () => {
  const media = new DatedFakeMedia();
  media.range = [0, 16];
  await open(media, AT + 6_000);
  expect(media.currentTime).toBe(0);
  media.startMs = AT;
  media.tell('timeupdate');
  expect(media.currentTime).toBe(6);
});

it('does without a date that never comes', async () => {
  const media = new DatedFakeMedia();
  media.range = [0, 16];
  const engine = await open(media, AT + 6_000);
  expect(engine.clock()).toBeNull();
  await vi.advanceTimersByTimeAsync(3_000);
  media.tell('timeupdate');
  expect(media.currentTime).toBe(6);
  expect(engine.clock()?.heardAtMs).toBe(AT + 6_000);
});

it('reads the whole list of a rewind once, the short one of the edge from then on, and nothing in a pause', async () => {
  const media = new DatedFakeMedia();
  media.startMs = AT;
  await open(media, AT + 2_000);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked.map((address) => new URL(address).search)).toEqual([`?from=${AT + 2_000}`, '', '']);
  media.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
});

it('counts from where an element begins that knows no date and cannot move', async () => {
  const media = new FakeMedia();
  const engine = await open(media, AT);
  media.currentTime = 3;
  // Time 0 is the third segment from the end.
  expect(engine.clock()?.heardAtMs).toBe(AT + 7_000);
  engine.seekTo(AT);
  expect(media.currentTime).toBe(3);
});
