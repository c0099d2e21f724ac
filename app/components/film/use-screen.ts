import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { showMediaIn } from '#app/player/media-park.ts';
import { wantsSound, type Session } from '#app/player/player.state.ts';
import { close, playerSnapshot, type PlayerSnapshot } from '#app/player/player.store.ts';
import { usePlayer } from '#app/player/use-player.ts';

interface Screen {
  snapshot: PlayerSnapshot;
  /** The player's session for this page's sources; null: none. */
  session: Session | null;
}

/** The session that has the element, if it is for one of the page's sources. It ends with the page. */
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

/** The pressed button disappears; keep the focus in the player. */
export const keepKeys = (box: RefObject<HTMLElement | null>): void => box.current?.focus({ preventScroll: true });

/** Whether there is a picture to show: none after a failure or release. */
export const hasPicture = (session: Session | null): boolean =>
  session !== null && session.source.media === 'video' && (wantsSound(session) || session.load !== null);

/** Shows the picture in a box of the page while there is one. */
export function usePicture(box: RefObject<HTMLElement | null>, isShown: boolean, label: string): void {
  useLayoutEffect(
    () => (isShown && box.current !== null ? showMediaIn(box.current, label) : undefined),
    [box, isShown, label],
  );
}
