import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import type { GrantKeys } from './grants/grants.ts';
import type { SharedSlotsOf, Span } from './leases.ts';
import type { Reports } from './reports.ts';

/** What is played under a lease, in its current state. */
export interface PlayingNow extends Span {
  /** Still on air: its end moves. */
  isOpen: boolean;
  /** The part an address may open, if not all: a film that has not started. */
  signed?: { startsAt: Date; endsAt: Date };
  /** Addresses expire with the right. */
  until?: Date;
}

/** Dependencies of this module. */
export interface PlaybackServices {
  db: Db;
  /** Stores reports of playing devices. */
  reports: Reports;
  keys: () => GrantKeys;
  /** Maximum devices of a member playing at once. */
  maxDevices: number;
  /** Slots shared by those who play by one plan. */
  sharedOf: SharedSlotsOf;
  /** Seconds until the member's next call is allowed; 0: now. */
  takeTurn: (memberId: number) => number | Promise<number>;
  /**
   * Whether a stream needs a plan, asked for a member without one. Films and events are bought individually, and a replay
   * may be.
   */
  needsPlan: (streamId: number, memberId: number, now: Date) => Promise<boolean>;
  /**
   * The current state of what is played, whose end moves while on air; null if it may no longer be played. `isMoving`:
   * playback advanced since the last report.
   */
  replayNow: (actor: MemberActor, span: Span, now: Date, said: { isMoving: boolean }) => Promise<PlayingNow | null>;
}
