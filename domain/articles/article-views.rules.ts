import { createHash } from 'node:crypto';

/** Longer user agents are truncated. */
const MAX_USER_AGENT_CHARS = 512;

/** A 64-bit hash that distinguishes the readers of a day and cannot be traced back once the day's salt is deleted. */
export function readerHash(salt: string, address: string, userAgent: string): bigint {
  const text = JSON.stringify([salt, address, userAgent.slice(0, MAX_USER_AGENT_CHARS)]);
  return createHash('sha256').update(text).digest().readBigInt64BE();
}
