import { useEffect, useState, type RefObject } from 'react';

const QUIET_AFTER_MS = 3_000;

/**
 * Whether there has been no pointer or key activity for a while during playback: then the controls are hidden. They
 * never move.
 */
export function useQuiet(box: RefObject<HTMLElement | null>, isPlaying: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!isPlaying || element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => setQuiet(true), QUIET_AFTER_MS);
    };
    // Touch pointers leave whenever the finger is lifted.
    const leave = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setQuiet(true);
    };
    wake();
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
      element.addEventListener(type, wake);
    element.addEventListener('pointerleave', leave);
    return () => {
      clearTimeout(timer);
      setQuiet(false);
      for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
        element.removeEventListener(type, wake);
      element.removeEventListener('pointerleave', leave);
    };
  }, [box, isPlaying]);
  return isQuiet;
}
