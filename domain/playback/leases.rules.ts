import { streamKindOf } from '#domain/media/streams.rules.ts';

/** How often a device renews its lease. */
export const RENEW_EACH_MS = 10_000;
/** A device slot not renewed, or paused, for this long is free. */
export const LAPSE_MS = 60_000;

const MAX_REMOTE_MS = 4 * 3_600_000;
/** The slowest playback speed. */
const SLOWEST_SPEED = 0.5;

export type EndedWhy = 'closed' | 'taken_over' | 'logged_out' | 'withdrawn';

interface Occupancy {
  renewedAt: Date;
  pausedAt: Date | null;
  endedAt: Date | null;
}

/**
 * Whether a lease takes one of its member's device slots now. If none is free, the holders are listed with the oldest
 * first (`findOpenLeases`), and the member picks one to take over (`startLeaseWithin`).
 */
export function holdsSlot({ renewedAt, pausedAt, endedAt }: Occupancy, now: Date): boolean {
  const since = now.getTime() - LAPSE_MS;
  return endedAt === null && renewedAt.getTime() > since && (pausedAt === null || pausedAt.getTime() > since);
}

/**
 * The slot pool of a stream: the member's own (0), with `PLAYBACK_DEVICES` slots (`server/config.schema.ts`), or an
 * event's, with one slot per ticket.
 */
export const poolOf = (streamId: number): number => (streamKindOf(streamId) === 'event' ? streamId : 0);

/** Whether a stream counts among the devices of a family, whose plan is for replays. */
export const isOfPlan = (streamId: number): boolean => {
  const kind = streamKindOf(streamId);
  return kind === 'channel' || kind === 'tape';
};

/** How long another machine can play a span: its duration at the slowest speed. */
export const remoteMs = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): number =>
  Math.min(MAX_REMOTE_MS, (endsAt.getTime() - startsAt.getTime()) / SLOWEST_SPEED);

/** Grants under an ended lease last no longer than this. */
export const ENDED_REMEMBERED_MS = MAX_REMOTE_MS + 3_600_000;
