import { useEffect, useRef } from 'react';

/**
 * Moves on to what a press brought forth, once `news` changed: from the press itself, or from nowhere where the pressed
 * button is gone. Whoever is elsewhere on the page stays there.
 */
export function useFocusOn(news: unknown, { to, from }: { to: string; from?: string }): void {
  const before = useRef(news);
  useEffect(() => {
    if (before.current === news) return;
    before.current = news;
    const at = document.activeElement;
    const isLost = at === null || at === document.body;
    if (isLost || (from !== undefined && at.closest(from))) document.querySelector<HTMLElement>(to)?.focus();
  }, [news, to, from]);
}
