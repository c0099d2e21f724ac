import { LRUCache } from 'lru-cache';
import type { MemberActor } from '#shared/actor.ts';

/**
 * Notifies every process that sessions ended or the rights of an actor changed. Payloads: `member:12`, `session:34`.
 */
export const SESSION_CHANGES = 'airwave_sessions';

const SESSIONS = 20_000;
/**
 * More changes than occur while a session is cached. A change evicted earlier takes effect when the cached session
 * expires.
 */
const CHANGES = 10_000;
/** How long a session is cached. Upper bound for the effect of a change whose notification was lost. */
const REMEMBERED_MS = 3_000;

interface Remembered {
  actor: MemberActor;
  expiresAtMs: number;
  checkedAtMs: number;
  /** Number of changes seen when the lookup began. */
  change: number;
}

/**
 * Cache by token. Keyed by the token itself to avoid hashing it every few seconds; like the request, it does not leave
 * this process.
 */
export interface SessionMemory {
  find(token: string, nowMs: number): MemberActor | undefined;
  /** Called before the database is queried. The result counts only if nothing changed in the meantime. */
  begin(): number;
  keep(token: string, actor: MemberActor, times: { expiresAtMs: number; checkedAtMs: number; change: number }): void;
  /** Handles a message of `SESSION_CHANGES`. */
  drop(message: string): void;
  dropAll(): void;
  size(): number;
}

export function createSessionMemory(): SessionMemory {
  const kept = new LRUCache<string, Remembered>({ max: SESSIONS });
  /** The last change of each member and session. Evicted entries are older than anything cached. */
  const changed = new LRUCache<string, number>({ max: CHANGES });
  let changes = 0;
  const isTrue = ({ actor, change }: Remembered) =>
    (changed.get(`member:${actor.memberId}`) ?? 0) <= change &&
    (changed.get(`session:${actor.sessionId}`) ?? 0) <= change;
  return {
    find(token, nowMs) {
      const found = kept.get(token);
      if (!found) return undefined;
      const ageMs = nowMs - found.checkedAtMs;
      if (ageMs >= 0 && ageMs < REMEMBERED_MS && nowMs < found.expiresAtMs && isTrue(found)) return found.actor;
      kept.delete(token);
      return undefined;
    },
    begin: () => changes,
    keep(token, actor, times) {
      const one = { actor, ...times };
      if (isTrue(one)) kept.set(token, one);
    },
    drop(message) {
      changes += 1;
      changed.set(message, changes);
    },
    dropAll() {
      changes += 1;
      kept.clear();
    },
    size: () => kept.size,
  };
}
