import type { LeaseDesk } from '#app/player/lease/lease-desk.ts';
import type { Source } from './source.ts';
import type { SourceKind } from './source-kinds.ts';

/** What is played under a lease: few play any, so its desk comes with the first. */
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
        // What became of it while its code came.
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
