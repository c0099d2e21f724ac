import { LRUCache } from 'lru-cache';
import type { MemberActor } from '#shared/actor.ts';

/** Tells every process that sessions ended or that what an actor may do changed: `member:12`, `session:34`. */
export const SESSION_CHANGES = 'airwave_sessions';

const SESSIONS = 20_000;
/** More than end within the seconds a session is remembered; one that is forgotten holds after those. */
const CHANGES = 10_000;
/** How long a session is believed without asking: an end that nobody told of holds after this. */
const REMEMBERED_MS = 3_000;

interface Remembered {
  actor: MemberActor;
  expiresAtMs: number;
  checkedAtMs: number;
  /** Changes heard of when it was asked for. */
  change: number;
}

/** By token: what is found here every few seconds is not hashed again. It leaves this process no more than a request does. */
export interface SessionMemory {
  find(token: string, nowMs: number): MemberActor | undefined;
  /** Called before the database is asked; what it answers counts only if nothing changed since. */
  begin(): number;
  keep(token: string, actor: MemberActor, times: { expiresAtMs: number; checkedAtMs: number; change: number }): void;
  /** What `SESSION_CHANGES` said. */
  drop(message: string): void;
  dropAll(): void;
  size(): number;
}

export function createSessionMemory(): SessionMemory {
  const kept = new LRUCache<string, Remembered>({ max: SESSIONS });
  /** The last change of each member and session. One that is forgotten here is older than anything remembered. */
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
