import { createSecretKey, randomBytes } from 'node:crypto';
import { assert, boolean, constant, integer, option, property, record, uint8Array, uuid } from 'fast-check';
import { expect, it } from 'vitest';
import type { GrantKey } from './grants.ts';
import { sessionHashOf, signGrant, type GrantKeys } from '#domain/playback/playback.ts';
import { readGrant } from './grants.ts';

const NOW = Date.parse('2026-11-21T12:00:00+08:00');
const DAY_MS = 86_400_000;
const key = (id: number): GrantKey => ({
  id,
  secret: createSecretKey(randomBytes(32)),
  createdAtMs: NOW - DAY_MS,
  retiresAtMs: NOW + 6 * DAY_MS,
});
const ringOf = (...keys: [GrantKey, ...GrantKey[]]): GrantKeys => ({
  signing: keys[0],
  byId: new Map(keys.map((one) => [one.id, one])),
});
const ring = ringOf(key(7));
const grant = {
  streamId: 903,
  from: NOW - 7_200_000,
  to: NOW - 3_600_000,
  leaseId: '0198c0de-1111-4222-8333-944445555666',
  sessionHash: sessionHashOf('a session'),
  expiresAt: NOW + 300_000,
  open: false,
  remoteSerial: null,
};

const MS = integer({ min: -(2 ** 31), max: 2 ** 31 }).map((seconds) => seconds * 1000 + 7);

it('says of a grant what was signed, whatever it was, in one segment of a path', () => {
  assert(
    property(
      record({
        streamId: integer({ min: 0, max: 2 ** 31 - 1 }),
        from: MS,
        to: MS,
        leaseId: option(uuid()),
        sessionHash: option(uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes))),
        expiresAt: constant(NOW + 1),
        open: boolean(),
        remoteSerial: option(integer({ min: 0, max: 2 ** 31 - 1 })),
      }).map((given) =>
        // A remote grant has a lease and no session.
        given.leaseId === null || given.sessionHash !== null ? { ...given, remoteSerial: null } : given,
      ),
      (given) => {
        const token = signGrant(ring, given);
        expect(token).toMatch(/^[\w-]{100}$/);
        expect(readGrant(ring, token, NOW)).toEqual({ ...given, keyId: 7 });
      },
    ),
  );
});

it('refuses a token of which any one bit is another', () => {
  const bytes = Buffer.from(signGrant(ring, grant), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const forged = Buffer.from(bytes);
    forged[bit >> 3]! ^= 1 << (bit & 7);
    expect(readGrant(ring, forged.toString('base64url'), NOW), `bit ${bit}`).toBeUndefined();
  }
  expect(readGrant(ring, bytes.toString('base64url'), NOW)).toBeDefined();
});

it('reads one spelling of a token and no other', () => {
  const token = signGrant({ ...ring }, { ...grant, streamId: 0x3ef_bff });
  const others = [
    `${token}=`,
    `${token}A`,
    ` ${token}`,
    `${token}\n`,
    token.slice(1),
    token.slice(0, -1),
    token.slice(0, -1) + '.',
    '',
    'A'.repeat(100),
    '_'.repeat(100),
    token.replaceAll('-', '+').replaceAll('_', '/').padEnd(101, '='),
  ];
  for (const other of others) expect(readGrant(ring, other, NOW), other).toBeUndefined();
});

it('holds until the instant it ends', () => {
  const token = signGrant(ring, grant);
  expect(readGrant(ring, token, grant.expiresAt - 1)).toBeDefined();
  expect(readGrant(ring, token, grant.expiresAt)).toBeUndefined();
});

it('believes no key that is unknown, another of the same number, or retired', () => {
  const token = signGrant(ring, { ...grant, expiresAt: NOW + 30 * DAY_MS });
  expect(readGrant(ringOf(key(8)), token, NOW)).toBeUndefined();
  expect(readGrant(ringOf(key(7)), token, NOW)).toBeUndefined();
  expect(readGrant(ring, token, ring.signing.retiresAtMs - 1)).toBeDefined();
  expect(readGrant(ring, token, ring.signing.retiresAtMs)).toBeUndefined();
});

it('goes on believing what an older key signed while a newer one signs', () => {
  const old = ring.signing;
  const both = ringOf(key(8), old);
  expect(readGrant(both, signGrant(ring, grant), NOW)).toMatchObject({ keyId: 7 });
  expect(readGrant(both, signGrant(both, grant), NOW)).toMatchObject({ keyId: 8 });
});

it('knows the session it was made for from any other, by a hash from which the session cannot be read', () => {
  const mine = readGrant(ring, signGrant(ring, grant), NOW)!;
  expect(mine.sessionHash?.equals(sessionHashOf('a session'))).toBe(true);
  expect(mine.sessionHash?.equals(sessionHashOf('another session'))).toBe(false);
  expect(mine.sessionHash).toHaveLength(16);
});
