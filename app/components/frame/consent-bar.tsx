import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Button } from '#app/ui/button.tsx';
import { asksNot, isConsentChosen, markConsent, onConsent, saveConsent } from '#app/components/shell/consent.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { ALL_PURPOSES, ConsentPurpose, NO_PURPOSES } from '#shared/consent.ts';
import type { CookieSettings } from '#app/components/idle/cookie-settings.tsx';
import styles from './consent-bar.module.css';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';

/**
 * Shown until somebody chose, which lasts a year; skipping hides it for this page view. It is in the HTML of
 * every page and in its first paint (`consent.ts`), on a strip of its own at the foot that nothing else uses. Hears the
 * buttons that open the settings, wherever on a page they stand.
 */
export function ConsentBar() {
  const { pathname, search } = useLocation();
  const box = useRef<HTMLElement>(null);
  const [Settings, setSettings] = useState<typeof CookieSettings | null>(null);
  // Another page, or another page of a list, is another view and asks again; it does so as that page appears.
  useLayoutEffect(() => {
    markConsent(!isConsentChosen());
    return () => markConsent(false);
  }, [pathname, search]);
  useEffect(() => (box.current ? reserveBottomInset('consent', box.current) : undefined), []);
  useEffect(() => {
    const open = (event: MouseEvent) => {
      if (!(event.target as Element).closest('[data-cookie-settings]')) return;
      import('#app/components/idle/cookie-settings.tsx').then(
        (module) => setSettings(() => module.CookieSettings),
        () => notify(shell.menuFailed, 'info'),
      );
    };
    document.addEventListener('click', open);
    const letGo = onConsent(() => undefined);
    return () => {
      document.removeEventListener('click', open);
      letGo();
    };
  }, []);
  return (
    <>
      <section
        ref={box}
        className={`${styles.consent} on-ink`}
        aria-label={shell.consent}
        data-consent-bar
        data-no-print
      >
        <p>
          <a href={paths.bilingual('privacy')}>{shell.consentLead}</a>
          <span className={styles.long}>{shell.consentWords}</span>
          <span className={styles.short}>{shell.consentShort}</span>
          <b>{shell.consentAsksNot}</b>
        </p>
        <div>
          <Button tone="outline" data-cookie-settings="" aria-haspopup="dialog">
            {shell.consentSettings}
          </Button>
          <Button tone="outline" onClick={() => markConsent(false)}>
            {shell.consentSkip}
          </Button>
          <Button tone="cta" onClick={() => saveConsent(NO_PURPOSES)}>
            {shell.consentRefuse}
          </Button>
          {/* A browser that asks not to be followed is not asked for more than statistics. */}
          <Button tone="cta" onClick={() => saveConsent(asksNot() ? ConsentPurpose.STATISTICS : ALL_PURPOSES)}>
            <span>{shell.consentAccept}</span>
            <b>{shell.consentAcceptAsksNot}</b>
          </Button>
        </div>
      </section>
      {Settings && <Settings onClose={() => setSettings(null)} />}
    </>
  );
}
