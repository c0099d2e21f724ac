import { batched } from '#db/batched.ts';
import type { Db } from '#db/database.ts';
import { findSessionsByToken, type FoundSession } from './sessions.store.ts';

const MOST_AT_ONCE = 500;
/** Where many come they are looked up together this often. */
const EACH_MS = 25;

/** The session of a token's SHA-256 that is not over at `now`, of its member's present epoch. */
export type SessionLookup = (tokenHash: Buffer, now: Date) => Promise<FoundSession | null>;

/** Asks for sessions of all who come at once together: thousands come within seconds of the start of an event. */
export function createSessionLookup(db: Db): SessionLookup {
  const look = batched<Buffer, FoundSession | null>({
    async run(tokenHashes) {
      const found = await findSessionsByToken(db, tokenHashes);
      const byHash = new Map(found.map((session) => [session.tokenHash.toString('base64'), session]));
      return tokenHashes.map((tokenHash) => byHash.get(tokenHash.toString('base64')) ?? null);
    },
    atMost: MOST_AT_ONCE,
    eachMs: EACH_MS,
  });
  return async (tokenHash, now) => {
    const session = await look(tokenHash);
    return session !== null && session.expiresAt > now ? session : null;
  };
}
