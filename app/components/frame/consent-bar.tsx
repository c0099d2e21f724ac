import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { shell } from '#app/text/zh-hk/shell.ts';
import { staticIsland } from '#app/ui/static-island.tsx';
import { hearConsent, isConsentChosen, markConsent, markAds } from '#app/components/shell/consent.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import type { CookieSettings } from '#app/components/idle/cookie-settings.tsx';
import styles from './consent-bar.module.css';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';

const ConsentWords = staticIsland(() =>
  import('#app/components/idle/consent-words.tsx').then((module) => module.ConsentWords),
);

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
    // Who logged in meanwhile may pay for a site without advertising.
    markAds();
    return () => markConsent(false);
  }, [pathname, search]);
  useEffect(() => (box.current ? reserveBottomInset('consent', box.current) : undefined), []);
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>('[data-consent-choice],[data-cookie-settings]');
      const choice = button?.dataset.consentChoice;
      // It goes at once; what keeps the choice comes meanwhile.
      if (choice) markConsent(false);
      if (!button || choice === 'skip') return;
      try {
        const { CookieSettings: Loaded, keepChoice } = await import('#app/components/idle/consent-press.ts');
        if (choice) keepChoice(choice);
        else setSettings(() => Loaded);
      } catch {
        notify(shell.menuFailed, 'info');
      }
    };
    const heard = (event: MouseEvent) => void press(event);
    document.addEventListener('click', heard);
    // Another tab's choice puts this bar away too.
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
