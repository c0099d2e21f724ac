import { useEffect, useRef, useState, type HTMLAttributes, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './shelf.module.css';

/** Content wider than the view by this or less is not worth arrows. */
const BARELY_PX = 10;
const END_PX = 4;
/** A window that is being pulled about is looked at when it has come to rest. */
const RESIZE_DELAY_MS = 800;

const listIn = (shelf: HTMLElement) => shelf.lastElementChild ?? shelf;

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
  /** Draws the list with these attributes; another list may take its place. */
  children: (list: HTMLAttributes<HTMLElement>) => ReactNode;
}) {
  const shelf = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ShelfPlace | null>(null);
  useEffect(() => {
    const box = shelf.current;
    if (!box) return;
    const look = () => {
      const { scrollWidth, clientWidth, scrollLeft } = listIn(box);
      const hidden = scrollWidth - clientWidth;
      setPlace(hidden <= BARELY_PX ? null : { atStart: scrollLeft <= END_PX, atEnd: scrollLeft >= hidden - END_PX });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const size = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, RESIZE_DELAY_MS);
    });
    look();
    size.observe(box);
    // What scrolls is in it, and a scroll is told to nobody above but on its way down.
    box.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      size.disconnect();
      box.removeEventListener('scroll', look, { capture: true });
    };
  }, []);
  const turn = (pages: 1 | -1) => {
    if (!shelf.current) return;
    const list = listIn(shelf.current);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollBy({ left: pages * list.clientWidth, behavior: still ? 'instant' : 'smooth' });
  };
  return (
    <div ref={shelf} className={styles.shelf}>
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
      {children({ className: styles.list, 'aria-label': label })}
    </div>
  );
}
