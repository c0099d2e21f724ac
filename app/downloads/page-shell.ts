import { downloadsPaths } from '#app/downloads-paths.ts';

/** Stores the page and the files that it needs, so that it opens without network. */

const SHELL = 'kept-shell';
const MAX_FILES = 600;
const AT_ONCE = 6;
/** In a page, absolute; in scripts and styles also relative to `/assets/`. */
const NAMED = /(?:\/?assets\/|\.\/)([\w.-]+\.(?:js|css|svg|woff2))/g;
/** Names every file of the site, of which this page needs few. */
const MANIFEST = /^manifest-/;

const namesIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, name]) => name ?? '');

export async function storePageShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  const page = await fetch(downloadsPaths.page(), { cache: 'no-cache', credentials: 'omit' });
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  const html = await page.clone().text();
  if ((await (await shell.match(downloadsPaths.page()))?.text()) === html) return;
  const known = new Set(namesIn(html));
  let open = [...known];
  while (open.length > 0 && known.size <= MAX_FILES) {
    const texts = await Promise.all(open.splice(0, AT_ONCE).map((name) => storeFile(shell, name)));
    const found = [...new Set(texts.flatMap(namesIn))].filter((name) => !known.has(name));
    for (const name of found) known.add(name);
    open = [...open, ...found];
  }
  // Last: a page without its files would be worse than none.
  await shell.put(downloadsPaths.page(), page);
  for (const { url } of await shell.keys()) {
    const name = /\/assets\/([\w.-]+)$/.exec(url)?.[1];
    if (name !== undefined && !known.has(name)) await shell.delete(url);
  }
}

/** Returns the text in which further names are. */
async function storeFile(shell: Cache, name: string): Promise<string> {
  const path = `/assets/${name}`;
  const stored = await shell.match(path);
  const file = stored ?? (await fetch(path));
  // A name in a script may mean something else.
  if (!file.ok) return '';
  if (!stored) await shell.put(path, file.clone());
  return /\.(?:js|css)$/.test(name) && !MANIFEST.test(name) ? file.text() : '';
}
