import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { deleteRetiredKeys, findGrantKeys, insertGrantKey } from './grant-keys.store.ts';
import { secretOfKey, type GrantKey, type GrantKeys } from './grants.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const SECRET_BYTES = 32;
/** Key lifetime: signs for a day, while the longest grant lasts hours. */
const KEPT_MS = 7 * DAY_MS;
/** Processes read keys every minute; a key must be known to all of them before it signs. */
const SIGNS_AFTER_MS = 5 * MINUTE_MS;
const READ_EACH_MS = MINUTE_MS;

/** Adds a key if the newest is a day old, and deletes retired ones. Any process can run it at any time. */
export async function rotateGrantKeys(db: Db, now: Date): Promise<void> {
  await insertGrantKey(db, {
    secret: randomBytes(SECRET_BYTES),
    now,
    retiresAt: new Date(now.getTime() + KEPT_MS),
    unlessSince: new Date(now.getTime() - DAY_MS),
  });
  await deleteRetiredKeys(db, now);
}

/** The newest key that all processes have read by now; initially the oldest, which they read at startup. */
function signingKey(keys: readonly GrantKey[], now: Date): GrantKey | undefined {
  return keys.findLast(({ createdAtMs }) => createdAtMs <= now.getTime() - SIGNS_AFTER_MS) ?? keys[0];
}

/** The station's keys. The first caller creates the first key. */
export async function grantKeysOf(db: Db, now: Date): Promise<GrantKeys> {
  let rows = await findGrantKeys(db, now);
  if (rows.length === 0) {
    await rotateGrantKeys(db, now);
    rows = await findGrantKeys(db, now);
  }
  const keys = rows.map(({ id, secret, createdAt, retiresAt }): GrantKey => ({
    id,
    secret: secretOfKey(secret),
    createdAtMs: createdAt.getTime(),
    retiresAtMs: retiresAt.getTime(),
  }));
  const signing = signingKey(keys, now);
  if (!signing) throw new Error('no key to sign grants with');
  return { signing, byId: new Map(keys.map((key) => [key.id, key])) };
}

/** Keys in memory, used for every segment. */
export interface GrantKeyring {
  keys(): GrantKeys;
  /** Reads the keys now and every minute. Throws if the database is unavailable. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createGrantKeyring({
  db,
  clock,
  onFault,
}: {
  db: Db;
  clock: () => Date;
  onFault: (error: unknown) => void;
}): GrantKeyring {
  let keys: GrantKeys | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  const read = async () => {
    keys = await grantKeysOf(db, clock());
  };
  return {
    keys() {
      if (!keys) throw new Error('grant keys have not been loaded yet');
      return keys;
    },
    async start() {
      await read();
      timer = setInterval(() => {
        // If the database is unavailable, the keys already read remain in use.
        reading = read().catch(onFault);
      }, READ_EACH_MS);
    },
    stop() {
      clearInterval(timer);
      return reading;
    },
  };
}
