import { unlockMedia } from './player.store.ts';

/**
 * Shows a press of play or pause in the next frame (`data-pressed`), and then does what it asks for: starting sound and
 * drawing the player take longer than a frame on a slow phone.
 */
export function answerPress(element: HTMLElement, act: () => void): void {
  element.dataset.pressed = '';
  unlockMedia();
  // The callback of a frame runs before it is painted, a timer set in it after.
  requestAnimationFrame(() =>
    setTimeout(() => {
      delete element.dataset.pressed;
      act();
    }),
  );
}
