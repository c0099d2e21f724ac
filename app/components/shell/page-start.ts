import { useEffect } from 'react';

declare global {
  interface Window {
    /**
     * Set by the script that starts all others (`deferred-scripts.server.ts`). Ends the capture of early presses and
     * returns the last.
     */
    airwaveEarly?: { end(): HTMLElement | null };
  }
}

/** Rendered last on every page, so that everything else is ready: from here on the page is interactive. */
export function PageStart(): null {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    const pressed = window.airwaveEarly?.end();
    if (pressed?.isConnected) pressed.click();
    // Non-urgent work runs in a separate task, so that a press is answered first. If its code fails to load, the
    // browser's defaults apply.
    setTimeout(() => {
      void import('#app/components/deferred/page-rest.ts').then(({ beginRest }) => beginRest()).catch(() => undefined);
    });
  }, []);
  return null;
}
