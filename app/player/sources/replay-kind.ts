import type { ReplaySource } from './replay.ts';
import type { SourceKind } from './source-kinds.ts';

type Desk = import('#app/player/replay/replay-desk.ts').ReplayDesk;

/** Few hear a replay: what plays one comes with the first. */
export function createReplayKind(
  openDesk: () => Promise<Desk> = async () => (await import('#app/player/replay/replay-desk.ts')).createReplayDesk(),
): SourceKind<ReplaySource> {
  let coming: Promise<Desk> | undefined;
  let desk: Desk | undefined;
  let now: Parameters<Desk['follow']> | undefined;
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
