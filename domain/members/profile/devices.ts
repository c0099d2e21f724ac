import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { devicesChangeableAt } from './profile.rules.ts';
import { findDevices, insertDevice, lockMemberRow, putDevices, touchDevice } from './profile.store.ts';

/** Devices are listed by a hash, from which their own key cannot be recovered. */
const hashOf = (deviceKey: string): Buffer => createHash('sha256').update(deviceKey).digest();

/**
 * Adds a device that plays paid content to its member's list on first use. 121002 if the list is full, with the list
 * and the time from which devices may be removed. Used by replays and all other paid playback.
 */
export async function noteDevice(
  tx: Tx,
  { memberId, device, most, now }: { memberId: number; device: { key: string; name: string }; most: number; now: Date },
): Promise<void> {
  // Serialises concurrent calls, so that the list never exceeds its limit.
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
 * The same for many members at once. The caller holds the locks on their rows. Returns the members whose device is on
 * their list; the lists of the others are full.
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
