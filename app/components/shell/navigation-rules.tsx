import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatches, useNavigate, useNavigation, useParams } from 'react-router';
import { COOKIES, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { useSoundingChannel } from '#app/player/use-player.ts';
import { SESSION_KEYS } from '#app/storage-keys.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { WINDOW_NAMES } from '#shared/enums.ts';
import { useObstacle } from './network.ts';
import type { AppName } from '#app/components/frame/app-store.ts';
import type { AdGroup } from '#domain/ads/ad-groups.rules.ts';
import styles from './navigation-rules.module.css';

const SPINNER_DELAY_MS = 500;

/** Metadata of a route: `export const handle: PageHandle`. */
export interface PageHandle {
  /** Highlighted entry of the navigation. */
  navKey?: string;
  /** Entry of the news navigation; `:section` stands for the section in the path. */
  newsNavKey?: string;
  theme?: 'black';
  /** Ad configuration group. */
  adGroup?: AdGroup;
  /** The page is HTML only. */
  withoutScripts?: boolean;
  /** The app advertised to phones. */
  appBanner?: AppName;
}

export function usePageHandle(): PageHandle {
  const handles = useMatches() as { pathname: string; handle?: PageHandle | ((path: string) => PageHandle) }[];
  return Object.assign(
    {},
    // A module of several pages has a handle for each path.
    ...handles.map(({ handle, pathname }) => (typeof handle === 'function' ? handle(pathname) : handle)),
  ) as PageHandle;
}

/** The name of this window if the site gave it one, else `other`. */
function currentWindowName(): (typeof WINDOW_NAMES)[number] {
  return WINDOW_NAMES.find((name) => name === window.name) ?? 'other';
}

/** Applies and stores the language of a URL. */
function keepLanguage(search: string): void {
  const language = new URLSearchParams(search).get('lang');
  if (language && /^[a-zA-Z-]{2,12}$/.test(language))
    writeCookie(COOKIES.language, language, { maxAgeSeconds: YEAR_SECONDS });
}

/**
 * After each navigation: stores the tab's location, and moves the focus to the new page for screen
 * readers.
 */
export function NavigationRules() {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const { navKey, newsNavKey: newsNavName, theme } = usePageHandle();
  const { section } = useParams();
  const newsNavKey = newsNavName === ':section' ? section : newsNavName;

  // The first navigation, and back and forward, are the browser's.
  useEffect(() => keepLanguage(search), [search]);

  // A window that shows a live page, or plays audio, becomes the live window, however it was opened: one tab plays at a
  // time.
  const isLive = useSoundingChannel() !== null || navKey === 'live';
  useEffect(() => {
    if (isLive && window.name === '') window.name = 'live' satisfies (typeof WINDOW_NAMES)[number];
  }, [isLive]);

  useEffect(() => {
    sessionStorage.setItem(SESSION_KEYS.windowName, currentWindowName());
    sessionStorage.setItem(SESSION_KEYS.navKey, navKey ?? '');
    sessionStorage.setItem(SESSION_KEYS.newsNavKey, newsNavKey ?? '');
    sessionStorage.setItem(SESSION_KEYS.userAgent, navigator.userAgent);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    sessionStorage.setItem(SESSION_KEYS.ready, '1');
  }, [location, navKey, newsNavKey, theme, isLive]);

  const shownPath = useRef(pathname);
  // Before the page can be used: a key or text for one of its fields would be lost if the focus moved later.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (hash) return;
    // If the page is for filling in one field, that field; else its start.
    const first =
      document.querySelector<HTMLElement>('#main [data-focus-first]') ?? document.querySelector<HTMLElement>('#main');
    first?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return null;
}

/** Covers the page and locks its scroll once a navigation takes longer than 500 ms, not before. */
export function PageLoader() {
  // While waiting for the network, a notice at the bottom is shown instead; the current page stays usable.
  const isHeld = useObstacle() !== null;
  const isLoading = useNavigation().state === 'loading' && !isHeld;
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
          <svg viewBox="0 0 64 100" width="64" height="100" role="img" aria-label={shell.loading}>
            <rect y="40" width="16" height="60" rx="3" data-channel="881" />
            <rect x="24" width="16" height="100" rx="3" data-channel="903" />
            <rect x="48" y="22" width="16" height="78" rx="3" data-channel="864" />
          </svg>
          <p aria-hidden="true">{shell.loading}</p>
        </div>
      )}
    </div>
  );
}

/**
 * Links are plain anchors; one listener turns those of this site into client-side navigation, so that the player
 * continues. Links with a target, a download or `data-document` (not served by the page router) are left to the
 * browser. A link to the live window is followed in place if this is that window.
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
        // A checkout is left by full navigation, as it was entered: its document has its own policy.
        document.querySelector('[data-own-document]') ||
        link.origin !== window.location.origin
      )
        return;
      if (link.dataset.window) {
        // If popups are blocked, the link is followed normally.
        const opened = window.open(link.href, link.dataset.window, link.dataset.features);
        if (opened !== null) {
          event.preventDefault();
          return opened.focus();
        }
      }
      if (link.target && link.target !== window.name) return;
      // Fragment links are left to the browser.
      if (link.hash && link.pathname === window.location.pathname && link.search === window.location.search) return;
      event.preventDefault();
      keepLanguage(link.search);
      void navigate(link.pathname + link.search + link.hash);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
  return null;
}
