import { useEffect } from 'react';

declare global {
  interface Window {
    /** Left by the script that starts all others (`deferred-scripts.server.ts`). Ends the watch for early presses: the last. */
    airwaveEarly?: { end(): HTMLElement | null };
  }
}

/** Comes last on every page, so that all others are ready: from here on the page answers. */
export function PageStart(): null {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    const pressed = window.airwaveEarly?.end();
    if (pressed?.isConnected) pressed.click();
    // What nobody waits for comes after; where it cannot be had, the browser does what it always did.
    void import('#app/components/idle/page-rest.ts').then(
      ({ beginRest }) => beginRest(),
      () => undefined,
    );
  }, []);
  return null;
}
