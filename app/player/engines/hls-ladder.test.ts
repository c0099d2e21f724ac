import { expect, it, vi } from 'vitest';
import type { Ladder } from '#app/player/player.state.ts';
import { FakeMedia } from '#tests/factories/playback/media-element.ts';
import { openHls } from './hls.ts';

// Renditions: what hls.js is told on a choice, and what the engine reports as shown.

interface FakeHls {
  loadLevel: number;
  nextLevel: number;
  config: { liveSyncDurationCount: number };
  tell: (event: string, data?: unknown) => void;
}
const made = vi.hoisted(() => [] as FakeHls[]);

vi.mock('hls.js/light', () => ({
  default: class {
    static Events = { ERROR: 'error', MANIFEST_PARSED: 'parsed', LEVEL_SWITCHED: 'switched' };
    static ErrorTypes = {};
    static ErrorDetails = {};
    loadLevel = -1;
    nextLevel = -1;
    latestLevelDetails = null;
    readonly levels = ['v25', 'v24', 'v21'].map((name, index) => ({
      url: [`https://radio.example/replay/g/1000001/${name}/0-100.m3u8`],
      averageBitrate: (index + 1) * 1_000_000,
    }));
    readonly heard = new Map<string, (event: string, data: unknown) => void>();
    readonly config: FakeHls['config'];
    constructor(config: FakeHls['config']) {
      this.config = config;
      made.push(this);
    }
    on(event: string, listener: (event: string, data: unknown) => void): void {
      this.heard.set(event, listener);
    }
    tell(event: string, data?: unknown): void {
      this.heard.get(event)?.(event, data);
    }
    destroy(): void {}
    loadSource(): void {}
    attachMedia(): void {}
  },
}));

function open(rendition: string | null, holdBackTargets?: number) {
  const told: Ladder[] = [];
  const engine = openHls({
    media: new FakeMedia() as unknown as HTMLMediaElement,
    address: '/replay/g/1000001/video.m3u8',
    timeline: 'vod',
    startAtMs: 0,
    rendition,
    ...(holdBackTargets !== undefined && { holdBackTargets }),
    onLost: () => undefined,
    onLadder: (ladder) => told.push(ladder),
    onRefilled: () => undefined,
  });
  const hls = made.at(-1);
  if (hls === undefined) throw new Error('nothing was made');
  return { hls, engine, told };
}

it('begins with the picture that was chosen by hand, and lets the line decide else', () => {
  const chosen = open('v24');
  chosen.hls.tell('parsed');
  expect(chosen.hls.loadLevel).toBe(1);
  const automatic = open(null);
  automatic.hls.tell('parsed');
  expect(automatic.hls.loadLevel).toBe(-1);
});

it('goes to another picture while it plays, and back to what the line carries', () => {
  const { hls, engine } = open(null);
  hls.tell('parsed');
  engine.choose?.('v21');
  expect(hls.nextLevel).toBe(2);
  engine.choose?.(null);
  expect(hls.nextLevel).toBe(-1);
});

it('tells what there is with what it weighs, and which of it is seen', () => {
  const { hls, told } = open(null);
  hls.tell('parsed');
  expect(told.at(-1)).toMatchObject({ shown: null, rungs: [{ rendition: 'v25', bitsPerSecond: 1_000_000 }, {}, {}] });
  hls.tell('switched', { level: 1 });
  expect(told.at(-1)?.shown).toBe('v24');
});

it('begins an event three target durations from its edge, and a channel two', () => {
  expect(open(null, 3).hls.config.liveSyncDurationCount).toBe(3);
  expect(open(null).hls.config.liveSyncDurationCount).toBe(2);
});
