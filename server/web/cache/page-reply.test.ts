import { expect, it } from 'vitest';
import { encodingFor, hasCopy } from './page-reply.ts';

it('sends the best encoding a visitor takes, and none they refuse', () => {
  expect(encodingFor('gzip, deflate, br, zstd')).toBe('br');
  expect(encodingFor('gzip;q=1.0, br;q=0')).toBe('gzip');
  expect(encodingFor('br;q=0.000, gzip;q=0')).toBeNull();
  expect(encodingFor('BR')).toBe('br');
  expect(encodingFor('identity')).toBeNull();
  expect(encodingFor(undefined)).toBeNull();
});

it('knows a copy by its tag, however it is listed', () => {
  for (const asked of ['W/"a"', '"a"', '"x", W/"a"', '*']) expect(hasCopy(asked, 'W/"a"')).toBe(true);
  for (const asked of [undefined, '"b"', 'a']) expect(hasCopy(asked, 'W/"a"')).toBe(false);
  expect(hasCopy('*', '')).toBe(false);
});
