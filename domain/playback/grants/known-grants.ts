import { LRUCache } from 'lru-cache';
import type { Grant } from './grant.types.ts';
import { readGrant, type GrantKeys } from './grants.ts';

/** Some hundred bytes each: the tokens currently in use. */
const MAX_KNOWN = 20_000;

/**
 * Reads tokens as `readGrant` does, and caches which are genuine, because a player sends the same token with each
 * segment. Only the signature check is cached, and only while the keys in memory, read each minute, are unchanged;
 * expiry of the token and its key is checked every time.
 */
export function createGrantReader(keysNow: () => GrantKeys): (token: string, nowMs: number) => Grant | undefined {
  const known = new LRUCache<string, Grant>({ max: MAX_KNOWN });
  let keys: GrantKeys | undefined;
  return (token, nowMs) => {
    if (keys !== keysNow()) {
      keys = keysNow();
      known.clear();
    }
    const grant = known.get(token);
    if (grant !== undefined) {
      const retiresAtMs = keys.byId.get(grant.keyId)?.retiresAtMs ?? 0;
      return nowMs < grant.expiresAt && nowMs < retiresAtMs ? grant : undefined;
    }
    const read = readGrant(keys, token, nowMs);
    if (read !== undefined) known.set(token, read);
    return read;
  };
}
