import {
  createEndedLeases,
  createGrantKeyring,
  type EndedLeases,
  type GrantKeyring,
} from '#domain/playback/playback.ts';
import type { Base } from '#server/services/base.ts';

export interface Grants {
  /** Keys that sign replay addresses, in memory. */
  grantKeys: GrantKeyring;
  /** Ended leases, in memory. */
  endedLeases: EndedLeases;
}

/** What decides in memory whether an address may still be played. */
export const createGrants = ({ database, clock, log }: Base): Grants => ({
  grantKeys: createGrantKeyring({
    db: database.db,
    clock,
    onFault: (error) => log.warn({ err: error }, 'could not read grant keys'),
  }),
  endedLeases: createEndedLeases({
    ...database,
    clock,
    onFault: (error) => log.warn({ err: error }, 'could not read ended leases'),
  }),
});
