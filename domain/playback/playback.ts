import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { can } from '#domain/auth/auth.ts';
import { GRANT_MS, sessionHashOf, signGrant, type GrantKeys } from './grants.ts';
import { endLease, moveEdges, renewLease, type Lease } from './leases.ts';
import { remoteMs } from './leases.rules.ts';
import { acknowledged, insertAmong, reportOf, type PlaceEvent } from './places.ts';
import type { PlaybackServices } from './playback-services.ts';

export type { PlaybackServices } from './playback-services.ts';
export { createEndedLeases, type EndedLeases } from './ended-leases.ts';
export { createGrantKeyring, type GrantKeyring } from './grant-keys.ts';
export { GRANT_MS, readGrant, sessionHashOf, signGrant, type Grant, type GrantKeys } from './grants.ts';
export {
  endLease,
  endLeasesOfDevices,
  endLeasesWithoutSession,
  listLeases,
  renewRemoteLease,
  startLease,
  withdrawLeases,
  type Lease,
} from './leases.ts';
export { createReports } from './reports.ts';
export { isRecordingPaused, setRecording } from './recording.ts';
export { heardIn, placeIn, placesOf, recentPlaces, recordPlaces, type PlaceEvent } from './places.ts';

export interface SignedGrant {
  token: string;
  expiresAt: Date;
}

/** Signs for a lease: for the browser of its session, or for another machine, which shows no cookie, as long as it takes to play. */
function signLease(
  keys: GrantKeys,
  lease: Pick<Lease, 'id' | 'streamId' | 'startsAt' | 'endsAt'>,
  {
    sessionToken,
    isOpen,
    isRemote = false,
    now,
  }: { sessionToken: string; isOpen: boolean; isRemote?: boolean; now: Date },
): SignedGrant {
  const { id: leaseId, streamId, startsAt, endsAt } = lease;
  const expiresAt = now.getTime() + (isRemote ? remoteMs(lease) : GRANT_MS);
  const token = signGrant(keys, {
    streamId,
    from: startsAt.getTime(),
    to: endsAt.getTime(),
    leaseId,
    sessionHash: isRemote ? null : sessionHashOf(sessionToken),
    expiresAt,
    open: isOpen,
    remote: isRemote,
  });
  return { token, expiresAt: new Date(expiresAt) };
}

/**
 * What a device says every ten seconds: where it is, and that it goes on. Places are kept even where it may not go on. Who
 * stands paused gets no grant: it would play without a place.
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
    events: readonly PlaceEvent[];
    sentAt: Date;
    sessionToken: string;
  },
  now: Date,
): Promise<{ lease: Lease; isOpen: boolean; grant: SignedGrant | null; acknowledged: number }> {
  const { db, maxDevices } = services;
  const { memberId, sessionId } = actor;
  const { leaseId, epoch, isPaused } = given;
  const where = { memberId, device, events };
  const refusal = can(actor, 'usePlan');
  const renews = refusal === null ? { leaseId, sessionId, epoch, isPaused } : null;
  const outcome = await services.reports.add({ ...reportOf(where, { sentAt, now }), renews });
  if (!outcome.isAdded && events.length > 0) await insertAmong(db, where, { sentAt, now });
  if (refusal !== null) throw new DomainError(refusal);
  const lease = outcome.lease
    ? { ...outcome.lease, id: leaseId, epoch, memberId, sessionId, isPaused }
    : (await renewLease(db, { memberId, sessionId, leaseId, epoch, isPaused, maxDevices, now })).lease;
  const replay = await services.replayNow(actor, lease, now);
  if (replay === null) {
    await endLease(db, { memberId, leaseId: lease.id, why: 'withdrawn', now });
    throw new DomainError('noRightToPlay');
  }
  const { startsAt, endsAt, isOpen } = replay;
  const hasMoved = startsAt.getTime() !== lease.startsAt.getTime() || endsAt.getTime() !== lease.endsAt.getTime();
  if (hasMoved) await moveEdges(db, lease, replay);
  const present = { ...lease, startsAt, endsAt };
  const grant = isPaused ? null : signLease(services.keys(), present, { sessionToken, isOpen, isRemote, now });
  return { lease: present, isOpen, grant, ...acknowledged(events) };
}
