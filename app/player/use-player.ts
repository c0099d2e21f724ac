import { useSyncExternalStore } from 'react';
import type { ChannelId } from '#shared/enums.ts';
import {
  playerSnapshot,
  serverSnapshot,
  soundingChannel,
  subscribePlayer,
  type PlayerSnapshot,
} from './player.store.ts';

/** The current player; on the server and in the first render, its initial state. */
export function usePlayer(): PlayerSnapshot {
  return useSyncExternalStore(subscribePlayer, playerSnapshot, () => serverSnapshot);
}

/** The channel that plays, or is about to; null in the first render. Renders only on changes. */
export function useSoundingChannel(): ChannelId | null {
  return useSyncExternalStore(subscribePlayer, soundingChannel, () => null);
}

export { playReplay } from './player.store.ts';
