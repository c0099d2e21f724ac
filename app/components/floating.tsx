import { useEffect, useRef, useState } from 'react';
import { COOKIES, readCookie, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { SESSION_KEYS } from '#app/storage-keys.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { storeFor, type AppLinks } from './app-store.ts';
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
        window.scrollTo({ top: 0, behavior: 'smooth' });
        document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      }}
    >
      <Icon name="arrow-up" />
    </button>
  );
}

/** Shown until accepted, which lasts a year; skipping hides it for this page view. */
export function ConsentBar() {
  const [shown, setShown] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => setShown(readCookie(document.cookie, COOKIES.consent) !== '1'), []);
  useEffect(() => {
    // Other floating elements make room: tokens.css reads this.
    if (shown) document.documentElement.dataset.consent = 'open';
    else delete document.documentElement.dataset.consent;
    const { style } = document.documentElement;
    const bar = box.current;
    if (!shown || bar === null) return undefined;
    // The player stands on it, however many lines it takes.
    const observer = new ResizeObserver(() => style.setProperty('--consent-height', `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--consent-height');
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <section ref={box} className={styles.consent} aria-label={shell.consent} data-no-print>
      <p>{shell.consentWords}</p>
      <div>
        <Button
          onClick={() => {
            writeCookie(COOKIES.consent, '1', { maxAgeSeconds: YEAR_SECONDS });
            setShown(false);
          }}
        >
          {shell.consentAccept}
        </Button>
        <Button tone="outline" onClick={() => setShown(false)}>
          {shell.consentSkip}
        </Button>
      </div>
    </section>
  );
}

/** On phones, on the pages that say so, while there is a store for the phone and nobody closed it in this tab. */
export function AppBanner({ apps }: { apps: AppLinks }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const store = storeFor(navigator.userAgent);
    if (store && sessionStorage.getItem(SESSION_KEYS.appBannerClosed) !== '1') setAddress(apps[store]);
  }, [apps]);
  if (!address) return null;
  return (
    <div className={styles.banner}>
      <Icon name="smartphone" />
      <span>{shell.appBanner}</span>
      <ButtonLink size="small" href={address} data-document>
        {shell.appBannerOpen}
      </ButtonLink>
      <button
        type="button"
        aria-label={shell.appBannerClose}
        onClick={() => {
          sessionStorage.setItem(SESSION_KEYS.appBannerClosed, '1');
          setAddress('');
        }}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

/** Opens once for a visitor: the cookie is set as it opens, not when it closes. */
export function ArchiveOffer({ address }: { address: string }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (
      !address ||
      readCookie(document.cookie, COOKIES.offerSeen) === '1' ||
      readCookie(document.cookie, COOKIES.consent) !== '1'
    )
      return;
    writeCookie(COOKIES.offerSeen, '1', { maxAgeSeconds: YEAR_SECONDS });
    setOpen(true);
  }, [address]);
  if (!open) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      title={shell.offerTitle}
      onClose={close}
      closeLabel={shell.close}
      actions={
        <>
          <ButtonLink className={styles.buy} href={address} target="_blank" rel="noopener external" onClick={close}>
            {shell.offerBuy}
          </ButtonLink>
          <Button tone="outline" onClick={close}>
            {shell.offerClose}
          </Button>
        </>
      }
    >
      <Picture name="offer" alt={shell.offerPoster} sizes="400px" />
      <p>{shell.offerWords}</p>
    </Dialog>
  );
}

/** Three steps; skipping and finishing both say that it was read. */
export function ArchiveTutorial({ onRead }: { onRead: () => void }) {
  const [step, setStep] = useState(0);
  const current = shell.tutorial[step];
  if (!current) return null;
  const isLast = step === shell.tutorial.length - 1;
  return (
    <Dialog
      title={current.title}
      onClose={onRead}
      actions={
        isLast ? (
          <Button onClick={onRead}>{shell.tutorialStart}</Button>
        ) : (
          <>
            <Button onClick={() => setStep(step + 1)}>{shell.tutorialNext}</Button>
            <Button tone="outline" onClick={onRead}>
              {shell.tutorialSkip}
            </Button>
          </>
        )
      }
    >
      <Picture name={`tut${step + 1}`} alt="" sizes="400px" />
      <p>{current.words}</p>
    </Dialog>
  );
}
