import type { Db } from '#db/database.ts';
import type { AskedPlace, GrantKeys } from '#domain/playback/playback.ts';
import type { Entrance } from './entrance.ts';
import type { WaitingRoom } from '#domain/waiting-room/waiting-room.ts';

/** What the doors of this module need of the house. */
export interface EventServices {
  db: Db;
  siteUrl: string;
  room: WaitingRoom;
  /** Lets many in at once. */
  entrance: Entrance;
  /** What addresses are signed with. */
  keys: () => GrantKeys;
  /**
   * Gives a device a place among those that the tickets of its member give, and has it on its member's list.
   * `playing`: how many of them are taken now.
   */
  startLease(
    db: Db,
    asked: AskedPlace & { takeOver?: { leaseId: string; epoch: number } },
  ): Promise<{ lease: { id: string; epoch: number }; playing: number }>;
}
