import type { Db } from '#db/database.ts';
import { streamKindOf, type StreamKind } from '#domain/media/streams.rules.ts';
import type { Span } from './leases.ts';
import { holdsPlace } from './leases.rules.ts';
import { endLeases, findPlaying, isAnyEpoch } from './leases.store.ts';

/** A lease that is not over, as whoever knows the right to it is asked about it. */
export interface PlayingLease extends Span {
  id: string;
  epoch: number;
  memberId: number;
  startedAt: Date;
  /** It takes one of the places. */
  isHolder: boolean;
}

/** Those of some leases, all of streams of one kind, whose members may not play them any more. */
type FindWithoutRight = (leases: readonly PlayingLease[], now: Date) => Promise<readonly PlayingLease[]>;

/**
 * Ends the leases whose right is over, whatever ended it: time, a refund, a chargeback, a take-down. Every process hears of it,
 * and no grant of theirs opens anything any more. Whoever has a kind of stream says who has no right to it.
 */
export async function endWithoutRight(
  db: Db,
  by: Readonly<Partial<Record<StreamKind, FindWithoutRight>>>,
  clock: () => Date,
): Promise<void> {
  const open = await findPlaying(db, clock());
  // Later than all that was read: a right that a lease began by has begun by then.
  const now = clock();
  const playing = open.map(
    ({ id, epoch, memberId, streamId, startsAt, endsAt, startedAt, ...times }): PlayingLease => ({
      id,
      epoch,
      memberId,
      streamId,
      startsAt,
      endsAt,
      startedAt,
      isHolder: holdsPlace(times, now),
    }),
  );
  for (const [kind, leases] of Map.groupBy(playing, ({ streamId }) => streamKindOf(streamId))) {
    const lost = (await by[kind]?.(leases, now)) ?? leases;
    if (lost.length > 0) await endLeases(db, isAnyEpoch(lost), { why: 'withdrawn', now });
  }
}
