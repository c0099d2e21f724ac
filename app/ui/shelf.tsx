import { useEffect, useRef, useState, type HTMLAttributes, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './shelf.module.css';

/** Overflow up to this does not show arrows. */
const BARELY_PX = 10;
const END_PX = 4;
/** As in `shelf.module.css`. */
const WITH_ARROWS = '(min-width: 768px)';
/** Debounces resizing. */
const RESIZE_DELAY_MS = 800;

const listIn = (shelf: HTMLElement) => shelf.lastElementChild ?? shelf;

interface ShelfPlace {
  atStart: boolean;
  atEnd: boolean;
}

/**
 * A row of cards that scrolls sideways: by touch, wheel, keyboard (focusing a card scrolls to it) and, on wide screens,
 * with arrows while there is more. It never scrolls automatically.
 */
export function Shelf({
  label,
  words,
  children,
}: {
  label: string;
  words: { back: string; forward: string };
  /** Renders the list with these attributes; the list may be replaced. */
  children: (list: HTMLAttributes<HTMLElement>) => ReactNode;
}) {
  const shelf = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ShelfPlace | null>(null);
  useEffect(() => {
    const box = shelf.current;
    if (!box) return;
    const wide = matchMedia(WITH_ARROWS);
    const look = () => {
      if (!wide.matches) return setPlace(null);
      const { scrollWidth, clientWidth, scrollLeft } = listIn(box);
      const hidden = scrollWidth - clientWidth;
      setPlace(hidden <= BARELY_PX ? null : { atStart: scrollLeft <= END_PX, atEnd: scrollLeft >= hidden - END_PX });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSeen = false;
    // The first call comes after a layout and forces none.
    const size = new ResizeObserver(() => {
      clearTimeout(timer);
      if (isSeen) timer = setTimeout(look, RESIZE_DELAY_MS);
      else look();
      isSeen = true;
    });
    size.observe(box);
    // The scrolling element is inside, and scroll events do not bubble, so they are captured.
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
