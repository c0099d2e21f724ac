import { SHELL_CACHE } from './kept.ts';
import { DECODER_URL } from './reader.ts';

// The page opens again without a network: a service worker whose scope is this page alone answers with its document.

/** Also spelled in `door-worker.js`. */
const DOCUMENT = '/door-document';

const assetsOfPage = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** Keeps the document and what it has loaded, with the decoder of codes, which the camera may need later. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  await navigator.serviceWorker.register('/door-worker.js', { scope: location.pathname });
  const reply = await fetch(location.pathname);
  const entry = document.querySelector<HTMLScriptElement>('script[type=module]');
  // After a deployment the document is of another build than what was loaded: the next visit keeps both.
  if (!reply.ok || !entry || !(await reply.clone().text()).includes(new URL(entry.src).pathname)) return;
  const cache = await caches.open(SHELL_CACHE);
  const assets = new Set([...assetsOfPage(), DECODER_URL]);
  await cache.addAll([...assets]);
  await cache.put(DOCUMENT, reply);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== DOCUMENT && !assets.has(pathname)) await cache.delete(url);
  }
}
