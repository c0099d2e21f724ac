let isPressed = false;
let isWatching = false;

/** Begins to notice presses; forms call it once they are on the page. */
export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const set = (to: boolean) => () => (isPressed = to);
  document.addEventListener('pointerdown', set(true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, set(false), { capture: true, passive: true });
}

/**
 * Runs `change` when nothing is being pressed. A field is left when a press begins; if what is said of it moved the page
 * then, the press would end on something else.
 */
export function afterPress(change: () => void): void {
  if (!isPressed) return change();
  const ended = new AbortController();
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(
      end,
      () => {
        ended.abort();
        // The click comes after the end of its press.
        setTimeout(change);
      },
      { signal: ended.signal },
    );
}
