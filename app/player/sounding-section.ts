import { useSyncExternalStore } from 'react';
import { wantsSound } from './player.state.ts';
import { playerSnapshot, subscribePlayer } from './player.store.ts';

/** The section that is being replayed, or about to be. */
export function soundingSection(): number | null {
  const { session } = playerSnapshot().player;
  if (session?.timeline !== 'vod' || !wantsSound(session) || session.phase === 'failed') return null;
  const [, number] = /^replay\/(\d+)$/.exec(session.source.key) ?? [];
  return number === undefined ? null : Number(number);
}

/** The same as a hook, which renders only on changes; null in the first render. */
export function useSoundingSection(): number | null {
  return useSyncExternalStore(subscribePlayer, soundingSection, () => null);
}
