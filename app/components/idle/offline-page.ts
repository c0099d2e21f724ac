import { paths } from '#app/paths.ts';

/** Lets the browser keep the offline page once this page is at rest. Where it cannot, it explains itself as ever. */
export function keepOfflinePage(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const keep = () => void navigator.serviceWorker.register(paths.serviceWorker()).catch(() => undefined);
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(keep);
  else setTimeout(keep);
}
