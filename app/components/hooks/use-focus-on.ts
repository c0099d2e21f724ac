import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the result of a press when `news` changes, if it is on the pressed button or the button is gone. A
 * focus elsewhere is left alone.
 */
export function useFocusOn(news: unknown, { to, from }: { to: string; from?: string }): void {
  const before = useRef(news);
  // Before the result is shown: by then the next key is for it.
  useLayoutEffect(() => {
    if (before.current === news) return;
    before.current = news;
    const at = document.activeElement;
    const isLost = at === null || at === document.body;
    if (isLost || (from !== undefined && at.closest(from))) document.querySelector<HTMLElement>(to)?.focus();
  }, [news, to, from]);
}
