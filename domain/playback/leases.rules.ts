import { streamKindOf } from '#domain/media/streams.rules.ts';

/** How often a device says that it still plays. */
export const RENEW_EACH_MS = 10_000;
/** A place that nobody renewed for this long is free, and so is one that was paused this long. */
export const LAPSE_MS = 60_000;

const LONGEST_REMOTE_MS = 4 * 3_600_000;
/** Slower than that nobody listens. */
const SLOWEST_SPEED = 0.5;

export type EndedWhy = 'closed' | 'taken_over' | 'logged_out' | 'withdrawn';

interface Occupancy {
  renewedAt: Date;
  pausedAt: Date | null;
  endedAt: Date | null;
}

/** Whether a lease takes one of its member's places now. */
export function holdsPlace({ renewedAt, pausedAt, endedAt }: Occupancy, now: Date): boolean {
  const since = now.getTime() - LAPSE_MS;
  return endedAt === null && renewedAt.getTime() > since && (pausedAt === null || pausedAt.getTime() > since);
}

/**
 * Whose places a stream takes: those of its member (0), whatever of it is heard or watched, or those of an event, which has one
 * for each ticket.
 */
export const poolOf = (streamId: number): number => (streamKindOf(streamId) === 'event' ? streamId : 0);

/** How long another machine may play a span from now on: as long as it takes slowly. */
export const remoteMs = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): number =>
  Math.min(LONGEST_REMOTE_MS, (endsAt.getTime() - startsAt.getTime()) / SLOWEST_SPEED);

/** What can still sound under an ended lease is signed for no longer than this. */
export const ENDED_REMEMBERED_MS = LONGEST_REMOTE_MS + 3_600_000;
