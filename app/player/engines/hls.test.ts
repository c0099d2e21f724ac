import { afterEach, expect, it, vi } from 'vitest';
import { FakeMedia } from '#tests/factories/playback/media-element.ts';
import { openHls } from './hls.ts';

// Configuration of hls.js for both timelines. tests/e2e/sound covers actual live playback.

const AT = Date.parse('2026-11-21T06:00:00.000Z');
/** Before the third segment. */
let gapMs = 0;
let isRead = true;
const asked = vi.hoisted(() => [] as string[]);

/** Fake hls.js: fetches an address, starts where told, and has three dated segments. */
vi.mock('hls.js/light', () => ({
  default: class {
    static Events = { ERROR: 'error' };
    static ErrorTypes = {};
    static ErrorDetails = {};
    readonly config: { startPosition: number };
    constructor(config: { startPosition: number }) {
      this.config = config;
    }
    get latestLevelDetails() {
      if (!isRead) return null;
      const fragments = [0, 4, 8].map((start) => ({
        start,
        duration: 4,
        programDateTime: AT + start * 1000 + (start === 8 ? gapMs : 0),
      }));
      return { targetduration: 4, fragments };
    }
    on(): void {}
    once(): void {}
    destroy(): void {}
    loadSource(address: string): void {
      asked.push(address);
    }
    attachMedia(media: FakeMedia): void {
      if (this.config.startPosition >= 0) media.currentTime = this.config.startPosition;
      media.readyState = 4;
    }
  },
}));

afterEach(() => {
  gapMs = 0;
  isRead = true;
});

function open(timeline: 'live' | 'vod', startAtMs: number | null, zeroMs?: number) {
  const media = new FakeMedia();
  const engine = openHls({
    media: media as unknown as HTMLMediaElement,
    address: '/media/list.m3u8',
    timeline,
    startAtMs,
    zeroMs,
    onLost: () => undefined,
    onRefilled: () => undefined,
  });
  return { media, engine };
}

it('asks for live by the instant, and tells and moves by the dates of its playlist', () => {
  const { media, engine } = open('live', AT);
  expect(asked.at(-1)).toBe(`/media/list.m3u8?from=${AT}`);
  media.currentTime = 6;
  expect(engine.clock()).toMatchObject({ heardAtMs: AT + 6_000, edgeMs: AT + 12_000 });
  engine.seekTo(AT + 9_000);
  expect(media.currentTime).toBe(9);
});

it('begins something whole at its position, and tells and moves by the time of the element', () => {
  const { media, engine } = open('vod', 30_000);
  media.duration = 60;
  expect(asked.at(-1)).toBe('/media/list.m3u8');
  expect(engine.clock()).toEqual({ positionMs: 30_000, durationMs: 60_000 });
  engine.seekTo(45_000);
  expect(media.currentTime).toBe(45);
});

it('counts positions in a replay by the dates of its playlist: over a gap, and from an edge inside a segment', () => {
  gapMs = 60_000;
  // The replay starts 1.5 s into the first segment; the requested position is after the gap.
  const { media, engine } = open('vod', 68_000, AT + 1_500);
  expect(engine.clock()).toBeNull();
  media.tell('loadeddata');
  expect(media.currentTime).toBe(9.5);
  // The playlist starts 1.5 s before the replay.
  expect(engine.clock()).toEqual({ positionMs: 68_000, durationMs: 0, heldToMs: 70_500 });
  engine.seekTo(0);
  expect(media.currentTime).toBe(1.5);
  engine.seekTo(30_000);
  expect(media.currentTime).toBe(8);
});

it('begins an event at its instant in the one list that has all of it', () => {
  const { media, engine } = open('live', AT + 9_000, AT);
  expect(asked.at(-1)).toBe('/media/list.m3u8');
  expect(media.currentTime).toBe(9);
  media.tell('loadeddata');
  expect(engine.clock()).toMatchObject({ heardAtMs: AT + 9_000, covers: { fromMs: AT } });
  engine.seekTo(AT);
  // Must be inside the first segment: before it, by any amount, hls.js would load the edge forever.
  expect(media.currentTime).toBe(0.1);
});

it('still lands where it was opened after a move that came before its playlist', () => {
  isRead = false;
  const { media, engine } = open('live', AT + 9_000, AT);
  media.currentTime = 0;
  engine.seekTo(AT + 9_500);
  expect(media.currentTime).toBe(0);
  isRead = true;
  media.tell('loadeddata');
  expect(media.currentTime).toBe(9);
});
