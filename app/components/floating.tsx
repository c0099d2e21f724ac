import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { COOKIES, readCookie, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { holdFootRoom } from './foot-room.ts';
import styles from './floating.module.css';

const BACK_TO_TOP_PX = 200;

export function BackToTop() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(window.scrollY > BACK_TO_TOP_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  if (!shown) return null;
  return (
    <button
      type="button"
      className={styles.top}
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

/** Shown until accepted, which lasts a year; skipping hides it for this page view. */
export function ConsentBar() {
  const { pathname } = useLocation();
  const [asks, setAsks] = useState(false);
  const [skippedOn, setSkippedOn] = useState('');
  const box = useRef<HTMLElement>(null);
  useEffect(() => setAsks(readCookie(document.cookie, COOKIES.consent) !== '1'), []);
  // The next page view asks again.
  if (skippedOn !== '' && skippedOn !== pathname) setSkippedOn('');
  const shown = asks && skippedOn !== pathname;
  useEffect(() => {
    // Other floating elements make room: tokens.css reads this.
    const { body } = document;
    if (shown) body.dataset.consent = 'open';
    else delete body.dataset.consent;
    // The player stands on it, however many lines it takes.
    return shown && box.current ? holdFootRoom('consent', box.current) : undefined;
  }, [shown]);
  if (!shown) return null;
  return (
    <section ref={box} className={`${styles.consent} on-ink`} aria-label={shell.consent} data-no-print>
      <div>
        <b>{shell.consentLead}</b>
        <p>{shell.consentWords}</p>
      </div>
      <Button tone="outline" onClick={() => setSkippedOn(pathname)}>
        {shell.consentSkip}
      </Button>
      <Button
        tone="cta"
        onClick={() => {
          writeCookie(COOKIES.consent, '1', { maxAgeSeconds: YEAR_SECONDS });
          setAsks(false);
        }}
      >
        {shell.consentAccept}
      </Button>
    </section>
  );
}
