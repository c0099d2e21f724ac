import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import type { GrantKeys } from './grants.ts';
import type { Span } from './leases.ts';
import type { Reports } from './reports.ts';

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
  /**
   * What a replay has become since its lease began: while it is on air its end moves. Null where it may not be heard any more.
   * Who has replays knows.
   */
  replayNow: (actor: MemberActor, span: Span, now: Date) => Promise<(Span & { isOpen: boolean }) | null>;
}
