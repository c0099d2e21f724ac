import type { SoundMark } from '#domain/songs/marks.rules.ts';
import type { LiveItem } from './channel/live-item.ts';
import type { PlayerState } from './player.state.ts';

/** State published by the controller. */
export interface PlayerFacts {
  player: PlayerState;
  /** The programme heard on live, by the stream's clock, not ours. */
  item: LiveItem | null;
  items: readonly LiveItem[];
  /** The song, bulletin or break at the current instant, live, behind live or in a replay; null between them. */
  nowPlaying: SoundMark | null;
  /** Remaining sleep time, as of the last second. */
  sleepLeftMs: number | null;
  /** Server clock minus client clock. */
  offsetMs: number;
  /** Screen reader announcement of the last change, without times. */
  said: string;
}
