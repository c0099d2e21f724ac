import { beginAds } from '#app/ads/begin-ads.ts';
import { preparePlayer } from '#app/player/player.store.ts';
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
}

/** WebKit does not tell when it is idle. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else setTimeout(act, 1_000);
}
