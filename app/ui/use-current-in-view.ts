import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a strip of links that scrolls sideways on narrow screens: scrolls its current entry into view unless it is
 * visible. `current` changes with the current entry.
 */
export function useCurrentInView<E extends HTMLElement>(current: unknown): RefObject<E | null> {
  const strip = useRef<E>(null);
  useEffect(() => {
    const entry = strip.current?.querySelector('[aria-current]');
    if (!strip.current || !entry) return;
    const seen = strip.current.getBoundingClientRect();
    const box = entry.getBoundingClientRect();
    if (box.left < seen.left || box.right > seen.right)
      strip.current.scrollLeft += box.left + box.width / 2 - (seen.left + seen.width / 2);
  }, [current]);
  return strip;
}
