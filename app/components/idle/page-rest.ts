import { beginAds } from '#app/ads/begin-ads.ts';
import { onConsent } from '#app/components/shell/consent.ts';
import { playerSnapshot, preparePlayer, subscribePlayer } from '#app/player/player.store.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { keepOfflinePage } from './offline-page.ts';
import { loadPicturesForPrint } from './print-pictures.ts';
import { keepTimesTrue } from '#app/components/article/how-long-ago.ts';
import { holdRouteChunks } from '#app/components/shell/route-chunks.ts';

/** What a page does for later: loaded when it answers already, so that no visitor waits for it. */
export function beginRest(): void {
  holdRouteChunks();
  keepTimesTrue();
  keepOfflinePage();
  loadPicturesForPrint();
  whenIdle(beginAds);
  whenIdle(() => void preparePlayer().catch(() => undefined));
  beginReports();
}

/** Who listens is counted from the first sound on; what waits from before goes out, and ends with the agreement to it. */
function beginReports(): void {
  const listen = () => {
    if (playerSnapshot().player.session === null) return;
    letGo();
    import('#app/tracking/listen-watch.ts').then(
      ({ watchListening }) => watchListening(),
      () => undefined,
    );
  };
  const letGo = subscribePlayer(listen);
  listen();
  const heed = (isChanged: boolean) => {
    void import('#app/tracking/agreement.ts').then(
      ({ heedAgreement }) => heedAgreement(isChanged),
      () => undefined,
    );
  };
  onConsent(() => heed(true));
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith(SHARED_KEYS.reports))) whenIdle(() => heed(false));
  } catch {
    // A browser that keeps nothing has nothing to send.
  }
}

/** WebKit does not tell when it is idle. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else setTimeout(act, 1_000);
}
