import { describe, expect, it } from 'vitest';
import { parseRange } from './object-reply.ts';

describe('a byte range', () => {
  it.each([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=900-', { start: 900, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=-10', { start: 990, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('%s of 1000 bytes', (header, range) => {
    expect(parseRange(header, 1_000)).toEqual(range);
  });
});
