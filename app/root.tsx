import type { ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
import { DelegatedLinks, NavigationRules, PageLoader } from './components/navigation-rules.tsx';
import { PageStart } from './components/page-start.ts';
import { ErrorPage } from './pages/errors/error-page.tsx';
import { paths } from './paths.ts';
import { MiniPlayer } from './player/mini-player.tsx';
import { PlayerHost } from './player/player-host.tsx';
import './styles/tokens.css';
import './styles/base.css';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-Hant-HK">
      <head>
        <meta charSet="utf-8" />
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
        <ScrollRestoration />
        <Scripts />
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
      <MiniPlayer />
      <PageStart />
    </>
  );
}

/** Whatever went wrong, in words by status; never what the machine said. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <>
      <NavigationRules />
      <DelegatedLinks />
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
      <PlayerHost />
      <MiniPlayer />
      <PageStart />
    </>
  );
}
