import type { Db } from '#db/database.ts';
import { streamKindOf, type StreamKind } from '#domain/media/streams.rules.ts';
import type { Span } from './leases.ts';
import { holdsSlot } from './leases.rules.ts';
import { endLeases, findPlaying, isAnyEpoch } from './leases.store.ts';

/** An open lease, as passed to the module that decides the right to it. */
export interface PlayingLease extends Span {
  id: string;
  epoch: number;
  memberId: number;
  startedAt: Date;
  /** Whether it takes a device slot. */
  isHolder: boolean;
}

/** Those of some leases, all of streams of one kind, whose members may no longer play them. */
type FindWithoutRight = (leases: readonly PlayingLease[], now: Date) => Promise<readonly PlayingLease[]>;

/**
 * Ends leases whose right has ended, for whatever reason: expiry, refund, chargeback, take-down. Every process is
 * notified, and their grants are refused from then on. The module of each kind of stream decides the right.
 */
export async function endWithoutRight(
  db: Db,
  by: Readonly<Partial<Record<StreamKind, FindWithoutRight>>>,
  clock: () => Date,
): Promise<void> {
  const open = await findPlaying(db, clock());
  // Taken after the reads: a right that a lease started under has started by then.
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
      isHolder: holdsSlot(times, now),
    }),
  );
  for (const [kind, leases] of Map.groupBy(playing, ({ streamId }) => streamKindOf(streamId))) {
    const lost = (await by[kind]?.(leases, now)) ?? leases;
    if (lost.length > 0) await endLeases(db, isAnyEpoch(lost), { why: 'withdrawn', now });
  }
}
