import { expect, it } from 'vitest';
import { readSought } from './find-moment.ts';

const ts = (clock: string): number => Date.parse(`${clock}+08:00`) / 1000;
const night = { starts_ts: ts('2026-11-25T23:00:10'), ends_ts: ts('2026-11-26T01:00:00') };
const moments = (typed: string, span = night) => {
  const sought = readSought(typed, span);
  return sought.kind === 'clock'
    ? sought.moments.map((at) => new Date(at * 1000).toISOString().slice(5, 19))
    : sought.kind;
};

it('reads a clock within the broadcast, past midnight also by the hours of a station day, in any width', () => {
  expect(moments('23:30')).toEqual(['11-25T15:30:00']);
  expect(moments(' ００：３０：０５ ')).toEqual(['11-25T16:30:05']);
  expect(moments('24:30:05')).toEqual(['11-25T16:30:05']);
  expect(moments('23:00')).toEqual(['11-25T15:00:10']);
  expect(moments('23:00:05')).toEqual([]);
  expect(moments('1:00')).toEqual([]);
});

it('names each day of a broadcast that has the clock twice', () => {
  const long = { starts_ts: ts('2026-11-25T23:00:00'), ends_ts: ts('2026-11-27T00:00:00') };
  expect(moments('23:30', long)).toEqual(['11-25T15:30:00', '11-26T15:30:00']);
});

it('tells a clock that does not exist from words', () => {
  expect(moments('30:00')).toBe('bad-clock');
  expect(moments('12:60')).toBe('bad-clock');
  expect(readSought(' 的士 ', night)).toEqual({ kind: 'words', words: '的士' });
  expect(moments('881:903')).toBe('words');
});
