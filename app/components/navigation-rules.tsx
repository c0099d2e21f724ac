import { useEffect, useState } from 'react';
import { useLocation, useMatches, useNavigate, useNavigation } from 'react-router';
import { COOKIES, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { SESSION_KEYS } from '#app/storage-keys.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { WINDOW_NAMES } from '#shared/enums.ts';
import { Wordmark } from '#app/ui/wordmark.tsx';
import styles from './navigation-rules.module.css';

const SPINNER_DELAY_MS = 500;

/** What a route says of itself: `export const handle: PageHandle`. */
export interface PageHandle {
  /** Entry of the navigation that is lit. */
  navKey?: string;
  newsNavKey?: string;
  theme?: 'black';
  /** Group of the advertisement configuration. */
  adGroup?: string;
  /** The channel whose page this is: its tile keeps its colour. */
  showsAppBanner?: boolean;
}

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle)) as PageHandle;
}

/** The name of this window if the site gave it one, else `other`. */
export function currentWindowName(): (typeof WINDOW_NAMES)[number] {
  return WINDOW_NAMES.find((name) => name === window.name) ?? 'other';
}

/** Before a navigation its language is applied; after it the tab remembers where it is. */
export function NavigationRules() {
  const location = useLocation();
  const handle = usePageHandle();
  const { navKey, newsNavKey, theme } = handle;

  useEffect(() => {
    const language = new URLSearchParams(location.search).get('lang');
    if (language && /^[a-zA-Z-]{2,12}$/.test(language))
      writeCookie(COOKIES.language, language, { maxAgeSeconds: YEAR_SECONDS });
    sessionStorage.setItem(SESSION_KEYS.windowName, currentWindowName());
    sessionStorage.setItem(SESSION_KEYS.navKey, navKey ?? '');
    sessionStorage.setItem(SESSION_KEYS.newsNavKey, newsNavKey ?? '');
    sessionStorage.setItem(SESSION_KEYS.userAgent, navigator.userAgent);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    sessionStorage.setItem(SESSION_KEYS.ready, '1');
  }, [location, navKey, newsNavKey, theme]);

  return null;
}

/** Covers the page and holds its scroll once a view takes longer than 500 ms, and not before. */
export function PageLoader() {
  const isLoading = useNavigation().state === 'loading';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), SPINNER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  useEffect(() => {
    if (!shown) return;
    document.documentElement.dataset.loading = '';
    return () => {
      delete document.documentElement.dataset.loading;
    };
  }, [shown]);
  return (
    <div role="status">
      {shown && (
        <div className={styles.loader}>
          <Wordmark label={shell.loading} />
        </div>
      )}
    </div>
  );
}

/**
 * Links are plain anchors; one listener turns those of this site into navigation without a reload, so that the player
 * plays on. A link with a target, a download or `data-document` (what the page router does not serve) is the browser's.
 * A link to the live window is followed in place when this is that window.
 */
export function DelegatedLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
      const link = (event.target as Element).closest('a');
      if (
        !link ||
        !link.href ||
        link.hasAttribute('download') ||
        'document' in link.dataset ||
        link.origin !== window.location.origin
      )
        return;
      if (link.target && link.target !== window.name) return;
      // A place on this page is the browser's to find.
      if (link.hash && link.pathname === window.location.pathname && link.search === window.location.search) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
  return null;
}
