import type { LeaseController } from '#app/player/lease/lease-controller.ts';
import type { Source } from './source.ts';
import type { SourceKind } from './source-kind.ts';

/** A kind of source under a lease. Its controller is loaded on first use, as few visitors need it. */
export function createLeaseKind<S extends Source>(createController: () => Promise<LeaseController<S>>): SourceKind<S> {
  let coming: Promise<LeaseController<S>> | undefined;
  let controller: LeaseController<S> | undefined;
  let now: Parameters<LeaseController<S>['follow']> | undefined;
  return {
    engine: 'stream',
    address: async (source, asked) => {
      coming ??= createController();
      try {
        const isFirst = controller === undefined;
        controller = await coming;
        // Changes that happened while the code was loading.
        if (isFirst && now) controller.follow(...now);
      } catch (error) {
        coming = undefined;
        throw error;
      }
      return controller.open(source, asked);
    },
    follow: (session, send) => {
      now = [session, send];
      controller?.follow(session, send);
    },
  };
}
