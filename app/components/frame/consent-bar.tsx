import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Button } from '#app/ui/button.tsx';
import { giveConsent, isConsentGiven, markAds, markConsent } from '#app/components/shell/consent.ts';
import styles from './consent-bar.module.css';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';

/**
 * Shown until accepted, which lasts a year; skipping hides it for this page view. It is in the HTML of every
 * page and in its first paint (`consent.ts`), on a strip of its own at the foot that nothing else uses.
 */
export function ConsentBar() {
  const { pathname, search } = useLocation();
  const box = useRef<HTMLElement>(null);
  // Another page, or another page of a list, is another view and asks again; it does so as that page appears.
  useLayoutEffect(() => {
    markConsent(!isConsentGiven());
    markAds();
    return () => markConsent(false);
  }, [pathname, search]);
  useEffect(() => (box.current ? reserveBottomInset('consent', box.current) : undefined), []);
  return (
    <section ref={box} className={`${styles.consent} on-ink`} aria-label={shell.consent} data-consent-bar data-no-print>
      <p>
        <a href={paths.bilingual('privacy')}>{shell.consentLead}</a>
        <span className={styles.long}>{shell.consentWords}</span>
        <span className={styles.short}>{shell.consentShort}</span>
      </p>
      <Button tone="outline" onClick={() => markConsent(false)}>
        {shell.consentSkip}
      </Button>
      <Button
        tone="cta"
        onClick={() => {
          giveConsent();
          markConsent(false);
        }}
      >
        {shell.consentAccept}
      </Button>
    </section>
  );
}
