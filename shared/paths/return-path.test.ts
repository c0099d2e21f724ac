import fc from 'fast-check';
import { expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

it('leads back to pages of the site with their query', () => {
  expect(returnPath('/')).toBe('/');
  expect(returnPath('/news/local/5001?page=2')).toBe('/news/local/5001?page=2');
  expect(returnPath('/member/userinfo')).toBe('/member/userinfo');
  expect(returnPath('/search?q=//evil.example')).toBe('/search?q=//evil.example');
});

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  '/member/user/login?return=/',
  '/member/register',
  '/api/user/logout',
  '/sandbox/mail',
  '',
  `/${'a'.repeat(500)}`,
])('leads nowhere for %j', (given) => expect(returnPath(given)).toBeNull());

it('never leaves the site, whatever is written', () => {
  const letters = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
    'evil.example',
  );
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const path = returnPath(`/${parts.join('')}`);
      if (path !== null) expect(new URL(path, 'https://radio.example').origin).toBe('https://radio.example');
    }),
  );
});
