import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useEffect, useMemo, useState } from 'react';
import { Outlet, useLoaderData, useParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { AppBanner } from '#app/components/frame/app-banner.tsx';
import { COOKIES, readCookie } from '#app/cookies.ts';
import type { ArchiveOffer } from '#app/components/member/archive-offer.tsx';
import { DialogHost } from '#app/components/frame/dialog-host.tsx';
import { BackToTop } from '#app/components/frame/back-to-top.tsx';
import { mayAdvertise } from '#app/components/shell/consent.ts';
import { ConsentBar } from '#app/components/frame/consent-bar.tsx';
import { LiveToolbar } from '#app/components/frame/live-toolbar.tsx';
import { Masthead } from '#app/components/frame/masthead.tsx';
import type { MemberPanel } from '#app/components/member/member-panel.tsx';
import { MemberWatch } from '#app/components/frame/member-watch.ts';
import { ListPresses } from '#app/components/library/list-presses.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { setTrackingBase } from '#app/components/shell/tracking-base.ts';
import { usePageHandle } from '#app/components/shell/navigation-rules.tsx';
import { SiteFooter } from '#app/components/frame/site-footer.tsx';
import { TopNav } from '#app/components/frame/top-nav.tsx';
import { useReplayPresses } from '#app/components/frame/use-replay-presses.ts';
import { useLiveToolbar } from '#app/components/frame/use-live-toolbar.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import type { loader } from './default-layout.server.ts';

export { PageFault as ErrorBoundary } from '#app/pages/errors/page-fault.tsx';
export { loader } from './default-layout.server.ts';

/** The live toolbar refreshes itself; navigation does not reload it. */
export function shouldRevalidate(_args: ShouldRevalidateFunctionArgs) {
  return false;
}

/** The menu is rarely used: it is loaded when the pointer or the focus is near. */
const loadPanel = () => import('#app/components/member/member-panel.tsx');

/** The frame of ordinary pages, in the order of the spec. */
export default function DefaultLayout() {
  const { tiles: initial, nowMs: renderedAtMs, links, ads } = useLoaderData<typeof loader>();
  const tiles = useLiveToolbar(initial, renderedAtMs);
  useReplayPresses(links.pricing);
  useEffect(() => setTrackingBase(links.tracking), [links]);
  const { navKey, appBanner } = usePageHandle();
  const { id } = useParams();
  const [menuOpen, setMenuOpen] = useState(false);
  const [Panel, setPanel] = useState<typeof MemberPanel | null>(null);
  const [Offer, setOffer] = useState<typeof ArchiveOffer | null>(null);
  useEffect(() => {
    // Our offer sets a cookie: it requires a page that starts with consent to advertising. Without an offer its code is
    // not loaded.
    if (!links.archiveOffer || !mayAdvertise() || readCookie(document.cookie, COOKIES.offerSeen) === '1') return;
    void import('#app/components/member/archive-offer.tsx')
      .then((module) => setOffer(() => module.ArchiveOffer))
      .catch(() => undefined);
  }, [links.archiveOffer]);
  // The live toolbar's tiles change here; memoised parts are not rendered with them.
  const topNav = useMemo(() => <TopNav my903={links.my903} currentKey={navKey} />, [links.my903, navKey]);
  const footer = useMemo(() => <SiteFooter links={links} />, [links]);
  const near = () => void loadPanel().catch(() => null);
  const openMenu = async () => {
    try {
      const module = await loadPanel();
      setPanel(() => module.MemberPanel);
      setMenuOpen(true);
    } catch {
      notify(shell.menuFailed, 'info');
    }
  };
  return (
    <>
      <a className="skip" href="#main">
        {shell.skip}
      </a>
      {/* Displayed at the bottom. It is first in the document, as pages are painted while still loading. */}
      <ConsentBar />
      {appBanner && <AppBanner key={appBanner} app={appBanner} apps={links.apps[appBanner]} />}
      <header>
        <Masthead menuOpen={menuOpen} onMenu={() => void openMenu()} onNear={near} />
        <LiveToolbar tiles={tiles} renderedAtMs={renderedAtMs} current={navKey === 'live' ? Number(id) : null} />
      </header>
      {topNav}
      <main id="main" tabIndex={-1} data-ads-from={ads.origin ?? undefined}>
        <AdSlot type="skyscraper" />
        <Outlet />
      </main>
      {footer}
      <BackToTop />
      {Offer && <Offer address={links.archiveOffer} />}
      {menuOpen && Panel && (
        <Panel tiles={tiles} links={links} currentKey={navKey} onClose={() => setMenuOpen(false)} />
      )}
      <DialogHost />
      <MemberWatch />
      <ListPresses pricing={links.pricing} />
    </>
  );
}
