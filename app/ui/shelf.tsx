import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './shelf.module.css';

/** Content wider than the view by this or less is not worth arrows. */
const BARELY_PX = 10;
const END_PX = 4;
/** A window that is being pulled about is looked at when it has come to rest. */
const RESIZE_DELAY_MS = 800;

interface ShelfPlace {
  atStart: boolean;
  atEnd: boolean;
}

/**
 * A row of cards that scrolls sideways: by finger, wheel, keyboard (the focus brings its card into view) and, on wide
 * screens, by arrows, which are there only while there is somewhere to go. It never moves by itself.
 */
export function Shelf({
  label,
  words,
  children,
}: {
  label: string;
  words: { back: string; forward: string };
  /** List items. */
  children: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<ShelfPlace | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const hidden = element.scrollWidth - element.clientWidth;
      setPlace(
        hidden <= BARELY_PX
          ? null
          : { atStart: element.scrollLeft <= END_PX, atEnd: element.scrollLeft >= hidden - END_PX },
      );
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const size = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, RESIZE_DELAY_MS);
    });
    look();
    size.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      size.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const turn = (pages: 1 | -1) => {
    const element = list.current;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element?.scrollBy({ left: pages * element.clientWidth, behavior: still ? 'instant' : 'smooth' });
  };
  return (
    <div className={styles.shelf}>
      {place && (
        <div className={styles.arrows}>
          <button
            type="button"
            aria-label={`${label}：${words.back}`}
            disabled={place.atStart}
            onClick={() => turn(-1)}
          >
            <Icon name="arrow-left" />
          </button>
          <button
            type="button"
            aria-label={`${label}：${words.forward}`}
            disabled={place.atEnd}
            onClick={() => turn(1)}
          >
            <Icon name="arrow-right" />
          </button>
        </div>
      )}
      <ul ref={list} className={styles.list} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}
