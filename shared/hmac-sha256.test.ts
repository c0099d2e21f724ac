import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hmacSha256 } from './hmac-sha256.ts';

it.each([0, 1, 32, 63, 64, 65, 200])('is HMAC-SHA-256 with a key of %i bytes', (bytes) => {
  const key = Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 37) % 256));
  for (const length of [0, 1, 55, 64, 1_000]) {
    const data = Buffer.alloc(length, 'a');
    expect(hmacSha256(key, data)).toEqual(createHmac('sha256', key).update(data).digest());
  }
});
