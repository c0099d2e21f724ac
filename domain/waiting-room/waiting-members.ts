import type { Db } from '#db/database.ts';
import { aheadOf, ENTRY_KEPT_MS } from './waiting-room.rules.ts';
import { findEntries, findWaiting, touchEntries } from './waiting-room.store.ts';

/** How often the shared state of a queue is read, however many wait. */
const READ_EACH_MS = 1_000;
const WRITE_SIGNS_EACH_MS = 10_000;

/** A queue entry as its member sees it. */
interface Standing {
  number: number;
  turnAt: Date;
  isEntered: boolean;
  /** Number of entries with an earlier turn. */
  ahead: number;
}

interface WaitingMembers {
  /** A member's standing; null if they have no entry. Counts as a heartbeat. */
  look(queueId: number, memberId: number, now: Date): Promise<Standing | null>;
  aheadOf(queueId: number, turnAt: Date, now: Date): Promise<number>;
}

interface Known {
  readAtMs: number;
  turnsMs: readonly number[];
  byMember: ReadonlyMap<number, { id: number; turnAt: Date }>;
}

/** The waiting members, in memory. */
export function createWaitingMembers(db: Db): WaitingMembers {
  const queues = new Map<number, { known: Promise<Known>; askedAtMs: number }>();
  let signs = new Set<number>();
  let signsWrittenAtMs = -Infinity;

  async function writeSigns(now: Date): Promise<void> {
    if (now.getTime() - signsWrittenAtMs < WRITE_SIGNS_EACH_MS) return;
    signsWrittenAtMs = now.getTime();
    const ids = [...signs];
    signs = new Set();
    await touchEntries(db, ids, now);
  }

  async function read(queueId: number, now: Date): Promise<Known> {
    await writeSigns(now);
    const rows = await findWaiting(db, queueId, { seenSince: new Date(now.getTime() - ENTRY_KEPT_MS), now });
    return {
      readAtMs: now.getTime(),
      turnsMs: rows.map(({ turnAt }) => turnAt.getTime()),
      byMember: new Map(rows.map(({ memberId, id, turnAt }) => [memberId, { id, turnAt }])),
    };
  }

  function knownOf(queueId: number, now: Date): Promise<Known> {
    const before = queues.get(queueId);
    if (before && now.getTime() - before.askedAtMs < READ_EACH_MS) return before.known;
    const known = read(queueId, now);
    queues.set(queueId, { known, askedAtMs: now.getTime() });
    // The next request retries.
    known.catch(() => queues.get(queueId)?.known === known && queues.delete(queueId));
    return known;
  }

  /** Entries whose turn has come since are not counted as ahead. */
  const ahead = ({ turnsMs }: Known, turnAt: Date, now: Date): number =>
    Math.max(0, aheadOf(turnsMs, turnAt.getTime()) - aheadOf(turnsMs, now.getTime() + 1));

  return {
    async look(queueId, memberId, now) {
      const known = await knownOf(queueId, now);
      const mine = known.byMember.get(memberId);
      if (mine) {
        signs.add(mine.id);
        return { number: mine.id, turnAt: mine.turnAt, isEntered: false, ahead: ahead(known, mine.turnAt, now) };
      }
      // Turn reached, entered, or arrived since the last read.
      const [entry] = await findEntries(db, queueId, [memberId]);
      if (!entry) return null;
      if (entry.state === 'waiting') {
        if (now.getTime() - entry.seenAt.getTime() > ENTRY_KEPT_MS) return null;
        signs.add(entry.id);
      }
      const isEntered = entry.state === 'entered';
      return {
        number: entry.id,
        turnAt: entry.turnAt,
        isEntered,
        ahead: isEntered ? 0 : ahead(known, entry.turnAt, now),
      };
    },
    aheadOf: async (queueId, turnAt, now) => ahead(await knownOf(queueId, now), turnAt, now),
  };
}
