import type pg from 'pg';
import { FollowingClient } from '#db/following.ts';

export interface SessionLock {
  /** False once its connection was lost, and with it the lock. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * An advisory lock on a connection of its own, so that PostgreSQL frees it the moment its process is killed. Null if
 * somebody else has it.
 */
export async function takeSessionLock(pool: pg.Pool, key: number): Promise<SessionLock | null> {
  const client = new FollowingClient({ ...pool.options, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  let isHeld = false;
  const lose = () => (isHeld = false);
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
    isHeld = rows[0]?.taken === true;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  if (isHeld) return { isHeld: () => isHeld, release: () => client.end() };
  await client.end();
  return null;
}
