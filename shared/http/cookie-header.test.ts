import { expect, it } from 'vitest';
import { readCookie } from './cookie-header.ts';
import { secretOf } from './session-cookie.ts';

it('reads a cookie by its whole name, the first of two, as it was sent', () => {
  const header = 'other=1; a=b%20c=d ;A=2; a=later; aa=3; __proto__=x';
  expect(readCookie(header, 'a')).toBe('b%20c=d');
  expect(readCookie(header, 'aa')).toBe('3');
  expect(readCookie(header, 'b')).toBeUndefined();
  expect(readCookie(header, 'toString')).toBeUndefined();
  for (const nothing of ['', null, undefined]) expect(readCookie(nothing, 'a')).toBeUndefined();
});

it('takes no secret that is empty or too long to be ours', () => {
  expect(secretOf('__Host-session=abc', '__Host-session')).toBe('abc');
  expect(secretOf('__Host-session=', '__Host-session')).toBeUndefined();
  expect(secretOf(`__Host-session=${'x'.repeat(501)}`, '__Host-session')).toBeUndefined();
});
