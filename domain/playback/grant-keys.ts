import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { deleteRetiredKeys, findGrantKeys, insertGrantKey } from './grant-keys.store.ts';
import { secretOfKey, type GrantKey, type GrantKeys } from './grants.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const SECRET_BYTES = 32;
/** From its making: a day of signing, and the longest grant is a matter of hours. */
const KEPT_MS = 7 * DAY_MS;
/** Every process reads keys each minute; what a key signs must be known to all of them. */
const SIGNS_AFTER_MS = 5 * MINUTE_MS;
const READ_EACH_MS = MINUTE_MS;

/** Adds a key where the newest is a day old, and throws away those that retired. Any process may, at any time. */
export async function rotateGrantKeys(db: Db, now: Date): Promise<void> {
  await insertGrantKey(db, {
    secret: randomBytes(SECRET_BYTES),
    now,
    retiresAt: new Date(now.getTime() + KEPT_MS),
    unlessSince: new Date(now.getTime() - DAY_MS),
  });
  await deleteRetiredKeys(db, now);
}

/** The newest that everybody has read by now; in the first minutes of all the oldest, which everybody read at the start. */
function signingKey(keys: readonly GrantKey[], now: Date): GrantKey | undefined {
  return keys.findLast(({ createdAtMs }) => createdAtMs <= now.getTime() - SIGNS_AFTER_MS) ?? keys[0];
}

/** The keys of the station. The first who asks makes the first one. */
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
  if (!signing) throw new Error('there is no key to sign grants with');
  return { signing, byId: new Map(keys.map((key) => [key.id, key])) };
}

/** The keys in memory, for those who check each segment. */
export interface GrantKeyring {
  keys(): GrantKeys;
  /** Reads them, and again each minute. Throws when the database is away. */
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
      if (!keys) throw new Error('the keys of grants were not read yet');
      return keys;
    },
    async start() {
      await read();
      timer = setInterval(() => {
        // With the database away those that were read go on.
        reading = read().catch(onFault);
      }, READ_EACH_MS);
    },
    stop() {
      clearInterval(timer);
      return reading;
    },
  };
}
