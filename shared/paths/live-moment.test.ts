import { expect, it } from 'vitest';
import { liveMomentPath, parseLiveMoment } from './live-moment.ts';

const now = new Date('2026-11-28T14:26:10+08:00');
const at = (text: string) => parseLiveMoment(text, now)?.at.toISOString();
const hk = (text: string) => new Date(`${text}+08:00`).toISOString();

it('means the latest past instant of a clock time', () => {
  expect(at('14:26:10')).toBe(hk('2026-11-28T14:26:10'));
  expect(at('14:26:11')).toBe(hk('2026-11-27T14:26:11'));
  expect(at('00:00')).toBe(hk('2026-11-28T00:00:00'));
  expect(at('23:59:59')).toBe(hk('2026-11-27T23:59:59'));
});

it('means its own day if it has one, also one to come', () => {
  expect(at('2026-11-27T14:26:10')).toBe(hk('2026-11-27T14:26:10'));
  expect(at('2026-12-24T20:00')).toBe(hk('2026-12-24T20:00:00'));
});

it.each([
  '',
  '24:00',
  '14:60',
  '9:05',
  '2026-02-30T10:00',
  '1999-01-01T10:00',
  '2026-11-27',
  '14:26:10Z',
  '1795734008',
])('is not %j', (text) => expect(parseLiveMoment(text, now)).toBeNull());

it('is read back from its own address', () => {
  const atMs = Date.parse('2026-11-28T04:05:06+08:00');
  const text = new URL(liveMomentPath(903, atMs), 'http://site.test').searchParams.get('at') ?? '';
  expect(parseLiveMoment(text, now)).toEqual({ at: new Date(atMs), isDated: true });
});
