import { beginAds } from '#app/ads/begin-ads.ts';
import { onConsent } from '#app/components/shell/consent.ts';
import { prefetchRouteMap } from '#app/components/shell/route-map.ts';
import { playerSnapshot, preparePlayer, subscribePlayer } from '#app/player/player.store.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { watchBreakingNews } from './breaking-news-watch.ts';
import { keepElapsedTrue } from './elapsed-bars.ts';
import { moveAlongLanes } from './lane-keys.ts';
import { answerLatePresses } from './late-presses.ts';
import { keepOfflinePage } from './offline-page.ts';
import { loadPicturesForPrint } from './print-pictures.ts';
import { keepTimesTrue } from '#app/components/article/how-long-ago.ts';

/** Deferred work of a page: loaded once it is interactive, so that no visitor waits for it. */
export function beginRest(): void {
  answerLatePresses();
  moveAlongLanes();
  keepTimesTrue();
  keepElapsedTrue();
  watchBreakingNews();
  keepOfflinePage();
  loadPicturesForPrint();
  whenIdle(prefetchRouteMap);
  whenIdle(beginAds);
  whenIdle(() => void preparePlayer().catch(() => undefined));
  offerLiteIfSlow();
  beginReports();
}

/** Load time of a document that counts as slow. */
const SLOW_MS = 10_000;

function offerLiteIfSlow(): void {
  const { saveData, effectiveType } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (saveData !== true && !effectiveType?.endsWith('2g') && (load?.domInteractive ?? 0) < SLOW_MS) return;
  void import('./lite-offer.ts').then(({ offerLite }) => offerLite()).catch(() => undefined);
}

/** Listening is reported from the first audio on. Reports left from before are sent, and dropped when consent ends. */
function beginReports(): void {
  const listen = () => {
    if (playerSnapshot().player.session === null) return;
    letGo();
    import('#app/tracking/listen-watch.ts').then(({ watchListening }) => watchListening()).catch(() => undefined);
  };
  const letGo = subscribePlayer(listen);
  listen();
  const heed = (isChanged: boolean) => {
    void import('#app/tracking/agreement.ts')
      .then(({ heedAgreement }) => heedAgreement(isChanged))
      .catch(() => undefined);
  };
  onConsent(() => heed(true));
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith(SHARED_KEYS.reports))) whenIdle(() => heed(false));
  } catch {
    // Without storage there is nothing to send.
  }
}

/** WebKit has no idle callbacks. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else setTimeout(act, 1_000);
}
