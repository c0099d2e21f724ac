// Serves /kept without network: the page with its files, and the sound of replays that this browser stores
// (app/downloads). Its scope is that page alone.
const PAGE = '/kept';
const SOUND = /^\/kept\/sound\/([\w-]{36})\/(list\.m3u8|\d{1,6})$/;
const SHELL = 'kept-shell';
const IV_BYTES = 12;

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function read(store, key) {
  const opening = indexedDB.open('airwave.downloads', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('downloads', { keyPath: 'id' });
    opening.result.createObjectStore('meta');
  };
  const database = await settled(opening);
  try {
    return await settled(database.transaction(store).objectStore(store).get(key));
  } finally {
    database.close();
  }
}

const missing = () => new Response(null, { status: 404 });

async function soundOf(id, file) {
  const download = await read('downloads', id);
  const clock = await read('meta', 'clock');
  const now = Math.max(Date.now(), clock?.latestMs ?? 0);
  if (!download || download.isSuspended || now >= download.expiresAtMs) return missing();
  if (file === 'list.m3u8')
    return new Response(download.playlist, { headers: { 'content-type': 'application/vnd.apple.mpegurl' } });
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('kept');
    const handle = await (await folder.getDirectoryHandle(id)).getFileHandle(file);
    const bytes = await (await handle.getFile()).arrayBuffer();
    const iv = new Uint8Array(bytes, 0, IV_BYTES);
    const sealed = new Uint8Array(bytes, IV_BYTES);
    const sound = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await read('meta', 'key'), sealed);
    return new Response(sound, { headers: { 'content-type': 'audio/mp4', 'cache-control': 'no-store' } });
  } catch {
    return missing();
  }
}

async function pageOf(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE, { cacheName: SHELL, ignoreVary: true })) ?? Response.error();
  }
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  const [, id, file] = SOUND.exec(pathname) ?? [];
  if (id) event.respondWith(soundOf(id, file));
  else if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(pageOf(request));
  // Their names change with their content.
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(pathname, { cacheName: SHELL, ignoreVary: true }).then((stored) => stored ?? fetch(request)));
});
