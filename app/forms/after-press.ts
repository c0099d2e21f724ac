let isPressed = false;
let isWatching = false;

/** Starts observing presses; forms call it once they are mounted. */
export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const set = (to: boolean) => () => (isPressed = to);
  document.addEventListener('pointerdown', set(true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, set(false), { capture: true, passive: true });
}

/**
 * Runs `change` when no press is in progress. Pressing a button blurs a field first; a message that then shifted the
 * page would make the press miss its target.
 */
export function afterPress(change: () => void): void {
  if (!isPressed) return change();
  const ended = new AbortController();
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(
      end,
      () => {
        ended.abort();
        // The click event follows the end of its press.
        setTimeout(change);
      },
      { signal: ended.signal },
    );
}
