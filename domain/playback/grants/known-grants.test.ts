import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { sessionHashOf, signGrant, type GrantKey, type GrantKeys } from './grants.ts';
import { createGrantReader } from './known-grants.ts';

const NOW = Date.parse('2026-11-21T12:00:00+08:00');
const KEY: GrantKey = {
  id: 7,
  secret: createSecretKey(randomBytes(32)),
  createdAtMs: NOW - 1_000,
  retiresAtMs: NOW + 600_000,
};
const ringOf = (...keys: GrantKey[]): GrantKeys => ({
  signing: keys[0]!,
  byId: new Map(keys.map((one) => [one.id, one])),
});
const grantUntil = (expiresAt: number) => ({
  streamId: 903,
  from: NOW - 7_200_000,
  to: NOW,
  leaseId: randomUUID(),
  sessionHash: sessionHashOf('a session'),
  expiresAt,
  open: false,
  remoteSerial: null,
});

let ring: GrantKeys;
let read: ReturnType<typeof createGrantReader>;
beforeEach(() => {
  ring = ringOf(KEY);
  read = createGrantReader(() => ring);
});

it('answers a token that it knows as it did at first, and refuses it once it is over', () => {
  const grant = grantUntil(NOW + 1_000);
  const token = signGrant(ring, grant);
  for (const at of [NOW, NOW + 999]) expect(read(token, at)).toEqual({ ...grant, keyId: 7 });
  expect(read(token, NOW + 1_000)).toBeUndefined();
});

it('refuses a token that it knows once its key retires, is thrown away or is another', () => {
  const token = signGrant(ring, grantUntil(NOW + 3_600_000));
  expect(read(token, NOW)).toBeDefined();
  expect(read(token, KEY.retiresAtMs)).toBeUndefined();
  ring = ringOf({ ...KEY, id: 8 });
  expect(read(token, NOW)).toBeUndefined();
  ring = ringOf({ ...KEY, secret: createSecretKey(randomBytes(32)) });
  expect(read(token, NOW)).toBeUndefined();
});

it('takes nothing for a token that it knows but the same token', () => {
  const token = signGrant(ring, grantUntil(NOW + 1_000));
  expect(read(token, NOW)).toBeDefined();
  for (let i = 0; i < token.length; i++) {
    const other = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
    expect(read(other, NOW), `letter ${i}`).toBeUndefined();
  }
});
