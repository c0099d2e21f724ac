import { LRUCache } from 'lru-cache';
import { readGrant, type Grant, type GrantKeys } from './grants.ts';

/** Some hundred bytes each: those of whoever plays now. */
const MAX_KNOWN = 20_000;

/**
 * Reads tokens as `readGrant` does, and does not sum up again what it has found to be signed: a player shows the same token with each
 * segment. Only that a token is genuine is remembered, and only as long as the keys are those in memory, which are read each
 * minute; whether it is over, or its key, is looked at each time.
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
