import type { OtherPlayback, Refused } from '#app/player/sources/source.ts';

export interface Playing extends OtherPlayback {
  deviceName: string;
  since: Date;
}

interface PlayingWire {
  lease_id: string;
  epoch: number;
  device_name: string;
  started_ts: number;
}

/** Active playbacks in the detail of a refusal; empty for other refusals. */
export function playingIn({ detail }: Refused): Playing[] {
  const { playing } = (detail ?? {}) as { playing?: PlayingWire[] };
  return (playing ?? []).map(({ lease_id, epoch, device_name, started_ts }) => ({
    leaseId: lease_id,
    epoch,
    deviceName: device_name,
    since: new Date(started_ts * 1000),
  }));
}

/** A device of another member of the family. What it plays is hidden. */
export interface FamilyDevice {
  name: string;
  deviceName: string;
}

/** Devices of a family that leave no slot free, in the detail of a refusal. */
export function familyIn({ detail }: Refused): FamilyDevice[] {
  const { family } = (detail ?? {}) as { family?: { name: string; device_name: string }[] };
  return (family ?? []).map(({ name, device_name }) => ({ name, deviceName: device_name }));
}
