import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeMedia } from '#tests/factories/playback/media-element.ts';
import { openDatedFile } from './dated-file.ts';

const AT = Date.parse('2026-11-21T06:00:00.000Z');
const PLAYLIST = [
  '#EXTM3U',
  '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T06:00:00.000Z',
  '#EXTINF:4.000,',
  '1.m4s',
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T06:01:00.000Z',
  '#EXTINF:4.000,',
  '2.m4s',
  '#EXT-X-ENDLIST',
].join('\n');

let playlist: string;
beforeEach(() => {
  playlist = PLAYLIST;
  vi.stubGlobal('location', { href: 'https://radio.example/' });
  vi.stubGlobal('fetch', async () => new Response(playlist));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('maps positions in a replay that the browser plays by itself by the dates of its playlist', async () => {
  const media = new FakeMedia();
  const engine = openDatedFile({
    media: media as unknown as HTMLMediaElement,
    address: '/replay/g/881/a64/1-2.m3u8',
    timeline: 'vod',
    startAtMs: 61_000,
    zeroMs: AT + 1_000,
    onLost: () => undefined,
    onRefilled: () => undefined,
  });
  expect(media.src).toBe('/replay/g/881/a64/1-2.m3u8');
  media.begin();
  await vi.waitFor(() => expect(media.currentTime).toBe(6));
  expect(engine.clock()).toEqual({ positionMs: 61_000, durationMs: 0, heldToMs: 63_000 });
  engine.seekTo(20_000);
  expect(media.currentTime).toBe(4);
  engine.seekTo(0);
  expect(media.currentTime).toBe(1);
  engine.destroy();
  expect(media.src).toBe('');
});

it('reads on while a replay grows, and knows the dates of what came after a gap', async () => {
  vi.useFakeTimers();
  const media = new FakeMedia();
  const growing = PLAYLIST.replace('\n#EXT-X-ENDLIST', '');
  playlist = growing;
  const engine = openDatedFile({
    media: media as unknown as HTMLMediaElement,
    address: '/replay/g/881/a64/1-2.m3u8',
    timeline: 'vod',
    startAtMs: 0,
    zeroMs: AT,
    onLost: () => undefined,
    onRefilled: () => undefined,
  });
  media.begin();
  await media.play();
  media.tell('playing');
  playlist = `${growing}\n#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T06:02:00.000Z\n#EXTINF:4.000,\n3.m4s`;
  await vi.advanceTimersByTimeAsync(10_000);
  media.currentTime = 9;
  expect(engine.clock()).toMatchObject({ positionMs: 121_000 });
  engine.destroy();
});
