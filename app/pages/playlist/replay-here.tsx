import { useEffect, useRef } from 'react';
import { ReplayCard } from '#app/player/bar/replay-panel.tsx';
import { BesideWords } from '#app/player/bar/replay-words.tsx';
import { usePlayerKeys } from '#app/player/bar/use-player-keys.ts';
import { useReplayPrompts } from '#app/player/bar/use-replay-prompts.ts';
import { vodOf, type VodSession } from '#app/player/player.state.ts';
import type { PlayerSnapshot } from '#app/player/player.store.ts';
import { isReplay, type ReplaySource } from '#app/player/sources/replay.ts';
import { usePlayer } from '#app/player/use-player.ts';
import type { WINDOW_NAMES } from '#shared/enums.ts';
import styles from './playlist.module.css';

interface Here {
  snapshot: PlayerSnapshot;
  session: VodSession;
  source: ReplaySource;
}

/** The replay that has the element; null if none. */
export function useReplayHere(): Here | null {
  const snapshot = usePlayer();
  const session = vodOf(snapshot.player);
  return session && isReplay(session.source) ? { snapshot, session, source: session.source } : null;
}

/** The full player in the page, in place of the bar. */
export function ReplayHere(here: Here) {
  const box = useRef<HTMLElement>(null);
  const { session, source } = here;
  useReplayPrompts(session, source);
  usePlayerKeys(box, session);
  return (
    <section ref={box} className={styles.player} data-replay-player>
      <BesideWords source={source} positionMs={session.positionMs}>
        <ReplayCard {...here} />
      </BesideWords>
    </section>
  );
}

/** Names the window of these pages, however it was opened: the next replay opens there too. */
export function useArchiveWindow(): void {
  useEffect(() => {
    if (window.name === '') window.name = 'archive' satisfies (typeof WINDOW_NAMES)[number];
  }, []);
}
