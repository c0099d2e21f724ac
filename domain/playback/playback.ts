import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { can } from '#domain/auth/auth.ts';
import { sessionHashOf, signGrant, type GrantKeys } from './grants/grants.ts';
import { GRANT_MS } from './grants/grants.rules.ts';
import { endLease, moveEdges, nextRemoteSerial, renewLease, streamOfLease, type Lease } from './leases.ts';
import { remoteMs } from './leases.rules.ts';
import { acknowledged, insertAmong, reportOf, type PositionEvent } from './positions.ts';
import type { PlaybackServices, PlayingNow } from './playback-services.ts';

export type { PlaybackServices, PlayingNow } from './playback-services.ts';
export { createEndedLeases, type EndedLeases } from './ended-leases.ts';
export { endWithoutRight, type PlayingLease } from './ended-rights.ts';
export { createGrantKeyring, type GrantKeyring } from './grants/grant-keys.ts';
export { createGrantReader } from './grants/known-grants.ts';
export { sessionHashOf, signGrant, type GrantKeys } from './grants/grants.ts';
export {
  endLease,
  endLeasesOfDevices,
  endLeasesOfMember,
  endLeasesWithoutSession,
  listLeases,
  renewRemoteLease,
  startLeasesWithin,
  startLeaseWithin,
  withdrawLeases,
  type LeaseRequest,
  type Lease,
  type SharedSlotsOf,
} from './leases.ts';
export { isOfPlan } from './leases.rules.ts';
export { createReports } from './reports.ts';
export { isRecordingPaused, setRecording } from './recording.ts';
export {
  heardIn,
  positionIn,
  positionsOf,
  positionsOfEach,
  recentPositions,
  recordPositions,
  type PositionEvent,
} from './positions.ts';

export interface SignedGrant {
  token: string;
  expiresAt: Date;
}

/**
 * Signs a lease: for its session's browser, or for another machine, which sends no cookie, for as long as the span
 * takes to play.
 */
function signLease(
  keys: GrantKeys,
  lease: Pick<Lease, 'id' | 'streamId'>,
  playing: PlayingNow,
  { sessionToken, remoteSerial, now }: { sessionToken: string; remoteSerial: number | null; now: Date },
): SignedGrant {
  const { id: leaseId, streamId } = lease;
  const { startsAt, endsAt } = playing.signed ?? playing;
  const lasts = now.getTime() + (remoteSerial === null ? GRANT_MS : remoteMs({ startsAt, endsAt }));
  const expiresAt = Math.min(lasts, playing.until?.getTime() ?? lasts);
  const token = signGrant(keys, {
    streamId,
    from: startsAt.getTime(),
    to: endsAt.getTime(),
    leaseId,
    sessionHash: remoteSerial === null ? sessionHashOf(sessionToken) : null,
    expiresAt,
    open: playing.isOpen,
    remoteSerial,
  });
  return { token, expiresAt: new Date(expiresAt) };
}

/** Older events, kept while offline, say nothing about the present. */
const LATELY_MS = 60_000;
const movedLately = ({ movedMs, ageMs }: PositionEvent): boolean => movedMs > 0 && ageMs !== null && ageMs < LATELY_MS;

/**
 * A device's report every ten seconds: its position, and that it continues. Positions are stored even if it may not
 * continue. A paused device gets no grant, because it would play without a slot.
 */
export async function goOn(
  services: PlaybackServices,
  actor: MemberActor,
  {
    device,
    events,
    sentAt,
    sessionToken,
    isRemote,
    ...given
  }: {
    leaseId: string;
    epoch: number;
    isPaused: boolean;
    isRemote: boolean;
    device: { key: string; name: string };
    events: readonly PositionEvent[];
    sentAt: Date;
    sessionToken: string;
  },
  now: Date,
): Promise<{ lease: Lease; isOpen: boolean; grant: SignedGrant | null; acknowledged: number }> {
  const { db, maxDevices, sharedOf } = services;
  const { memberId, sessionId } = actor;
  const { leaseId, epoch, isPaused } = given;
  const where = { memberId, device, events };
  // Individual purchases need no plan; the kind of stream is looked up only for members without one.
  const planless = can(actor, 'usePlan');
  const needsPlan =
    planless !== null && (await services.needsPlan((await streamOfLease(db, leaseId)) ?? 0, memberId, now));
  const refusal = needsPlan ? planless : null;
  const renews = refusal === null ? { leaseId, sessionId, epoch, isPaused } : null;
  const outcome = await services.reports.add({ ...reportOf(where, { sentAt, now }), renews });
  if (!outcome.isAdded && events.length > 0) await insertAmong(db, where, { sentAt, now });
  if (refusal !== null) throw new DomainError(refusal);
  const lease = outcome.lease
    ? { ...outcome.lease, id: leaseId, epoch, memberId, sessionId, isPaused }
    : (await renewLease(db, { memberId, sessionId, leaseId, epoch, isPaused, maxDevices, sharedOf, now })).lease;
  const isMoving = !isPaused && events.some((event) => event.streamId === lease.streamId && movedLately(event));
  const replay = await services.replayNow(actor, lease, now, { isMoving });
  if (replay === null) {
    await endLease(db, { memberId, leaseId: lease.id, why: 'withdrawn', now });
    throw new DomainError('noRightToPlay');
  }
  const { startsAt, endsAt, isOpen } = replay;
  const isOther = startsAt.getTime() !== lease.startsAt.getTime() || endsAt.getTime() !== lease.endsAt.getTime();
  if (isOther) await moveEdges(db, lease, replay);
  const present = { ...lease, startsAt, endsAt };
  const remoteSerial = isRemote && !isPaused ? await nextRemoteSerial(db, lease) : null;
  const grant = isPaused ? null : signLease(services.keys(), present, replay, { sessionToken, remoteSerial, now });
  return { lease: present, isOpen, grant, ...acknowledged(events) };
}
