import { useSyncExternalStore } from 'react';
import { playerSnapshot, serverSnapshot, subscribePlayer, type PlayerSnapshot } from './player-store.ts';

/** The player as it is now; on the server, and in the first render, as it is before anything was played. */
export function usePlayer(): PlayerSnapshot {
  return useSyncExternalStore(subscribePlayer, playerSnapshot, () => serverSnapshot);
}
