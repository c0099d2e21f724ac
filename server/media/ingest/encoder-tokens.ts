import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { activeEncoders, findEncoder, type Encoder } from '#domain/media/media.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { PUSH_LIMITS } from '#shared/limits.ts';
import type { OutageSpool } from '#server/media/ingest/outage-spool.ts';
import type { Counter } from '#server/counts/counter.ts';
import { PushRefusal } from '#server/media/ingest/refusals.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';

const KNOWN_TOKENS = 100;
/** With the live spool: how long a push waits for the database, and how long it is not asked again after that. */
const LOOK_UP_MS = 1_000;
const AWAY_MS = 5_000;
/** With the live spool: how long a token is accepted that cannot be looked up. */
const TOKEN_LIFE_MS = 3_600_000;

export interface EncoderTokens {
  /** Undefined if the token is unknown or revoked. */
  find(token: string, remoteIp: string): Promise<Encoder | undefined>;
  /** Reads the tokens of all encoders, which may push to this process for the first time while the database is down. */
  refresh(): Promise<void>;
}

/**
 * Looks up tokens, with a limit on wrong guesses per address. A recently valid token is always looked up, so that an
 * encoder keeps working beside another with a wrong token.
 */
export function createEncoderTokens({
  db,
  counter,
  now,
  spool,
  isSpooled,
}: {
  db: Db;
  counter: Counter;
  now: () => Date;
  spool: OutageSpool;
  /** Whether pushes do without the database. */
  isSpooled: () => boolean;
}): EncoderTokens {
  const { wrongTokens, wrongTokensPerSecond } = PUSH_LIMITS;
  const takeTry = counter.limit(
    'pushes',
    { perSecond: wrongTokensPerSecond, savedSeconds: wrongTokens / wrongTokensPerSecond },
    { nowMs: () => now().getTime() },
  );
  /** By the hash of the token. */
  const known = new LRUCache<string, { encoder: Encoder; seenMs: number }>({ max: KNOWN_TOKENS });
  let all = { encoders: new Map<string, Encoder>(), seenMs: -Infinity };
  let awayUntilMs = -Infinity;

  function recent(hash: string): Encoder | undefined {
    const since = now().getTime() - TOKEN_LIFE_MS;
    const one = known.get(hash);
    if (one !== undefined && one.seenMs > since) return one.encoder;
    return all.seenMs > since ? all.encoders.get(hash) : undefined;
  }

  /** For a token that cannot be revoked, as the database is down. */
  async function findInTime(token: string, before: Encoder): Promise<Encoder | undefined> {
    if (now().getTime() < awayUntilMs) return before;
    const late = delay(LOOK_UP_MS, 'late' as const, { ref: false });
    const found = await Promise.race([
      findEncoder({ db }, token).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
        return 'late' as const;
      }),
      late,
    ]);
    if (found !== 'late') return found;
    awayUntilMs = now().getTime() + AWAY_MS;
    return before;
  }

  return {
    async find(token, remoteIp) {
      const hash = createHash('sha256').update(token).digest('hex');
      if (!known.has(hash) && recent(hash) === undefined) {
        const waitSeconds = await takeTry(addressKey(remoteIp));
        if (waitSeconds > 0)
          throw new PushRefusal('too many wrong tokens', 'tooManyRequests', {
            retry_after_seconds: Math.ceil(waitSeconds),
          });
      }
      const before = known.get(hash)?.encoder;
      let encoder: Encoder | undefined;
      if (isSpooled()) {
        const trusted = recent(hash);
        encoder = await (trusted === undefined ? findEncoder({ db }, token) : findInTime(token, trusted));
        if (encoder !== undefined && encoder === trusted) return encoder;
      } else {
        if (before !== undefined && spool.isActive) return before;
        try {
          encoder = await findEncoder({ db }, token);
        } catch (error) {
          // It cannot have been revoked while the database is down.
          if (before === undefined || !isDatabaseUnavailable(error)) throw error;
          spool.begin(error);
          return before;
        }
      }
      if (encoder === undefined) {
        known.delete(hash);
        all.encoders.delete(hash);
      } else known.set(hash, { encoder, seenMs: now().getTime() });
      return encoder;
    },
    async refresh() {
      all = { encoders: await activeEncoders({ db }), seenMs: now().getTime() };
    },
  };
}
