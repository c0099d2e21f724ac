import { paths } from '#app/paths.ts';

/** Caches the offline page once this page is idle. If that fails, the browser shows its own error page. */
export function keepOfflinePage(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const keep = () => void navigator.serviceWorker.register(paths.serviceWorker()).catch(() => undefined);
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(keep);
  else setTimeout(keep);
}
