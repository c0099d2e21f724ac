import { createHash } from 'node:crypto';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import type { ReplayGate } from '#server/media/replay/replay-gate.ts';

const granted: Grant[] = [];

/** A grant as a path segment; signing is tested elsewhere. */
export const tokenOfGrant = (grant: Omit<Grant, 'keyId'>): string =>
  `grant-${granted.push({ ...grant, keyId: 1 }) - 1}`;

/** A gate for grants of this process, which is told of ended leases. */
export function openGate(): ReplayGate & { ended: Set<string>; silent: boolean } {
  const gate = {
    ended: new Set<string>(),
    silent: false,
    readGrant(token: string, nowMs: number): Grant | undefined {
      const grant = granted[Number(/^grant-(\d+)$/.exec(token)?.[1])];
      return grant !== undefined && grant.expiresAt > nowMs ? grant : undefined;
    },
    sessionHashOf: (secret: string) => createHash('sha256').update(secret).digest().subarray(0, 16),
    isLeaseEnded: (leaseId: string) => gate.ended.has(leaseId),
    isSilent: () => gate.silent,
    renewRemote: async () => true,
  };
  return gate;
}
