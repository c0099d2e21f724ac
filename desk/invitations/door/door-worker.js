/*
 * The service worker of the door list. Its scope is that page: it answers with the kept document when the network does
 * not, and with kept assets, whose names contain a hash of their content. Calls pass. `shell.ts` fills the cache.
 */
const CACHE = 'door';
const DOCUMENT = '/door-document';
const TIMEOUT_MS = 5000;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

async function documentOf(request) {
  try {
    const reply = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (reply.ok) return reply;
    return (await caches.match(DOCUMENT, { cacheName: CACHE })) ?? reply;
  } catch (error) {
    const kept = await caches.match(DOCUMENT, { cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}

async function assetOf(request) {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const reply = await fetch(request);
  // What is drawn later, such as a font, is kept as well, unless the shell was forgotten at log-out.
  if (reply.ok && (await caches.has(CACHE))) await (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(documentOf(request));
  else if (request.method === 'GET' && origin === location.origin && pathname.startsWith('/assets/'))
    event.respondWith(assetOf(request));
});
