import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import type { GrantKeys } from './grants.ts';
import type { Span } from './leases.ts';
import type { Reports } from './reports.ts';

/** What is played under a lease, as it is now. */
export interface PlayingNow extends Span {
  /** It is still on air: its end moves. */
  isOpen: boolean;
  /** What of it an address may open, where that is less than all: a film that has not begun. */
  signed?: { startsAt: Date; endsAt: Date };
  /** No address lasts beyond the end of the right. */
  until?: Date;
}

/** What the doors of this module need of the house. */
export interface PlaybackServices {
  db: Db;
  /** Writes down what devices that play say. */
  reports: Reports;
  keys: () => GrantKeys;
  /** How many devices of a member may play at once. */
  maxDevices: number;
  /** Seconds until a member may send the next call; 0: at once. */
  takeTurn: (memberId: number) => number;
  /** Whether a plan pays for what a stream has. Films and events are paid for one by one. */
  needsPlan: (streamId: number) => boolean;
  /**
   * What that which is played has become since its lease began: while it is on air its end moves. Null where it may not be played any
   * more. Who has it knows. `isMoving`: its sound or picture moved since the last word.
   */
  replayNow: (actor: MemberActor, span: Span, now: Date, said: { isMoving: boolean }) => Promise<PlayingNow | null>;
}
