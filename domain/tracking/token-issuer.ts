import { LRUCache } from 'lru-cache';
import { addressKey } from '#shared/address-key.ts';
import { trackingToken } from './tracking-token.ts';

/** Pseudonyms that are known to have been given: who asks again is nobody new. */
const KNOWN = 50_000;

export interface TokenAsked {
  consent: number;
  memberId: number | null;
  ownName: string | null;
  remoteIp: string;
}

/**
 * Gives browsers the names under which they report, and an address no more new ones than browsers come from there: whoever makes them
 * up would be many listeners. Null beyond that, and without a yes to statistics: such a browser reports as one that gave none.
 * `takeNew`: seconds that an address has to wait for the next; 0: none.
 */
export function createTokenIssuer(secretKey: string, takeNew: (address: string) => number) {
  const known = new LRUCache<string, true>({ max: KNOWN });
  return ({ remoteIp, ...on }: TokenAsked, now: Date): string | null => {
    const token = trackingToken(secretKey, on, now);
    const visitor = token?.split('.')[1];
    if (visitor === undefined) return null;
    if (known.get(visitor) === undefined && takeNew(addressKey(remoteIp)) > 0) return null;
    known.set(visitor, true);
    return token;
  };
}
