import { expect, it } from 'vitest';
import { linesOfMarks, rangesBetween, type WrittenMark } from './mark-lines.rules.ts';
import { lastingUntil, markAt, marksOfPlaylist, type SoundMark } from './marks.rules.ts';

const T0 = Date.UTC(2026, 10, 21, 6);
const MINUTE_MS = 60_000;
const at = (minutes: number): number => T0 + minutes * MINUTE_MS;
const mark = (id: number, from: number, to: number | null, values: Partial<SoundMark> = {}): SoundMark => ({
  id,
  kind: 'song',
  startsAtMs: at(from),
  endsAtMs: to === null ? null : at(to),
  title: `歌 ${id}`,
  artist: '歌手',
  ...values,
});
const written = (one: SoundMark): WrittenMark => ({ ...one, edition: 1, songId: one.id, programId: null });

it('reads what it writes, whatever stands in a title', () => {
  const marks = [
    mark(1, 0, 3, { title: '逗號, 等號= 同 (括號)' }),
    mark(2, 3, null, { artist: '' }),
    mark(3, 5, 7, { kind: 'bulletin', title: '整點新聞', artist: '' }),
  ];
  const text = `#EXTM3U\n${rangesBetween(linesOfMarks(marks.map(written)), -Infinity, Infinity)}#EXTINF:4,\n1.m4s\n`;
  expect(marksOfPlaylist(text)).toEqual(marks);
});

it('takes no date range of others for a mark', () => {
  const text =
    '#EXT-X-DATERANGE:ID="programme-8-1-2",CLASS="com.airwave.programme",START-DATE="2026-11-21T06:00:00.000Z"\n' +
    '#EXT-X-DATERANGE:ID="mark-1-1",CLASS="com.other.song",START-DATE="2026-11-21T06:00:00.000Z"\n' +
    '#EXT-X-DATERANGE:ID="mark-1-1",CLASS="com.airwave.song",START-DATE="never"\n';
  expect(marksOfPlaylist(text)).toEqual([]);
});

it('lets what has no end last until the next of its kind, and not for ever', () => {
  const marks = [mark(1, 0, null), mark(2, 2, null, { kind: 'advertisement' }), mark(3, 4, null), mark(4, 30, 33)];
  expect(lastingUntil(marks).map((ms) => (ms - T0) / MINUTE_MS)).toEqual([4, 12, 14, 33]);
});

it('says what is heard at an instant: what began last of two at once, never the programme, nothing between', () => {
  const marks = [
    mark(9, -60, 60, { kind: 'programme' }),
    mark(1, 0, 4),
    mark(2, 3, 5, { kind: 'advertisement' }),
    mark(3, 6, 9),
  ];
  const heard = (minutes: number) => markAt(marks, at(minutes))?.id ?? null;
  expect([-1, 0, 2.9, 3, 4.5, 5, 5.9, 6, 8.99, 9].map(heard)).toEqual([null, 1, 1, 2, 2, null, null, 3, 3, null]);
});

it('gives a playlist the marks that touch its span, each once', () => {
  const lines = linesOfMarks([mark(1, 0, 3), mark(2, 3, 6), mark(3, 6, 9)].map(written));
  const ids = (from: number, to: number) =>
    marksOfPlaylist(rangesBetween([...lines, ...lines], at(from), at(to))).map(({ id }) => id);
  expect(ids(3, 6)).toEqual([2]);
  expect(ids(2.9, 6.1)).toEqual([1, 2, 3]);
  expect(ids(10, 20)).toEqual([]);
});
