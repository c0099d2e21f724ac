import { createHash } from 'node:crypto';

/** A longer one is told apart by its beginning. */
const MAX_USER_AGENT_CHARS = 512;

/** 64 bits that tell readers of a day apart and lead back to nobody once the day's salt is gone. */
export function readerHash(salt: string, address: string, userAgent: string): bigint {
  const text = JSON.stringify([salt, address, userAgent.slice(0, MAX_USER_AGENT_CHARS)]);
  return createHash('sha256').update(text).digest().readBigInt64BE();
}
