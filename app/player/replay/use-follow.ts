import { useLayoutEffect, useRef, useState } from 'react';

/** Keys that scroll. */
const SCROLLS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' ']);

/**
 * A list that scrolls to its current line during playback, until the listener scrolls it or moves the focus
 * into it by keyboard; `follow` makes it follow again.
 */
export function useFollow(current: number, lines: readonly unknown[]) {
  const list = useRef<HTMLOListElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  useLayoutEffect(() => {
    const box = list.current;
    const line = box?.children[current];
    if (!box || !isFollowing || !(line instanceof HTMLElement)) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Not `scrollIntoView`, which also scrolls the page.
    box.scrollTo({
      top: line.offsetTop - box.offsetTop - box.clientHeight / 3,
      behavior: isStill ? 'instant' : 'smooth',
    });
  }, [current, lines, isFollowing]);
  const stop = () => setFollowing(false);
  return {
    list,
    isFollowing,
    follow: () => setFollowing(true),
    stop,
    /** Handlers of the list. */
    reading: {
      onWheel: stop,
      onTouchMove: stop,
      // Its scrollbar; a press on a line has the line as target.
      onPointerDown: (event: React.PointerEvent) => {
        if (event.target === event.currentTarget) stop();
      },
      onKeyDown: (event: React.KeyboardEvent) => {
        if (SCROLLS.has(event.key)) stop();
      },
    },
  };
}
