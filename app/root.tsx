import { useContext, type ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { CONSENT_SCRIPT } from './components/shell/consent.ts';
import { DelegatedLinks, NavigationRules, PageLoader, usePageHandle } from './components/shell/navigation-rules.tsx';
import { NetworkNotice } from './components/shell/network-notice.tsx';
import { PageStart } from './components/shell/page-start.ts';
import { ScriptNonce } from './components/shell/script-nonce.ts';
import { PageFault } from './pages/errors/page-fault.tsx';
import { paths } from './paths.ts';
import { PlayerBar } from './player/bar/player-bar.tsx';
import { PlayerHost } from './player/player-host.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/ads.css';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce);
  const { withoutScripts, theme } = usePageHandle();
  return (
    // The consent mark is set before React runs.
    <html lang="zh-Hant-HK" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: CONSENT_SCRIPT }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14110e" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={paths.manifest()} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!withoutScripts && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <NavigationRules />
      <DelegatedLinks />
      <PageLoader />
      <Outlet />
      <PlayerHost />
      <PlayerBar />
      <NetworkNotice />
      <PageStart />
    </>
  );
}

/** Errors of the frame itself; those of a page are shown by its layout. */
export function ErrorBoundary() {
  return (
    <>
      <NavigationRules />
      <DelegatedLinks />
      <PageFault />
      <PlayerHost />
      <PlayerBar />
      <NetworkNotice />
      <PageStart />
    </>
  );
}
