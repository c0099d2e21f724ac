import { mediaElement } from './player.store.ts';

export const MEDIA_PARK_ID = 'player-media';

/**
 * Moves the media element into a box of the page without interrupting playback; the returned function moves it back.
 * Call in a layout effect: later effects run after the box is removed, and an element outside the page has stopped.
 */
export function showMediaIn(box: HTMLElement, label: string): () => void {
  const element = mediaElement();
  element?.setAttribute('aria-label', label);
  move(element, box);
  return () => {
    element?.removeAttribute('aria-label');
    move(element, document.getElementById(MEDIA_PARK_ID));
  };
}

function move(element: HTMLVideoElement | null, to: HTMLElement | null): void {
  if (element === null || to === null || element.parentElement === to) return;
  const playing = !element.paused;
  // moveBefore keeps the element's state; elsewhere, removal from the page may pause it.
  if ('moveBefore' in to && element.isConnected && to.isConnected) to.moveBefore(element, null);
  else to.append(element);
  // If refused, the player sees the pause and shows it.
  if (playing && element.paused) element.play().catch(() => undefined);
}
