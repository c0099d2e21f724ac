// Shows a page of the station if a document cannot be loaded. Only that page is cached: every other page comes from the
// network, so that a deployment is visible at once.
const KEPT = 'offline';
const PAGE = '/offline';
const ITS_FILES = /\/assets\/[\w.-]+\.(?:css|svg)/g;
const MARK = '?offline';
const DAY_MS = 86_400_000;

async function keepPage() {
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' });
  if (!page.ok) throw new Error(`the offline page answered ${page.status}`);
  const html = await page.text();
  const kept = await caches.open(KEPT);
  for (const file of new Set(html.match(ITS_FILES))) await kept.put(file + MARK, await fetch(file));
  const headers = ['content-type', 'content-security-policy', 'date'].map((name) => [name, page.headers.get(name) ?? '']);
  await kept.put(PAGE, new Response(html.replaceAll(ITS_FILES, `$&${MARK}`), { headers }));
}

/** Its text and styles may have changed, so it is fetched again once a day. */
async function renewPage() {
  const page = await caches.match(PAGE);
  if (!page || Date.now() - Date.parse(page.headers.get('date')) > DAY_MS) await keepPage();
}

async function documentOf(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(renewPage().catch(() => undefined));
    return response;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(keepPage());
});
addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([registration.navigationPreload?.enable(), clients.claim()]));
});
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, search } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(documentOf(event));
  else if (search === MARK) event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
});

// Notifications (domain/push). A message that arrives again, or has the same tag, replaces the one shown.
async function show({ id, title, body, path, tag, stop }) {
  const former = await registration.getNotifications({ tag });
  const isAgain = former.some(({ data }) => data.id === id);
  await registration.showNotification(title, {
    body,
    tag,
    lang: 'zh-HK',
    icon: '/icon-192.png',
    renotify: former.length > 0 && !isAgain,
    silent: isAgain,
    data: { id, path, stop },
    actions: stop ? [{ action: 'stop', title: stop.words }] : [],
  });
}

async function openPage(path) {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href);
  await (page ? page.focus() : clients.openWindow(href));
}

async function stopKind(notification) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token: notification.data.stop.token });
  const reply = await fetch('/api/push/stop', { method: 'POST', headers, body });
  // Without network it stays, to be pressed again.
  if (reply.ok || reply.status === 404) notification.close();
}

addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  if (action === 'stop') return event.waitUntil(stopKind(notification));
  notification.close();
  event.waitUntil(openPage(notification.data.path));
});
