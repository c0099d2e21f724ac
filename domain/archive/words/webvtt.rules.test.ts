import { assert, constantFrom, array, property, string, oneof } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWebVtt } from './webvtt.rules.ts';

const faultOf = (text: string) => {
  const read = parseWebVtt(text);
  return read.ok ? null : `${read.fault.line}: ${read.fault.reason}`;
};

describe('a transcript', () => {
  it('has its words with when they were said, without marks, notes and styles', () => {
    const text =
      '\uFEFFWEBVTT - 的士高峰\r\nKind: captions\r\n\r\nNOTE made by hand\r\nof two lines\r\n\r\nSTYLE\n::cue { color: red }\n\n1\r\n00:01.000 --> 00:04.500 align:start\r\n<v 阿強>一程車，<b>一段路</b>\r\n\r\n' +
      '01:00:00.000 --> 01:00:02.000\nA &amp; B\nC &lt;3';
    expect(parseWebVtt(text)).toEqual({
      ok: true,
      cues: [
        { startMs: 1_000, endMs: 4_500, words: '一程車，一段路' },
        { startMs: 3_600_000, endMs: 3_602_000, words: 'A & B C <3' },
      ],
    });
  });

  it.each([
    ['', '1: the first line is not WEBVTT'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\na', '1: the first line is not WEBVTT'],
    ['WEBVTT\n00:01.000 --> 00:02.000\na', '2: an empty line is missing after WEBVTT'],
    ['WEBVTT\n\n', '3: the file has no cues'],
    ['WEBVTT\n\n00:01,000 --> 00:02,000\na', '3: expected cue times such as 00:01.000 --> 00:04.500'],
    ['WEBVTT\n\nname\nno times', '4: expected cue times such as 00:01.000 --> 00:04.500'],
    ['WEBVTT\n\nname', '3: expected cue times such as 00:01.000 --> 00:04.500'],
    ['WEBVTT\n\n00:02.000 --> 00:02.000\na', '3: the cue ends before it begins'],
    ['WEBVTT\n\n00:02.000 --> 00:03.000\n<b></b>', '3: the cue has no text'],
    [
      'WEBVTT\n\n00:05.000 --> 00:06.000\na\n\n00:02.000 --> 00:03.000\nb',
      '6: the cue begins before the preceding cue',
    ],
    ['WEBVTT\n\n00:61.000 --> 01:62.000\na', '3: expected cue times such as 00:01.000 --> 00:04.500'],
  ])('is refused with its line and the reason: %j', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('is read or refused whatever it holds', () => {
    const piece = oneof(
      constantFrom('WEBVTT', '\n', '\r\n\r\n', '00:01.000 --> 00:02.000', 'NOTE', '-->', '<', '&amp;', '\0', '\ud800'),
      string({ unit: 'binary', maxLength: 20 }),
    );
    assert(
      property(array(piece, { maxLength: 30 }), (pieces) => {
        const read = parseWebVtt(pieces.join(''));
        if (read.ok) expect(read.cues.every((cue) => cue.endMs > cue.startMs && cue.words !== '')).toBe(true);
        else expect(read.fault.line).toBeGreaterThan(0);
      }),
      { seed: 881, numRuns: 500 },
    );
  });
});
