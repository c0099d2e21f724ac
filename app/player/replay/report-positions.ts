import { calls } from '#app/paths.ts';
import { call, CallRefused } from '#app/player/channel/channel-feed.ts';
import { createPositionLog, type PositionLog } from './position-log.ts';

/** Retries of unsent positions: one renumbering, one resend, and what waited behind it. */
const MAX_CALLS = 3;

/**
 * Reports a member's positions stored in this browser. What does not arrive is kept and reported with the next replay
 * or page load.
 */
export async function reportPositions(
  memberId: number,
  { log = createPositionLog(localStorage), isLeaving = false }: { log?: PositionLog; isLeaving?: boolean } = {},
): Promise<void> {
  for (let asked = 0; asked < MAX_CALLS; asked++) {
    const report = log.report(memberId);
    if (report.places.length === 0) return;
    try {
      const { acknowledged } = await call<{ acknowledged: number }>(calls.playbackPositions(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        keepalive: isLeaving,
      });
      log.acknowledge(memberId, acknowledged);
    } catch (error) {
      const conflict = error instanceof CallRefused ? sequenceConflictOf(error) : null;
      if (conflict === null) return;
      log.renumber(conflict);
    }
  }
}

/** The sequence number already used by another event, and a free one. */
export function sequenceConflictOf({ detail }: CallRefused): { sequence: number; next_sequence: number } | null {
  const { sequence, next_sequence } = (detail ?? {}) as { sequence?: unknown; next_sequence?: unknown };
  return typeof sequence === 'number' && typeof next_sequence === 'number' ? { sequence, next_sequence } : null;
}
