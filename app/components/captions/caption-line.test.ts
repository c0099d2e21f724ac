import { describe, expect, it } from 'vitest';
import { lineAt, piecesOf, withSlice, type Caption } from './caption-line.ts';

const caption = (startMs: number, endMs: number, text: string, cameAtMs = -Infinity): Caption => ({
  startMs,
  endMs,
  text,
  cameAtMs,
});
const HOUR_MS = 3_600_000;
const WIDE = 40;

describe('the line of an instant', () => {
  const talk = [caption(HOUR_MS, HOUR_MS + 3_000, '一'), caption(HOUR_MS + 4_000, HOUR_MS + 6_000, '二')];

  it('is what is said then, also just after, until the next is', () => {
    const at = (ms: number) => lineAt(talk, HOUR_MS + ms, WIDE);
    expect([at(-1), at(0), at(3_900), at(4_000), at(8_999), at(9_000)]).toEqual(['', '一', '一', '二', '二', '']);
  });

  it('is none where no caption is near', () => {
    expect(lineAt(talk, HOUR_MS + 70_000, WIDE)).toBeNull();
    expect(lineAt(talk, HOUR_MS - 61_000, WIDE)).toBeNull();
  });

  it('is shown as long as it was said, from when it came, if that was late', () => {
    const late = [caption(HOUR_MS, HOUR_MS + 3_000, '遲', HOUR_MS + 8_000)];
    const at = (ms: number) => lineAt(late, HOUR_MS + ms, WIDE);
    expect([at(7_999), at(8_000), at(13_999), at(14_000)]).toEqual(['', '遲', '遲', '']);
  });

  it('is never longer than two lines: the rest follows while it is said', () => {
    const text = '紅磡海底隧道九龍入口有壞車，車龍尾去到公主道，大家小心駕駛。';
    const long = [caption(HOUR_MS, HOUR_MS + 9_000, text)];
    const seen = [0, 1_500, 3_000, 4_500, 6_000, 8_900].map((ms) => lineAt(long, HOUR_MS + ms, 8));
    expect([...new Set(seen)].join('')).toBe(text);
    for (const line of seen) expect(line!.length).toBeLessThanOrEqual(14);
  });
});

it('splits at punctuation, and holds twice as many Latin letters', () => {
  expect(piecesOf('今日天晴，聽日會轉涼落雨', 6)).toEqual(['今日天晴，聽日會轉涼', '落雨']);
  expect(piecesOf('一二三四五六，七八九十', 5)).toEqual(['一二三四五六，', '七八九十']);
  expect(piecesOf('Radio 881', 6)).toEqual(['Radio 881']);
});

describe('a slice that was read', () => {
  const slice = HOUR_MS / 1_000;
  const cue = (second: number, text: string) => ({ start_ts: slice + second, end_ts: slice + second + 2, text });

  it('replaces what was known of it, and tells what has come since', () => {
    const first = withSlice([], { slice, cues: [cue(1, '一'), cue(4, '二')], isKnown: false }, HOUR_MS + 9_000);
    expect(first.map((one) => one.cameAtMs)).toEqual([-Infinity, -Infinity]);
    const cues = [cue(1, '壹'), cue(7, '三')];
    const then = withSlice(first, { slice, cues, isKnown: true }, HOUR_MS + 11_000);
    expect(then.map(({ text, cameAtMs }) => [text, cameAtMs])).toEqual([
      ['壹', -Infinity],
      ['三', HOUR_MS + 11_000],
    ]);
  });

  it('is in time for whoever goes back after a caption came late', () => {
    const late = [caption(HOUR_MS + 1_000, HOUR_MS + 3_000, '遲', HOUR_MS + 9_000)];
    const [again] = withSlice(late, { slice, cues: [cue(1, '遲')], isKnown: true }, HOUR_MS);
    expect(again?.cameAtMs).toBe(-Infinity);
  });

  it('leaves others, but those far from what is heard', () => {
    const known = [caption(HOUR_MS - 1_000, HOUR_MS, '前'), caption(HOUR_MS - 200_000, HOUR_MS, '好耐之前')];
    expect(withSlice(known, { slice, cues: [], isKnown: false }, HOUR_MS).map(({ text }) => text)).toEqual(['前']);
  });
});
