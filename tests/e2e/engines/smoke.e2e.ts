import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadsPaths } from '#app/downloads-paths.ts';
import { calls, paths } from '#app/paths.ts';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { hasEngine } from '#tests/setup/engines.ts';
import { freePort, startSite, type Site } from '#tests/setup/site.ts';
import { buildIfStale } from '../../../scripts/build.ts';
import { openGecko } from './gecko.ts';
import { openSecureDoor } from './secure-door.ts';
import { KEYS, startSilentSpeaker, temporaryFolder, until, type Tab } from './tab.ts';
import { openWebKit } from './webkit.ts';

// A listener's first actions in the other browser engines. Everything else is tested in Chromium.

const PRESS_AGAIN_MS = 5_000;
const ENGINES = [
  { name: 'Gecko', open: openGecko },
  { name: 'WebKit', open: openWebKit },
] as const;
const here = ENGINES.filter(({ name }) => hasEngine(name));

const PLAYING = 1;
const PAGES = [paths.home(), paths.programs(), paths.timetableList(903), paths.live(903)];

let site: Site;
let url: string;
const ends: (() => Promise<void> | void)[] = [];
let speaker: { server: string };

beforeAll(async () => {
  if (here.length === 0) return;
  await buildIfStale(() => undefined);
  const folder = temporaryFolder();
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  url = `https://localhost:${port}`;
  site = await startSite({ seeded: true, env: { SITE_URL: url } });
  ends.push(() => site.close());
  ends.push(await openSecureDoor(folder, port, site.port));
  const started = await startSilentSpeaker(folder);
  ends.push(started.end);
  speaker = started;
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

describe.each(ENGINES)('$name', ({ name, open }) => {
  const isHere = here.some((engine) => engine.name === name);
  if (!isHere) console.warn(`${name} is not on this machine: its tests are skipped.`);
  const test = it.skipIf(!isHere);
  let tab: Tab;

  beforeAll(async () => {
    if (!isHere) return;
    const folder = temporaryFolder();
    tab = await open(folder, speaker.server);
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    // A visitor who has answered the cookie bar and the offer.
    await tab.go(`${url}/robots.txt`);
    await tab.run(() => {
      for (const cookie of ['cookie_consent=2.0', 'archive_offer=1']) document.cookie = `${cookie}; path=/`;
    });
  });
  afterAll(async () => {
    await tab?.close();
  });

  const visit = async (path: string) => {
    await tab.go(url + path);
    await until(() => tab.run(() => 'ready' in document.documentElement.dataset), `an answer of ${path}`);
  };
  /** Middle of the visible element matching a selector, if nothing covers it. */
  const middleOf = (selector: string) =>
    tab.run((wanted: string) => {
      const element = [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.checkVisibility());
      if (!element) return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const [middle, centre] = [x + width / 2, y + height / 2];
      // Whatever covers it, such as the loading state of a page, would receive the click.
      return element.contains(document.elementFromPoint(middle, centre)) ? { x: middle, y: centre } : null;
    }, selector);
  /** Clicks it, once it is there. */
  const press = async (selector: string) => {
    const { x, y } = await until(() => middleOf(selector), selector);
    await tab.press(x, y);
  };
  /**
   * Presses until it has worked. A press goes to where the button was when it was looked for, which may be elsewhere by
   * then on a busy machine.
   */
  const pressUntil = async (selector: string, hasWorked: () => Promise<boolean>, what: string) => {
    let pressedMs = 0;
    await until(async () => {
      if (await hasWorked()) return true;
      const at = Date.now() - pressedMs > PRESS_AGAIN_MS ? await middleOf(selector) : null;
      if (at) {
        pressedMs = Date.now();
        await tab.press(at.x, at.y);
      }
      return false;
    }, what);
  };
  const write = async (field: string, text: string) => {
    await press(`[name=${field}]`);
    await tab.keys(...text.split(''));
  };
  const heard = () =>
    tab.run(() => ({
      state: window.airwavePlayer?.getPlayerState() ?? -1,
      atMs: window.airwavePlayer?.getHeardAt() ?? 0,
      timeS: document.querySelector<HTMLMediaElement>('[data-player-media]')?.currentTime ?? 0,
    }));
  /** The player reports playing, and the element's clock advances. */
  const sounds = async () => {
    const before = await heard();
    return until(async () => {
      const now = await heard();
      return now.state === PLAYING && now.timeS !== before.timeS && now.atMs > 0 ? now : null;
    }, 'sound');
  };

  test('draws pages that fit a phone and a desktop', async () => {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await tab.resize(width, height);
      for (const path of PAGES) {
        await visit(path);
        const { room, needed, cropped } = await tab.run(() => ({
          room: document.documentElement.clientWidth,
          needed: document.documentElement.scrollWidth,
          // Pictures in tables are not cropped.
          cropped: [...document.querySelectorAll<HTMLImageElement>('main table img')].flatMap((image) => {
            const { width: seen, height: high } = image.parentElement?.getBoundingClientRect() ?? image;
            const [drawn, tall] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
            return Math.abs(high / seen - tall / drawn) > 0.1 ? [`${seen} by ${high}`] : [];
          }),
        }));
        expect({ path, width: needed, cropped }).toEqual({ path, width: room, cropped: [] });
      }
    }
  });

  it.skipIf(!isHere || name !== 'WebKit')('sets nothing apart that it would draw over', async () => {
    await visit('/');
    const spacing = await tab.run(() => getComputedStyle(document.body).getPropertyValue('text-autospace'));
    expect(['no-autospace', '']).toContain(spacing);
  });

  test('plays, goes back, and plays on through navigation', async () => {
    await visit('/live/881');
    expect(await tab.run(() => window.airwavePlayer?.getPlayerState())).toBe(-1);
    await press('fieldset [aria-label="播放"]');
    const live = await sounds();
    const liveBehindMs = Date.now() - live.atMs;
    await tab.run(() => document.querySelector<HTMLElement>('fieldset [role=slider][aria-label="節目進度"]')?.focus());
    await tab.keys(KEYS.left, KEYS.left, KEYS.left);
    await until(() => tab.run(() => document.querySelector('[data-player="behind"]') !== null), 'the past');
    // Compared with the clock: sound continues meanwhile.
    const past = await sounds();
    expect(Date.now() - past.atMs).toBeGreaterThan(liveBehindMs + 15_000);
    await tab.run(() => {
      Object.assign(window, { samePage: true });
    });
    await press('nav[aria-label="主導覽"] a[href="/program"]');
    await until(() => tab.run(() => location.pathname === '/program'), 'the list of programmes');
    await sounds();
    expect(await tab.run(() => 'samePage' in window)).toBe(true);
    await pressUntil('[data-player] [aria-label="暫停"]', async () => (await heard()).state !== PLAYING, 'silence');
  });

  test('logs a member in', async () => {
    const [plain] = memberFixtures;
    await visit(paths.login());
    await write('email', plain?.email ?? '');
    await write('password', DEMO_PASSWORD);
    await until(
      () => tab.run(() => document.querySelector<HTMLInputElement>('[name=turnstileToken]')?.value !== ''),
      'the bot check',
    );
    await press('main form button[type=submit]');
    const isMember = async (state: string) => {
      const { response } = (await (await fetch(state)).json()) as { response: { user: unknown } };
      return response.user !== null;
    };
    await until(() => tab.run(isMember, calls.userState()), 'a session');
  });

  test('stores a replay and plays it from there, or says that the browser cannot', async () => {
    const asSubscriber = async (logOut: string, password: string) => {
      await fetch(logOut, { method: 'POST' });
      const body = JSON.stringify({ email: 'chikeung@demo.radio.example', password, rememberMe: false });
      const headers = { 'content-type': 'application/json' };
      const { ok } = await fetch('/api/user/login', { method: 'POST', headers, body });
      if (!ok) throw new Error('the subscriber could not log in');
      const listed = await fetch('/api/programarchives/classicarchivelist?limit=20');
      const { response } = (await listed.json()) as {
        response: { items: { program_archive_id: number; duration: number }[] };
      };
      return response.items.toSorted((a, b) => a.duration - b.duration)[0]!.program_archive_id;
    };
    const buttonOf = (words: string) => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith(words));
      button?.setAttribute('data-wanted', words);
      return button !== undefined;
    };
    const pressButton = async (words: string) => {
      await until(() => tab.run(buttonOf, words), words);
      await press(`[data-wanted="${words}"]`);
    };
    const reads = (selector: string, words: string) =>
      until(
        () =>
          tab.run(
            (wanted, part) => [...document.querySelectorAll(wanted)].some((one) => one.textContent.includes(part)),
            selector,
            words,
          ),
        words,
      );
    await visit(`/program/archives/${await tab.run(asSubscriber, calls.logOut(), DEMO_PASSWORD)}`);
    // WebKitGTK has no such storage, nor has Safari before 26.
    if (name === 'WebKit') {
      await until(async () => !(await tab.run(buttonOf, '留低喺電話')), 'a page without its button');
      await visit(downloadsPaths.page());
      return await reads('[role=alert]', '呢個瀏覽器留唔低重溫');
    }
    await until(() => tab.run(buttonOf, '留低喺電話'), 'a button to store it');
    await pressUntil('[data-wanted="留低喺電話"]', () => tab.run(buttonOf, '留低第'), 'its parts');
    await pressButton('留低第');
    await reads('[role=dialog] [role=status]', '開始留低');
    await visit(downloadsPaths.page());
    // Each step is waited for, as a busy machine takes half a minute for the whole.
    for (const percent of [1, 50, 100]) {
      const isStored = (wanted: number) =>
        document.querySelector('[data-download][data-complete]') !== null ||
        (document.querySelector('progress')?.value ?? 0) >= wanted;
      await until(() => tab.run(isStored, percent), `${percent}% of a replay`);
    }
    await until(() => tab.run(() => document.querySelector('[data-download][data-complete]') !== null), 'the whole');
    await press('[data-download] button');
    await sounds();
  });

  test('has thrown nothing that nobody caught', async () => {
    expect(await tab.faults()).toEqual([]);
  });
});
