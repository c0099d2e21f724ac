import type { Db } from '#db/database.ts';
import type { LeaseRequest, GrantKeys } from '#domain/playback/playback.ts';
import type { Entrance } from './entrance.ts';
import type { WaitingRoom } from '#domain/waiting-room/waiting-room.ts';

/** Dependencies of this module. */
export interface EventServices {
  db: Db;
  siteUrl: string;
  room: WaitingRoom;
  /** Admits many at once. */
  entrance: Entrance;
  /** Signs addresses. */
  keys: () => GrantKeys;
  /**
   * Starts a lease in one of the device slots given by the member's tickets, and adds the device to the member's list
   * . `playing`: slots now taken.
   */
  startLease(
    db: Db,
    asked: LeaseRequest & { takeOver?: { leaseId: string; epoch: number } },
  ): Promise<{ lease: { id: string; epoch: number }; playing: number }>;
}
