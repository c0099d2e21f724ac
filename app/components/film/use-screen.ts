import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { showMediaIn } from '#app/player/media-place.ts';
import { wantsSound, type Session } from '#app/player/player.state.ts';
import { close, playerSnapshot, type PlayerSnapshot } from '#app/player/player.store.ts';
import { usePlayer } from '#app/player/use-player.ts';

interface Screen {
  snapshot: PlayerSnapshot;
  /** What the player does with what this page shows; null: nothing. */
  session: Session | null;
}

/** What has the element, if it is one of what a page shows. It ends with the page. */
export function useScreen(keys: readonly string[]): Screen {
  const snapshot = usePlayer();
  const { session } = snapshot.player;
  const all = keys.join(' ');
  useEffect(
    () => () => {
      const held = playerSnapshot().player.session;
      if (held !== null && all.split(' ').includes(held.source.key)) close();
    },
    [all],
  );
  return { snapshot, session: session !== null && keys.includes(session.source.key) ? session : null };
}

/** The button that was pressed goes away: the keys stay with the picture. */
export const keepKeys = (box: RefObject<HTMLElement | null>): void => box.current?.focus({ preventScroll: true });

/** Whether there is a picture to be shown: of what failed or was let go of there is none. */
export const hasPicture = (session: Session | null): boolean =>
  session !== null && session.source.media === 'video' && (wantsSound(session) || session.load !== null);

/** Puts the picture into a box of the page while there is one. */
export function usePicture(box: RefObject<HTMLElement | null>, isShown: boolean, label: string): void {
  useLayoutEffect(
    () => (isShown && box.current !== null ? showMediaIn(box.current, label) : undefined),
    [box, isShown, label],
  );
}
