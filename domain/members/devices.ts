import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { devicesChangeableAt } from './profile.rules.ts';
import { findDevices, insertDevice, lockMemberRow, putDevices, touchDevice } from './profile.store.ts';

/** What a device is known by on the list: nothing of its own name for itself can be read from it. */
const hashOf = (deviceKey: string): Buffer => createHash('sha256').update(deviceKey).digest();

/**
 * Has a device that plays what is paid for on its member's list, from the first time on. 121002 with the list, and from when
 * on something may be removed, where it is full: replays ask, and whatever else a plan pays for.
 */
export async function noteDevice(
  tx: Tx,
  { memberId, device, most, now }: { memberId: number; device: { key: string; name: string }; most: number; now: Date },
): Promise<void> {
  // Two that come at once wait here: the list never grows beyond what it may have.
  const member = await lockMemberRow(tx, memberId);
  if (member === null) throw new DomainError('notAuthenticated');
  const tokenHash = hashOf(device.key);
  if (await touchDevice(tx, memberId, { tokenHash, name: device.name, usedAt: now })) return;
  const listed = await findDevices(tx, memberId, most);
  if (listed.length >= most) {
    const changeableAt = devicesChangeableAt(member.devicesChangedAt, now);
    throw new DomainError('tooManyKnownDevices', {
      devices: listed.map(({ id, name, usedAt }) => ({ device_id: id, name, used_ts: usedAt.getTime() / 1000 })),
      changeable_ts: changeableAt && changeableAt.getTime() / 1000,
    });
  }
  await insertDevice(tx, { memberId, tokenHash, name: device.name, usedAt: now, createdAt: now });
}

/**
 * The same for many members at once, whose rows the caller holds: those whose device is on their list now. Of the others it is
 * full.
 */
export const noteDevices = async (
  tx: Tx,
  devices: readonly { memberId: number; device: { key: string; name: string } }[],
  { most, now }: { most: number; now: Date },
): Promise<ReadonlySet<number>> =>
  new Set(
    await putDevices(
      tx,
      devices.map(({ memberId, device }) => ({ memberId, tokenHash: hashOf(device.key), name: device.name })),
      { most, now },
    ),
  );
