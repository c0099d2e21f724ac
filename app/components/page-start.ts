import { useEffect } from 'react';
import { keepOfflinePage } from './offline-page.ts';
import { loadPicturesForPrint } from './print-pictures.ts';
import { holdRouteChunks } from './route-chunks.ts';

declare global {
  interface Window {
    /** Left by the script that starts all others (`late-start.server.ts`). Ends the watch for early presses: the last. */
    airwaveEarly?: { end(): HTMLElement | null };
  }
}

/** Comes last on every page, so that all others are ready: from here on the page answers. */
export function PageStart(): null {
  useEffect(() => {
    holdRouteChunks();
    keepOfflinePage();
    loadPicturesForPrint();
    document.documentElement.dataset.ready = '';
    const pressed = window.airwaveEarly?.end();
    if (pressed?.isConnected) pressed.click();
  }, []);
  return null;
}
