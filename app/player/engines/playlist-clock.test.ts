import { describe, expect, it } from 'vitest';
import { edgeOf, extend, firstVariant, instantAt, readPlaylist, timeAt } from './playlist-clock.ts';

const AT = Date.parse('2026-11-21T06:00:00.000Z');
const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T06:00:00.000Z
#EXTINF:4.000,
0.m4s
#EXTINF:3.500,
1.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T06:01:00.000Z
#EXTINF:4.000,
2.m4s
`;
const { points, targetS } = readPlaylist(playlist);

describe('the clock of a playlist', () => {
  it('counts dates on from segment to segment and starts anew at a discontinuity', () => {
    expect(targetS).toBe(4);
    expect(points.map((point) => point.atMs - AT)).toEqual([0, 4_000, 60_000]);
    expect(points.map((point) => point.startS)).toEqual([0, 4, 7.5]);
  });

  it('says what is heard at a time of the element', () => {
    expect(instantAt(points, 5)).toBe(AT + 5_000);
    expect(instantAt(points, 8)).toBe(AT + 60_500);
    expect(instantAt([], 1)).toBeNull();
  });

  it('finds the time of an instant, and the end of a gap for an instant inside it', () => {
    expect(timeAt(points, AT + 5_000)).toBe(5);
    expect(timeAt(points, AT + 30_000)).toBe(7.5);
    expect(timeAt(points, AT - 1)).toBe(0);
    expect(timeAt(points, AT + 999_000)).toBe(11.5);
  });

  it('grows by later readings, on the media’s own time through a gap of the dates', () => {
    const segment = (startS: number, atS: number) => ({ startS, durationS: 4, atMs: AT + atS * 1000 });
    // A sliding window whose own time starts anew.
    const later = [segment(0, 60), segment(4, 64), segment(8, 100)];
    const grown = extend(points, later);
    expect(grown.map((point) => [point.startS, (point.atMs - AT) / 1000])).toEqual([
      [0, 0],
      [4, 4],
      [7.5, 60],
      [11.5, 64],
      [15.5, 100],
    ]);
    expect(extend(grown, later)).toEqual(grown);
    // Nothing in common: the part between was missed, not silent.
    expect(extend([segment(0, 0)], [segment(0, 40)]).map((point) => point.startS)).toEqual([0, 40]);
    expect(extend([], later)).toEqual(later);
  });

  it('knows its edge', () => {
    expect(edgeOf(points)).toBe(AT + 64_000);
  });
});

it('tells a multivariant playlist from a media playlist', () => {
  expect(firstVariant('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na64/live.m3u8\n')).toBe('a64/live.m3u8');
  expect(firstVariant(playlist)).toBeNull();
});
