import type { Database } from '#db/database.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { ENDED_REMEMBERED_MS } from './leases.rules.ts';
import { findEndedSince, LEASE_NOTICE } from './leases.store.ts';

const READ_EACH_MS = 30_000;
/** Maximum trust in a lease played elsewhere without news from the database. */
const SILENT_MS = 60_000;
/** A transaction that ended a lease may commit this much later. */
const OVERLAP_MS = 120_000;

/** Ended leases in memory, for processes that serve media. */
export interface EndedLeases {
  isLeaseEnded(leaseId: string): boolean;
  /** Nothing was read for too long, so recently ended leases are unknown, and anything bound to a lease is refused. */
  isSilent(): boolean;
  /** Listens, and reads leases ended so far. Throws if the database is unavailable. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createEndedLeases({
  db,
  pool,
  clock,
  onFault,
}: Pick<Database, 'db' | 'pool'> & { clock: () => Date; onFault: (error: unknown) => void }): EndedLeases {
  /** End times in unix ms, in insertion order. */
  const ended = new Map<string, number>();
  let readAtMs = -Infinity;
  let watch: Watch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const nowMs = clock().getTime();
    const forgottenMs = nowMs - ENDED_REMEMBERED_MS;
    const since = Math.max(readAtMs - OVERLAP_MS, forgottenMs);
    for (const { id, endedAt } of await findEndedSince(db, new Date(since))) ended.set(id, endedAt.getTime());
    for (const [id, endedAtMs] of ended) if (endedAtMs < forgottenMs) ended.delete(id);
    readAtMs = nowMs;
  }

  return {
    isLeaseEnded: (leaseId) => ended.has(leaseId),
    isSilent: () => clock().getTime() - readAtMs > SILENT_MS,
    async start() {
      watch = await watchNotifications(pool, LEASE_NOTICE, {
        onMessage(message) {
          for (const id of message.split(',')) ended.set(id, clock().getTime());
        },
        // Leases ended while not listening.
        onListening: () => {
          reading = read().catch(onFault);
        },
      });
      await read();
      timer = setInterval(() => {
        reading = read().catch(onFault);
      }, READ_EACH_MS);
    },
    async stop() {
      clearInterval(timer);
      await watch?.close();
      await reading;
    },
  };
}
