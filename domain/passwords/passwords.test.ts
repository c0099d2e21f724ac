import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const SALT = Buffer.from('0123456789abcdef');
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const PASSWORD = '密碼 abcd1234'.replace(' ', '_');

it('stores argon2id of 19 MiB and 2 passes, each time with another salt', async () => {
  const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword(PASSWORD, first)).toEqual({ isMatch: true, isOutdated: false });
  expect(await verifyPassword(`${PASSWORD}x`, first)).toEqual({ isMatch: false, isOutdated: false });
});

it('agrees with the vector of the reference implementation', async () => {
  // argon2id, version 19, 64 MiB, 2 passes, 1 lane, of "password" and "somesalt"
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', stored)).toEqual({ isMatch: true, isOutdated: true });
  expect((await verifyPassword('passwore', stored)).isMatch).toBe(false);
});

it('takes the same letters however a keyboard put them together', async () => {
  const stored = await hashPassword('cafe\u0301-au-lait');
  expect((await verifyPassword('caf\u00e9-au-lait', stored)).isMatch).toBe(true);
});

it('looks at every letter of the longest, its case and its ends', async () => {
  const long = `${'ab-密'.repeat(124)}Zz.9`;
  const stored = await hashPassword(long);
  expect((await verifyPassword(long, stored)).isMatch).toBe(true);
  for (const other of [
    `${long.slice(0, -1)}8`,
    long.slice(0, -1),
    long.toLowerCase(),
    ` ${long}`,
    `${long} `,
    `A${long.slice(1)}`,
  ])
    expect((await verifyPassword(other, stored)).isMatch).toBe(false);
});

it.each([
  [
    'pbkdf2-sha256',
    () => `$pbkdf2-sha256$29000$${base64(SALT)}$${base64(pbkdf2Sync(PASSWORD, SALT, 29_000, 32, 'sha256'))}`,
  ],
  [
    'pbkdf2-sha256 with i=',
    () => `$pbkdf2-sha256$i=1000$${base64(SALT)}$${base64(pbkdf2Sync(PASSWORD, SALT, 1_000, 32, 'sha256'))}`,
  ],
  [
    'scrypt',
    () => `$scrypt$ln=14,r=8,p=1$${base64(SALT)}$${base64(scryptSync(PASSWORD, SALT, 32, { N: 2 ** 14, r: 8, p: 1 }))}`,
  ],
  ['sha1', () => `$sha1$pepper$${createHash('sha1').update(`pepper${PASSWORD}`).digest('hex')}`],
] as const)('lets in who has a hash of an older kind, and says that it is to be replaced: %s', async (_name, make) => {
  const stored = make();
  expect(await verifyPassword(PASSWORD, stored)).toEqual({ isMatch: true, isOutdated: true });
  expect(await verifyPassword(PASSWORD.toUpperCase(), stored)).toEqual({ isMatch: false, isOutdated: false });
});

it.each([
  null,
  '',
  'x',
  '$bcrypt$12$abc',
  '$sha1$salt$',
  '$scrypt$ln=40,r=8,p=1$c2FsdA$AAAA',
  '$argon2id$v=19$m=1,t=1,p=1$c2FsdA$AAAA',
  '$pbkdf2-sha256$99999999999$c2FsdA$AAAA',
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$',
])('lets nobody in by %s', async (stored) => {
  for (const password of ['', 'abcd1234'])
    expect(await verifyPassword(password, stored)).toEqual({ isMatch: false, isOutdated: false });
});
