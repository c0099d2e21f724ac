import { fileKind } from './file.ts';
import { liveKind } from './live.ts';
import { replayKind } from './replay.ts';
import type { Source } from './source.ts';

/** How sources of a kind are reached and played. */
export interface SourceKind<S extends Source = never> {
  /** A stream of segments, or a file that the browser plays by itself. */
  engine: 'stream' | 'file';
  /** Asked for at each opening: what is said once and for all is remembered here. */
  address: (source: S) => string | Promise<string>;
}

export type SourceKinds = Readonly<Record<string, SourceKind>>;

/** All that the player can play: a new kind is a file beside this one and an entry here. */
export const SOURCE_KINDS: SourceKinds = { live: liveKind, file: fileKind, replay: replayKind };
