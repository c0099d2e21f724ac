import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressKey } from '#shared/http/address-key.ts';
import { LEFT_OUT } from '#shared/tracking.ts';
import { isSampled, sampleToken, trackingToken, weighted } from './tracking-token.ts';

/** From 0 to 1. */
const draw = () => randomInt(2 ** 32) / 2 ** 32;

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
 * `takeNew` returns the seconds the address must wait for another; 0: none. `oneIn`: how many browsers one stands for; all
 * others are asked to report nothing but what is never sampled.
 */
export function createTokenIssuer(
  secretKey: string,
  takeNew: (address: string) => number | Promise<number>,
  { oneIn = () => 1, random = draw }: { oneIn?: () => number; random?: () => number } = {},
) {
  const known = new LRUCache<string, true>({ max: KNOWN });
  async function issue({ remoteIp, ...on }: TokenAsked, now: Date): Promise<string | null> {
    const token = trackingToken(secretKey, on, now);
    const visitor = token?.split('.')[1];
    if (visitor === undefined) return null;
    if (known.get(visitor) === undefined && (await takeNew(addressKey(remoteIp))) > 0) return null;
    known.set(visitor, true);
    return token;
  }

  return async (asked: TokenAsked, now: Date): Promise<string | null> => {
    const token = await issue(asked, now);
    const weight = oneIn();
    if (weight === 1) return token;
    const visitor = token?.split('.')[1];
    const isIn = visitor === undefined ? random() * weight < 1 : isSampled(visitor, weight);
    if (!isIn) return LEFT_OUT;
    return token === null ? sampleToken(secretKey, weight, now) : weighted(secretKey, token, weight);
  };
}
