import fc from 'fast-check';
import HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { pushes, steadySegments, T0, timelineOf } from '#tests/factories/media/timeline.ts';
import {
  captionPlaylist,
  eventPlaylist,
  LIVE_SEGMENTS,
  livePlaylist,
  multivariantPlaylist,
  segmentLines,
  replayPlaylist,
  type ProgrammeSpan,
} from './playlist.rules.ts';
import { endOf, type TimelineSegment } from './timeline.rules.ts';

beforeAll(() => HLS.setOptions({ strictMode: true }));

const at = { segment: (n: number) => `${n}.m4s`, init: (id: number) => `init/${id}.mp4` };

function parseMedia(text: string): HLS.types.MediaPlaylist {
  const playlist = HLS.parse(text);
  if (playlist.isMasterPlaylist) throw new Error('not a media playlist');
  return playlist as HLS.types.MediaPlaylist;
}

const hours: ProgrammeSpan[] = [-1, 0, 1].map((hour) => ({
  id: 100 + hour,
  title: `第"${hour}"節\n特備`,
  startsAt: T0 + hour * 600_000,
  endsAt: T0 + (hour + 1) * 600_000,
}));

/** Every number, tag and URI parsed by a player matches the timeline. */
function expectFaithful(text: string, segments: readonly TimelineSegment[]): void {
  const playlist = parseMedia(text);
  expect(playlist.targetDuration).toBe(4);
  expect(playlist.mediaSequenceBase).toBe(segments[0]!.sequence);
  expect(playlist.segments.map((s) => s.uri)).toEqual(segments.map((s) => `${s.sequence}.m4s`));
  playlist.segments.forEach((parsed, i) => {
    const segment = segments[i]!;
    expect(parsed.mediaSequenceNumber).toBe(segment.sequence);
    expect(parsed.discontinuitySequence).toBe(segment.discontinuity);
    expect(parsed.duration).toBeCloseTo(segment.durationMs / 1000, 3);
    expect(parsed.map?.uri).toBe(`init/${segment.initId}.mp4`);
    if (parsed.programDateTime) expect(parsed.programDateTime.getTime()).toBe(segment.startsAt);
    if (i === 0 || parsed.discontinuity) expect(parsed.programDateTime).toBeTruthy();
  });
}

describe('playlists over any timeline', () => {
  it('are valid in strict mode and say what the timeline says, wherever they are cut', () => {
    fc.assert(
      fc.property(pushes, fc.nat(100), (all, cut) => {
        const segments = timelineOf(all, 90);
        if (segments.length === 0) return;
        const part = segments.slice(cut % segments.length);
        const input = { segments: part, programmes: hours, at };
        expectFaithful(livePlaylist({ ...input, segments: part.slice(-LIVE_SEGMENTS) }), part.slice(-LIVE_SEGMENTS));
        expectFaithful(eventPlaylist({ ...input, from: part[0]!.startsAt + 700, grows: true, skip: false }), part);
        expectFaithful(replayPlaylist({ ...input, from: part[0]!.startsAt, isOver: true }), part);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same whether the lines of a segment are made now or were made before', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const segments = timelineOf(all);
        if (segments.length === 0) return;
        const lines = segments.map((s, i) => (i === 0 ? '' : segmentLines(s, segments[i - 1]!, at)));
        const input = { segments, programmes: [], at, from: T0, grows: true, skip: false };
        expect(eventPlaylist({ ...input, lines })).toBe(eventPlaylist(input));
      }),
    );
  });

  it('EVENT: what was published stays, in its place, as the timeline grows', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const segments = timelineOf(all);
        let before = '';
        for (let length = 1; length <= segments.length; length++) {
          const text = eventPlaylist({
            segments: segments.slice(0, length),
            programmes: [],
            at,
            from: T0,
            grows: true,
            skip: false,
          });
          expect(text.startsWith(before)).toBe(true);
          before = text;
        }
      }),
    );
  });

  it('live: sequence numbers never go back and segments keep their numbers', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const segments = timelineOf(all);
        let before: HLS.types.MediaPlaylist | undefined;
        for (let length = 1; length <= segments.length; length++) {
          const window = segments.slice(0, length).slice(-LIVE_SEGMENTS);
          const playlist = parseMedia(livePlaylist({ segments: window, programmes: [], at }));
          if (before !== undefined) {
            expect(playlist.mediaSequenceBase).toBeGreaterThanOrEqual(before.mediaSequenceBase ?? 0);
            expect(playlist.discontinuitySequenceBase).toBeGreaterThanOrEqual(before.discontinuitySequenceBase ?? 0);
            const known = new Map(before.segments.map((s) => [s.mediaSequenceNumber, s]));
            for (const segment of playlist.segments) {
              const same = known.get(segment.mediaSequenceNumber);
              if (same)
                expect([segment.uri, segment.discontinuitySequence]).toEqual([same.uri, same.discontinuitySequence]);
            }
          }
          before = playlist;
        }
      }),
      { numRuns: 50 },
    );
  });

  it('delta: skipped and shown segments together are the whole playlist', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const segments = timelineOf(all);
        if (segments.length === 0) return;
        const text = eventPlaylist({ segments, programmes: hours, at, from: T0, grows: true, skip: true });
        const delta = parseMedia(text);
        const shown = segments.slice(delta.skip);
        expect(delta.segments.map((s) => s.uri)).toEqual(shown.map((s) => `${s.sequence}.m4s`));
        const shownMs = shown.reduce((sum, s) => sum + s.durationMs, 0);
        // Segments within six target durations of the end are never skipped.
        if (delta.skip > 0) expect(shownMs).toBeGreaterThanOrEqual(24_000);
        const broken = delta.skip > 0 && shown[0]!.discontinuity !== segments[delta.skip - 1]!.discontinuity;
        expect(text.includes(`SKIPPED-SEGMENTS=${delta.skip}\n#EXT-X-DISCONTINUITY\n`)).toBe(broken);
      }),
    );
  });
});

describe('a playlist', () => {
  const segments = steadySegments(40);

  it('starts a start-over at the very instant, within its first segment', () => {
    const text = eventPlaylist({ segments, programmes: [], at, from: T0 + 2_500, grows: true, skip: false });
    expect(parseMedia(text).start).toEqual({ offset: 2.5, precise: true });
  });

  it('says EVENT only while its head cannot leave', () => {
    const input = { segments, programmes: [], at, from: T0, skip: false };
    expect(parseMedia(eventPlaylist({ ...input, grows: true })).playlistType).toBe('EVENT');
    expect(parseMedia(eventPlaylist({ ...input, grows: false })).playlistType).toBeUndefined();
  });

  it('names the programmes that sound in it, and no others', () => {
    const spans: ProgrammeSpan[] = [
      { id: 1, title: 'before', startsAt: T0 - 100, endsAt: T0 },
      { id: 2, title: '早晨', startsAt: T0, endsAt: T0 + 80_000 },
      { id: 3, title: 'overlaps', startsAt: T0 + 79_000, endsAt: T0 + 90_000 },
      { id: 4, title: 'last', startsAt: T0 + 80_000, endsAt: T0 + 900_000 },
      { id: 5, title: 'after', startsAt: endOf(segments.at(-1)!), endsAt: T0 + 1e6 },
    ];
    const text = livePlaylist({ segments, programmes: spans.toReversed(), at });
    expect([...text.matchAll(/X-PROGRAMME-ID="(\d+)",X-TITLE="([^"]*)"/g)].map((m) => [m[1], m[2]])).toEqual([
      ['2', '早晨'],
      ['4', 'last'],
    ]);
    expect(text).toContain('CLASS="com.airwave.programme",START-DATE="2026-11-21T04:00:00.000Z"');
  });

  it('VOD: is finished and holds what sounds between two instants', () => {
    const part = segments.filter(
      ({ startsAt, durationMs }) => startsAt + durationMs > T0 + 9_000 && startsAt < T0 + 21_000,
    );
    const playlist = parseMedia(replayPlaylist({ segments: part, at, from: T0 + 9_000, isOver: true }));
    expect(playlist.endlist).toBe(true);
    expect(playlist.playlistType).toBe('VOD');
    expect(playlist.start?.offset).toBe(1);
    expect(playlist.segments.map((s) => s.mediaSequenceNumber)).toEqual([2, 3, 4, 5]);
  });

  it('of an event, tells the target of its stream and how near to the end its players stay', () => {
    const segments = steadySegments(30).map((segment, i) => ({
      ...segment,
      startsAt: T0 + i * 1_000,
      durationMs: 1_000,
    }));
    const input = { segments, programmes: [], at, from: T0, grows: true, targetMs: 1_000, isNear: true };
    const text = eventPlaylist({ ...input, skip: false });
    expect(parseMedia(text).targetDuration).toBe(1);
    expect(text).toContain('#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=6.000,HOLD-BACK=3.000\n');
    // Live viewers start at the edge.
    expect(text).not.toContain('#EXT-X-START');
    expect(eventPlaylist({ ...input, skip: true })).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=24\n');
  });

  it('multivariant: says what was measured where something was, and leads to the captions', () => {
    const measured = { bandwidth: 2_000_001, averageBandwidth: 1_500_000 };
    const variants = [
      { rendition: 'v24', codecs: 'avc1.64001f,mp4a.40.2', uri: 'v24/x.m3u8', measured, resolution: '1280x536' },
      { rendition: 'audio', codecs: 'mp4a.40.2', uri: 'audio/x.m3u8' },
    ] as const;
    const captions = [{ language: 'zh-HK', label: '繁體"中文"', uri: 'captions/zh-HK.m3u8' }];
    const playlist = HLS.parse(multivariantPlaylist(variants, captions)) as HLS.types.MasterPlaylist;
    expect(playlist.variants.map((v) => [v.bandwidth, v.averageBandwidth, v.resolution?.height])).toEqual([
      [2_000_001, 1_500_000, 536],
      [145_000, 134_000, undefined],
    ]);
    for (const { subtitles } of playlist.variants) expect(subtitles.map(({ name }) => name)).toEqual(['繁體”中文”']);
    const list = parseMedia(captionPlaylist({ durationMs: 61_250, uri: 'zh-HK.vtt' }));
    expect([list.targetDuration, list.endlist, list.segments[0]!.duration]).toEqual([62, true, 61.25]);
  });

  it('multivariant: lists each rate with its codecs', () => {
    const playlist = HLS.parse(
      multivariantPlaylist([
        { rendition: 'a128', codecs: 'mp4a.40.2', uri: 'a128/live.m3u8' },
        { rendition: 'v360', codecs: 'avc1.64001e,mp4a.40.2', uri: 'v360/live.m3u8' },
      ]),
    ) as HLS.types.MasterPlaylist;
    expect(playlist.variants.map((v) => [v.uri, v.codecs, v.resolution?.height])).toEqual([
      ['a128/live.m3u8', 'mp4a.40.2', undefined],
      ['v360/live.m3u8', 'avc1.64001e,mp4a.40.2', 360],
    ]);
  });
});
