import { useEffect, useRef, useState } from 'react';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './back-to-top.module.css';

const BACK_TO_TOP_PX = 200;

function areOver(one: Element, other: Element): boolean {
  const a = one.getBoundingClientRect();
  const b = other.getBoundingClientRect();
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * If there is no space beside the content, the button appears when scrolling up, and at the end of the page, where it
 * has space below. It hides when scrolling down, and when it would cover the focused element.
 */
export function BackToTop() {
  const [isShown, setShown] = useState(false);
  const [isAside, setAside] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let lastPx = window.scrollY;
    const look = () => {
      const nowPx = window.scrollY;
      setShown(nowPx > BACK_TO_TOP_PX);
      const isEnd = nowPx + window.innerHeight >= document.documentElement.scrollHeight - 1;
      if (nowPx !== lastPx || isEnd) setAside(nowPx >= lastPx && !isEnd);
      lastPx = nowPx;
    };
    const giveWay = ({ target }: FocusEvent) => {
      // A click on text focuses the whole page, which does not count as covered.
      if (!(target instanceof HTMLElement) || target.tabIndex < 0 || target === button.current) return;
      if (button.current && areOver(target, button.current)) setAside(true);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    document.addEventListener('focusin', giveWay);
    return () => {
      window.removeEventListener('scroll', look);
      document.removeEventListener('focusin', giveWay);
    };
  }, []);
  if (!isShown) return null;
  return (
    <button
      ref={button}
      type="button"
      className={styles.top}
      data-aside={isAside || undefined}
      aria-label={shell.toTop}
      data-no-print
      onClick={() => {
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
        document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      }}
    >
      <Icon name="arrow-up" />
    </button>
  );
}
