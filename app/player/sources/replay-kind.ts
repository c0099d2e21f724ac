import type { ReplaySource } from './replay.ts';
import type { SourceKind } from './source-kinds.ts';

type Desk = import('#app/player/replay/replay-desk.ts').ReplayDesk;

/** Few hear a replay: what plays one comes with the first. */
export function createReplayKind(
  openDesk: () => Promise<Desk> = async () => (await import('#app/player/replay/replay-desk.ts')).createReplayDesk(),
): SourceKind<ReplaySource> {
  let coming: Promise<Desk> | undefined;
  let desk: Desk | undefined;
  return {
    engine: 'stream',
    address: async (source, asked) => {
      coming ??= openDesk();
      try {
        desk = await coming;
      } catch (error) {
        coming = undefined;
        throw error;
      }
      return desk.open(source, asked);
    },
    follow: (session, send) => desk?.follow(session, send),
  };
}
