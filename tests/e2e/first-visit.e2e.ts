import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { isRepeat, PUBLIC_PAGES } from './public-pages.ts';

// A phone's first visit: bytes loaded before play is pressed, their order, and a press before the scripts have loaded.

/** Excludes ad slots, which refill themselves. */
const SECTIONS = 'main section:not([data-ad-slot], [data-ad-slot] *)';
/** A ratchet. */
const SCRIPTS_LIMIT_BYTES = 126_900;
const STYLES_LIMIT_BYTES = 13_840;
const STYLES_LIMIT_FILES = 4;
/** Viewport sizes of laptops, tablets and phones without browser bars. */
const WINDOWS = [
  [1920, 945],
  [1440, 900],
  [1440, 700],
  [1366, 657],
  [1280, 720],
  [1280, 577],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [390, 664],
  [360, 640],
  [320, 568],
] as const;
const ASSETS = 'build/client/assets';
/** Also a ratchet: scripts of the idle moments after a page's own. */
const IDLE_SCRIPTS_LIMIT_BYTES = 11_500;

/**
 * Bytes of a script as sent, without the hashes in names of files: they compress badly, and change with each build by more
 * than a small change of a page.
 */
const bytesOf = (file: string): number =>
  brotliCompressSync(readFileSync(file, 'utf8').replaceAll(/-[\w-]{7}(?=\.(?:js|css)\b)/g, '')).length;

/** File names of scripts, each with those that it imports. */
function readImports(): Map<string, string[]> {
  return new Map(
    readdirSync(ASSETS)
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const text = readFileSync(`${ASSETS}/${name}`, 'utf8');
        return [name, [...text.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, to]) => to ?? '')];
      }),
  );
}

describe('the scripts', () => {
  it.each(['/', '/live/903', '/news', '/article/latest', '/program'])(
    '%s loads no more than it may of them before play, and no player',
    async (path) => {
      const page = await (await fetch(siteUrl() + path)).text();
      const files = new Set([...page.matchAll(/<link rel="late-module"[^>]* href="([^"]+)"/g)].map(([, file]) => file));
      expect(files.size).toBeGreaterThan(5);
      expect([...files].filter((file) => /\/(player\.controller|bar|hls|native)-/.test(file ?? ''))).toEqual([]);
      let bytes = 0;
      for (const file of files) bytes += bytesOf(`build/client${file}`);
      expect(bytes).toBeLessThanOrEqual(SCRIPTS_LIMIT_BYTES);
    },
  );

  // The bundler puts what several pages share into files of several modules. A badly chosen group in `vite.config.ts`
  // makes a small module bring the code and styles of whole pages.
  it('load the player, and no page, in the idle moments after a page', async () => {
    const page = await (await fetch(siteUrl())).text();
    const own = new Set([...page.matchAll(/<link rel="late-module"[^>]* href="\/assets\/([^"]+)"/g)].map(([, f]) => f));
    const imports = readImports();
    const late = new Set<string>();
    const add = (file: string) => {
      if (own.has(file) || late.has(file)) return;
      late.add(file);
      for (const next of imports.get(file) ?? []) add(next);
    };
    for (const file of imports.keys()) if (/^(page-rest|player\.controller)-/.test(file)) add(file);
    const names = [...late].map((file) => file.replace(/-[\w-]{7}\.js$/, ''));
    expect(names.toSorted()).toEqual(['ago', 'engines', 'file', 'page-rest', 'player.controller', 'sessions']);
    let bytes = 0;
    for (const file of late) bytes += bytesOf(`${ASSETS}/${file}`);
    expect(bytes).toBeLessThanOrEqual(IDLE_SCRIPTS_LIMIT_BYTES);
  });

  // Modules that import each other run in an unspecified order, in which a dependency may not be initialised.
  it('import each other in no ring', () => {
    const imports = readImports();
    expect([...imports.values()].flat().length).toBeGreaterThan(100);
    const done = new Set<string>();
    const ringFrom = (name: string, trail: string[]): string[] | null => {
      if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
      if (done.has(name)) return null;
      for (const next of imports.get(name) ?? []) {
        const ring = ringFrom(next, [...trail, name]);
        if (ring) return ring;
      }
      done.add(name);
      return null;
    };
    expect([...imports.keys()].map((name) => ringFrom(name, [])).find(Boolean) ?? 'no ring').toBe('no ring');
  });
});

// What the server renders and what the browser renders later name a picture alike, or it is loaded twice, and the second
// time perhaps not at all: without network, icons of what was opened since would be missing.
it('a picture or style sheet is in the build by one name', () => {
  const files = readdirSync(ASSETS).filter((name) => /\.(svg|css)$/.test(name));
  const sameThing = Object.groupBy(files, (name) => {
    const [, stem] = /^(.+)-[\w-]{7,8}\./.exec(name) ?? [];
    return `${stem} ${readFileSync(`${ASSETS}/${name}`, 'base64')}`;
  });
  expect(files.length).toBeGreaterThan(20);
  expect(Object.values(sameThing).filter((names) => names!.length > 1)).toEqual([]);
});

// Styles of member pages and other sections are not part of a public page.
describe('the styles', () => {
  const stylesOf = (page: string) =>
    [...page.slice(0, page.indexOf('</head>')).matchAll(/<link[^>]* rel="stylesheet" href="([^"#]+)/g)].map(
      ([, file]) => file ?? '',
    );

  it.each(['/', '/live/903', '/news', '/article/latest', '/program', '/timetable/881', '/search'])(
    '%s loads its own, from the head of the document, in a few small files',
    async (path) => {
      const files = stylesOf(await (await fetch(siteUrl() + path)).text());
      expect(files.length).toBeGreaterThan(0);
      expect(files.length).toBeLessThanOrEqual(STYLES_LIMIT_FILES);
      expect(files.filter((file) => /members|forms/.test(file))).toEqual([]);
      let bytes = 0;
      for (const file of files) bytes += readFileSync(`build/client${file}.br`).length;
      expect(bytes).toBeLessThanOrEqual(STYLES_LIMIT_BYTES);
    },
  );

  it('load no font, which would come late and move what stands', () => {
    const files = readdirSync(ASSETS).filter((name) => name.endsWith('.css'));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((name) => readFileSync(`${ASSETS}/${name}`, 'utf8').includes('@font-face'))).toEqual([]);
  });

  // Otherwise HTML that is not hydrated would be unstyled until something else happens to load them.
  it('of every page are those of all its HTML', async () => {
    const lacking: string[] = [];
    let modulesSeen = 0;
    const pages = PUBLIC_PAGES.filter((page) => !isRepeat(page));
    for (const [path] of pages) {
      const page = await (await fetch(siteUrl() + path)).text();
      const styles = stylesOf(page)
        .map((file) => readFileSync(`build/client${file}`, 'utf8'))
        .join('');
      const classes = [...page.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
      // Class names of a CSS module begin with its hash.
      const modules = new Set(classes.flatMap((name) => /^([\w-]{6,7}_)\w+$/.exec(name)?.[1] ?? []));
      modulesSeen += modules.size;
      for (const module of modules) if (!styles.includes(`.${module}`)) lacking.push(`${path} ${module}`);
    }
    expect(modulesSeen).toBeGreaterThan(5 * pages.length);
    expect(lacking).toEqual([]);
  });
});

describe('a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser({ pictures: true });
  });
  afterAll(() => browser.close());

  const isScript = (url: URL) => /^\/assets\/.*\.js$/.test(url.pathname);

  async function open(path: string, onScript?: Promise<'continue' | 'abort'>): Promise<Page> {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    if (onScript)
      await page.route(isScript, async (route) => ((await onScript) === 'abort' ? route.abort() : route.continue()));
    await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' });
    return page;
  }

  it.each(['/', '/live/903', '/news'])('is painted before it asks for a script: %s', async (path) => {
    const page = await open(path);
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    const [paintedAtMs, askedAtMs] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    ]);
    expect(paintedAtMs).toBeLessThanOrEqual(askedAtMs ?? Number.NaN);
    await page.context().close();
  });

  it('has what plays above the fold and the consent bar, whatever the window', async () => {
    const page = await open('/');
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const faults = await page.evaluate((lowest) => {
        const [listen, asked] = ['main [data-listen]', '[data-consent-bar]'].map((name) =>
          document.querySelector(name)!.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        const button = document.querySelector('main [data-listen]')!;
        const top = document.elementFromPoint(listen.x + listen.width / 2, listen.y + listen.height / 2);
        const picture = button.parentElement!.firstElementChild!.getBoundingClientRect();
        return [
          asked.top > 0 || 'the consent bar is not there',
          listen.bottom <= Math.min(asked.top, lowest) || `${listen.bottom} of ${asked.top}`,
          button.contains(top) || 'something lies over it',
          (listen.left >= picture.left && listen.right <= picture.right) || 'it is beside the picture',
        ].filter((fault) => fault !== true);
      }, height);
      expect(faults, `${width}x${height}`).toEqual([]);
    }
    expect(await page.locator('main [data-listen]').first().innerText()).toBe('收聽直播');
    await page.context().close();
  });

  it('plays what was pressed before its scripts were there', async () => {
    let letGo: (how: 'continue') => void = () => undefined;
    const page = await open('/', new Promise((resolve) => (letGo = resolve)));
    await page.locator('main [data-listen="903"]').first().click();
    expect(await page.evaluate(() => window.airwavePlayer)).toBeUndefined();
    // The page shows that it was pressed.
    const pressed = page.locator('main [data-listen="903"][data-pressed]');
    expect(await pressed.evaluate((each) => getComputedStyle(each).opacity)).toBe('0.6');
    letGo('continue');
    await page.waitForFunction(() => window.airwavePlayer?.getPlayerState() === 1);
    expect(await pressed.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  });

  it('shows what it leaves to the HTML of the server, and shows it anew when it is come back to', async () => {
    const page = await open('/');
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    const sections = () =>
      page.locator(SECTIONS).evaluateAll((all) => all.map((each) => each.querySelectorAll('a[href]').length));
    const links = await sections();
    expect(links.length).toBeGreaterThan(8);
    expect(Math.min(...links)).toBeGreaterThan(0);
    // Links outside hydration navigate within the document.
    await page.evaluate(() => (window.name = 'same document'));
    await page.locator('main a[href^="/host/"]').first().click();
    await page.waitForURL('**/host/**');
    await page.locator('header a[href="/"]').first().click();
    await page.waitForURL(`${siteUrl()}/`);
    // Most heard and on air may have changed by then, and sections are drawn one after another.
    await expect
      .poll(async () => {
        const anew = await sections();
        return { sections: anew.length, areFilled: Math.min(...anew) > 0 };
      })
      .toEqual({ sections: links.length, areFilled: true });
    expect(await page.evaluate(() => window.name)).toBe('same document');
    await page.context().close();
  });

  it('opens the menu that was asked for before its scripts were there, once', async () => {
    let letGo: (how: 'continue') => void = () => undefined;
    const page = await open('/news', new Promise((resolve) => (letGo = resolve)));
    await page.locator('header button[aria-haspopup="dialog"]').click();
    letGo('continue');
    await page.getByRole('dialog').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('follows a link that plays to its page where the scripts do not come', async () => {
    const page = await open('/', Promise.resolve('abort'));
    await page.locator('main [data-listen="903"]').first().click();
    await page.waitForURL(`${siteUrl()}/live/903`);
    await page.context().close();
  });
});
