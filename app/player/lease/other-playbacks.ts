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
