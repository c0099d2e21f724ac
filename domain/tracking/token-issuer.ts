import { LRUCache } from 'lru-cache';
import { addressKey } from '#shared/http/address-key.ts';
import { trackingToken } from './tracking-token.ts';

/** Pseudonyms known to be issued: a repeated request is not a new one. */
const KNOWN = 50_000;

export interface TokenAsked {
  consent: number;
  memberId: number | null;
  ownName: string | null;
  remoteIp: string;
}

/**
 * Issues the pseudonyms under which browsers report. Limits new ones per address, because invented browsers would count
 * as many listeners. Null beyond the limit and without consent to statistics: such a browser reports anonymously.
 * `takeNew` returns the seconds the address must wait for another; 0: none.
 */
export function createTokenIssuer(secretKey: string, takeNew: (address: string) => number | Promise<number>) {
  const known = new LRUCache<string, true>({ max: KNOWN });
  return async ({ remoteIp, ...on }: TokenAsked, now: Date): Promise<string | null> => {
    const token = trackingToken(secretKey, on, now);
    const visitor = token?.split('.')[1];
    if (visitor === undefined) return null;
    if (known.get(visitor) === undefined && (await takeNew(addressKey(remoteIp))) > 0) return null;
    known.set(visitor, true);
    return token;
  };
}
