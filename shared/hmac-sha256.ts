import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/**
 * HMAC-SHA-256 (RFC 2104) by two plain hashes, where very many are needed: OpenSSL takes several times as long to look up
 * and set up an HMAC or HKDF as to compute it.
 */
export function hmacSha256(key: Buffer, data: Buffer): Buffer {
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key;
  const inner = Buffer.alloc(BLOCK_BYTES + data.length, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES, 0x5c);
  for (let i = 0; i < short.length; i++) {
    inner[i]! ^= short[i]!;
    outer[i]! ^= short[i]!;
  }
  inner.set(data, BLOCK_BYTES);
  outer.set(hash('sha256', inner, 'buffer'), BLOCK_BYTES);
  return hash('sha256', outer, 'buffer');
}
