import { isKept, isRendition, type RenditionName } from '#domain/media/renditions.rules.ts';
import { endOf, type TimelineSegment } from '#domain/media/timeline.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import type { RemoteLeases } from '#server/media/replay/remote-leases.ts';
import type { Removals } from '#server/media/removals.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import type { ReplayGate } from '#server/media/replay/replay-gate.ts';

// Checks of what a replay address may access. Each throws the error for its caller.

const refused = (detail: string): DomainError => new DomainError('forbidden', detail);

/** For a remote device whose lease has ended or has a newer grant. */
export const replaced = (): DomainError => refused('playback has ended here, or the grant was replaced by a newer one');

/** Verifies the grant in an address, with the cookies of the request. */
export type ReadGrant = (token: string, cookies: string | undefined) => Grant;

export function createGrantCheck({
  gate,
  removals,
  remoteLeases,
  now,
}: {
  gate: ReplayGate;
  removals: Removals;
  remoteLeases: RemoteLeases;
  now: () => Date;
}): ReadGrant {
  return (token, cookies) => {
    const grant = gate.readGrant(token, now().getTime());
    if (grant === undefined) throw refused('the grant is invalid or has expired');
    if (grant.sessionHash !== null) {
      const secret = secretOf(cookies, SESSION_COOKIES.session);
      if (secret === undefined || !gate.sessionHashOf(secret).equals(grant.sessionHash))
        throw refused('the grant belongs to another session');
    }
    const { leaseId, remoteSerial } = grant;
    if (leaseId !== null && gate.isLeaseEnded(leaseId)) throw refused('playback has ended here');
    if (leaseId !== null && remoteSerial !== null && remoteLeases.isOver(leaseId, remoteSerial)) throw replaced();
    if (removals.hide(grant)) throw new DomainError('soundRemoved');
    if (remoteSerial !== null && gate.isSilent()) throw refused('the leases cannot be checked at the moment');
    return grant;
  };
}

/** A free beginning without session or lease, the same for everybody. */
export const isPublic = (grant: Grant): boolean => grant.sessionHash === null && grant.leaseId === null;

export function spanIn(file: string): { from: number; to: number } {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})\.m3u8$/.exec(file) ?? [];
  if (from === undefined) throw new DomainError('fileNotFound');
  return { from: Number(from), to: Number(to) };
}

/** The part of a span that the grant covers: a playlist may be wider than what may be heard, sound never. */
export function covered(grant: Grant, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const span = { from: Math.max(from, grant.from), to: Math.min(to, grant.to) };
  if (span.from >= span.to) throw refused('the grant does not cover this time span');
  return span;
}

export function assertCovers(grant: Grant, segment: TimelineSegment): void {
  if (segment.startsAt >= grant.to || endOf(segment) <= grant.from)
    throw refused('the grant does not cover this segment');
}

export function streamIn(text: string, grant: Grant): number {
  if (text !== String(grant.streamId)) throw refused('the grant does not cover this stream');
  return grant.streamId;
}

/** Sound, and the pictures of films and events. Pictures of channels are not kept. */
export function keptIn(text: string): RenditionName {
  if (!isRendition(text) || !isKept(text)) throw new DomainError('dataNotFound', 'the rendition does not exist');
  return text;
}
