import { batched } from '#db/batched.ts';
import type { Db } from '#db/database.ts';
import { findSessionsByToken, type FoundSession } from './sessions.store.ts';

const MAX_AT_ONCE = 500;
/** Batch interval under load. */
const EACH_MS = 25;

/**
 * Finds the session by the SHA-256 of its token. It must not be over at `now` and must be of its member's current
 * epoch.
 */
export type SessionLookup = (tokenHash: Buffer, now: Date) => Promise<FoundSession | null>;

/** Batches concurrent session lookups: thousands arrive within seconds of the start of an event. */
export function createSessionLookup(db: Db): SessionLookup {
  const look = batched<Buffer, FoundSession | null>({
    async run(tokenHashes) {
      const found = await findSessionsByToken(db, tokenHashes);
      const byHash = new Map(found.map((session) => [session.tokenHash.toString('base64'), session]));
      return tokenHashes.map((tokenHash) => byHash.get(tokenHash.toString('base64')) ?? null);
    },
    atMost: MAX_AT_ONCE,
    eachMs: EACH_MS,
  });
  return async (tokenHash, now) => {
    const session = await look(tokenHash);
    return session !== null && session.expiresAt > now ? session : null;
  };
}
