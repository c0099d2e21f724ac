import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { shell } from '#app/text/zh-hk/shell.ts';
import { staticIsland } from '#app/ui/static-island.tsx';
import { hearConsent, isConsentChosen, markConsent, markAds } from '#app/components/shell/consent.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import type { CookieSettings } from '#app/components/deferred/cookie-settings.tsx';
import styles from './consent-bar.module.css';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';

const ConsentWords = staticIsland(() =>
  import('#app/components/deferred/consent-words.tsx').then((module) => module.ConsentWords),
);

/**
 * Shown until a choice is made, which lasts a year; skipping hides it for this page view. It is in the
 * HTML of every page and in its first paint (`consent.ts`), in a reserved strip at the bottom. Also handles the buttons
 * that open the settings, anywhere on a page.
 */
export function ConsentBar() {
  const { pathname, search } = useLocation();
  const box = useRef<HTMLElement>(null);
  const [Settings, setSettings] = useState<typeof CookieSettings | null>(null);
  // Another page, or another page of a list, is a new page view and asks again, as soon as it is shown.
  useLayoutEffect(() => {
    markConsent(!isConsentChosen());
    // The login status may have changed, and with it the right to an ad-free site.
    markAds();
    return () => markConsent(false);
  }, [pathname, search]);
  useEffect(() => (box.current ? reserveBottomInset('consent', box.current) : undefined), []);
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>('[data-consent-choice],[data-cookie-settings]');
      const choice = button?.dataset.consentChoice;
      // It is hidden at once, while the code that stores the choice loads.
      if (choice) markConsent(false);
      if (!button || choice === 'skip') return;
      try {
        const { CookieSettings: Loaded, keepChoice } = await import('#app/components/deferred/consent-press.ts');
        if (choice) keepChoice(choice);
        else setSettings(() => Loaded);
      } catch {
        notify(shell.menuFailed, 'info');
      }
    };
    const heard = (event: MouseEvent) => void press(event);
    document.addEventListener('click', heard);
    // A choice in another tab closes this bar too.
    addEventListener('storage', hearConsent);
    return () => {
      document.removeEventListener('click', heard);
      removeEventListener('storage', hearConsent);
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
        <ConsentWords />
      </section>
      {Settings && <Settings onClose={() => setSettings(null)} />}
    </>
  );
}
