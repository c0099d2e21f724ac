import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a strip of links that scrolls sideways on narrow screens: scrolls its current entry into view unless it is
 * visible. `current` changes with the current entry. With `name` the strip is the element of that name within.
 */
export function useCurrentInView<E extends HTMLElement>(current: unknown, name?: 'ul' | 'ol'): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    const strip = name ? place.current?.querySelector(name) : place.current;
    const entry = strip?.querySelector('[aria-current]');
    if (!strip || !entry) return;
    const seen = strip.getBoundingClientRect();
    const box = entry.getBoundingClientRect();
    if (box.left < seen.left || box.right > seen.right)
      strip.scrollLeft += box.left + box.width / 2 - (seen.left + seen.width / 2);
  }, [current, name]);
  return place;
}
