import { mediaElement } from './player.store.ts';

export const MEDIA_PARK_ID = 'player-media';

/**
 * Puts the sounding element into a box of the page without a break of the sound; what it returns puts it back. To be
 * called in a layout effect: later ones run when the box is gone, and an element out of the page has stopped.
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
  // moveBefore keeps the element's state; elsewhere being taken out of the page may pause it.
  if ('moveBefore' in to && element.isConnected && to.isConnected) to.moveBefore(element, null);
  else to.append(element);
  // If it is refused, the player sees the pause and shows it.
  if (playing && element.paused) element.play().catch(() => undefined);
}
