import type { LeaseDesk } from '#app/player/lease/lease-desk.ts';
import type { Source } from './source.ts';
import type { SourceKind } from './source-kind.ts';

/** A kind of source under a lease. Its desk is loaded on first use, as few visitors need it. */
export function createLeaseKind<S extends Source>(openDesk: () => Promise<LeaseDesk<S>>): SourceKind<S> {
  let coming: Promise<LeaseDesk<S>> | undefined;
  let desk: LeaseDesk<S> | undefined;
  let now: Parameters<LeaseDesk<S>['follow']> | undefined;
  return {
    engine: 'stream',
    address: async (source, asked) => {
      coming ??= openDesk();
      try {
        const isFirst = desk === undefined;
        desk = await coming;
        // Changes that happened while the code was loading.
        if (isFirst && now) desk.follow(...now);
      } catch (error) {
        coming = undefined;
        throw error;
      }
      return desk.open(source, asked);
    },
    follow: (session, send) => {
      now = [session, send];
      desk?.follow(session, send);
    },
  };
}
