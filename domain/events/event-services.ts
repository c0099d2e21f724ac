import type { Db } from '#db/database.ts';
import type { GrantKeys } from '#domain/playback/playback.ts';
import type { WaitingRoom } from '#domain/waiting-room/waiting-room.ts';

/** What the doors of this module need of the house. */
export interface EventServices {
  db: Db;
  siteUrl: string;
  room: WaitingRoom;
  /** What addresses are signed with. */
  keys: () => GrantKeys;
  /**
   * Gives a device a place among those that the tickets of its member give, and has it on its member's list.
   * `playing`: how many of them are taken now.
   */
  startLease(
    db: Db,
    asked: {
      memberId: number;
      sessionId: number;
      device: { key: string; name: string };
      streamId: number;
      startsAt: Date;
      endsAt: Date;
      takeOver?: { leaseId: string; epoch: number };
      maxDevices: number;
      now: Date;
    },
  ): Promise<{ lease: { id: string; epoch: number }; playing: number }>;
}
