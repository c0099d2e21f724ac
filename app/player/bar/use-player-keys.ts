import { useEffect, type RefObject } from 'react';
import { BACK_SECONDS, ON_SECONDS, type Session } from '#app/player/player.state.ts';
import { skip, toggle } from '#app/player/player.store.ts';
import { bookmarkHeard } from '#app/player/replay/bookmark-heard.ts';
import { playNextChannel } from '#app/player/replay/other-channel.ts';
import { changeSpeed } from '#app/player/replay/replay-controls.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import type { PlayerKey } from './player-keys.ts';
import { useTelling } from './use-telling.ts';

/** Selector of controls that handle a key themselves: buttons take Space, sliders the arrow keys, menus letters. */
function takes(key: string): string {
  if (key === ' ') return 'button, [type=radio]';
  return key.startsWith('Arrow') ? 'input, [role=menu]' : '[role=menu]';
}

/**
 * Player keys, active only while the focus is in the player (WCAG 2.1.4). Space toggles playback; the other keys of
 * `player-keys.ts` are of replays. A control's own keys take precedence, and combinations with Ctrl etc. are left to
 * the browser.
 */
export function usePlayerKeys(box: RefObject<HTMLElement | null>, session: Session | null, isShown = true): void {
  const telling = useTelling();
  const isOfReplay = session !== null && isReplay(session.source);
  useEffect(() => {
    const section = box.current;
    if (!isShown || section === null) return undefined;
    const acts: Record<PlayerKey, () => void> = {
      ' ': toggle,
      ArrowLeft: () => skip(-BACK_SECONDS),
      ArrowRight: () => skip(ON_SECONDS),
      '<': () => changeSpeed(-1),
      '>': () => changeSpeed(1),
      b: () => void bookmarkHeard(telling),
      c: () => playNextChannel(telling),
    };
    const keys: Record<string, () => void> = isOfReplay ? acts : { ' ': acts[' '] };
    const onKeyDown = (event: KeyboardEvent) => {
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(takes(event.key)) !== null) return;
      event.preventDefault();
      if (!event.repeat || event.key.startsWith('Arrow')) act();
    };
    section.addEventListener('keydown', onKeyDown);
    return () => section.removeEventListener('keydown', onKeyDown);
  }, [box, isShown, isOfReplay, telling]);
}
