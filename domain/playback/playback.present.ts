import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { RENEW_EACH_MS } from './leases.rules.ts';
import type { Lease } from './leases.ts';
import type { DevicePosition, PlaybackPosition } from './positions.rules.ts';
import type { leasesReplySchema, positionReplySchema, renewedReplySchema } from './playback.schema.ts';
import type { SignedGrant } from './playback.ts';

const presentSpan = ({ streamId, startsAt, endsAt }: Pick<Lease, 'streamId' | 'startsAt' | 'endsAt'>) => ({
  stream_id: streamId,
  start_ts: unixSeconds(startsAt),
  end_ts: unixSeconds(endsAt),
});

export const presentRenewed = ({
  lease,
  isOpen,
  grant,
  acknowledged,
}: {
  lease: Lease;
  isOpen: boolean;
  grant: SignedGrant | null;
  acknowledged: number;
}): z.input<typeof renewedReplySchema> => ({
  lease_id: lease.id,
  epoch: lease.epoch,
  renew_s: RENEW_EACH_MS / 1000,
  ...presentSpan(lease),
  is_open: isOpen,
  grant: grant?.token ?? null,
  grant_expires_ts: grant ? unixSeconds(grant.expiresAt) : null,
  acknowledged,
});

export const presentLeases = (
  leases: readonly Lease[],
  { sessionId, maxDevices }: { sessionId: number; maxDevices: number },
): z.input<typeof leasesReplySchema> => ({
  max_devices: maxDevices,
  leases: leases.map((lease) => ({
    lease_id: lease.id,
    epoch: lease.epoch,
    device_name: lease.deviceName,
    is_this_session: lease.sessionId === sessionId,
    is_paused: lease.isPaused,
    ...presentSpan(lease),
    started_ts: unixSeconds(lease.startedAt),
  })),
});

const presentDevicePosition = ({ at, heardAt, deviceName }: DevicePosition) => ({
  at_ts: unixSeconds(at),
  heard_ts: unixSeconds(heardAt),
  device_name: deviceName,
});

export const presentPosition = (
  position: PlaybackPosition | null,
  heard: readonly { from: Date; to: Date }[],
): z.input<typeof positionReplySchema> => ({
  place: position && {
    ...presentDevicePosition(position),
    other: position.other && presentDevicePosition(position.other),
  },
  heard: heard.map(({ from, to }): [number, number] => [unixSeconds(from), unixSeconds(to)]),
});
