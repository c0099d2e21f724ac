import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/domain-error.ts';
import { parseEncoderPlaylist, parseProgramDate } from './encoder-playlist.rules.ts';

const FROM_FFMPEG = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.010667,
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T02:36:21.943+0000
0.m4s
#EXTINF:3.989333,
http://origin/ingest/881/a64/1.m4s?token=x
`;

describe('a pushed playlist', () => {
  it('names segments by file and tells when each was on air, counting on from the last date', () => {
    const from = Date.UTC(2026, 10, 21, 2, 36, 21, 943);
    expect(parseEncoderPlaylist(FROM_FFMPEG)).toEqual([
      { file: '0.m4s', startsAt: from },
      { file: '1.m4s', startsAt: from + 4_011 },
    ]);
  });

  it.each([
    ['text that is no playlist', 'hello'],
    ['a segment without a date', '#EXTM3U\n#EXTINF:4,\n0.m4s'],
    ['a segment without a duration', '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T02:36:21Z\n0.m4s'],
    ['a date without a zone', '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T02:36:21\n#EXTINF:4,\n0.m4s'],
    ['a duration that is no number', '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T02:36:21Z\n#EXTINF:x,\n0.m4s'],
    ['a file that is not fMP4', '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T02:36:21Z\n#EXTINF:4,\n0.ts'],
  ])('is refused with a reason when it holds %s', (_, text) => {
    expect(() => parseEncoderPlaylist(text)).toThrow(DomainError);
  });

  it('never fails in any other way, whatever it holds', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(...FROM_FFMPEG.split('\n')),
      fc.string().map((s) => `#EXTINF:${s}`),
      fc.string().map((s) => `#EXT-X-PROGRAM-DATE-TIME:${s}`),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        try {
          parseEncoderPlaylist(['#EXTM3U', ...lines].join('\n'));
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });

  it('reads dates in every form RFC 3339 and ffmpeg write them', () => {
    const instant = Date.UTC(2026, 10, 21, 2, 36, 21, 943);
    for (const text of [
      '2026-11-21T02:36:21.943Z',
      '2026-11-21T02:36:21.943+0000',
      '2026-11-21T10:36:21.943+08:00',
      '2026-11-21T10:36:21.943999+08',
    ]) {
      expect(parseProgramDate(text), text).toBe(instant);
    }
    expect(parseProgramDate('yesterday')).toBeUndefined();
    expect(parseProgramDate('2026-13-41T10:36:21Z')).toBeUndefined();
  });
});
