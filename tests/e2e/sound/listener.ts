import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { ChannelId } from '#shared/enums.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { listenForMarks } from './ear.ts';
import { startRadioSite, type RadioSite } from './radio-site.ts';

// Actions and observations of sound tests.

export interface Listener {
  site: RadioSite;
  context: BrowserContext;
  page: Page;
  /** URLs requested by any tab. */
  requests: string[];
  /** A tab of a visitor who has answered the cookie bar and the offer. Console errors of any tab fail the test. */
  openTab: () => Promise<Page>;
}

/** A station and a browser per test file, and a listener per test; use only within a test. */
export function setUpListener(): Listener {
  let browser: Browser;
  let faults: string[] = [];
  const listener = {
    async openTab() {
      const tab = await listener.context.newPage();
      tab.on('pageerror', (error) => faults.push(error.message));
      tab.on('console', (message) => {
        // Network errors are intended in some tests; the player must not log errors of its own.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text());
      });
      tab.on('request', (request) => listener.requests.push(request.url()));
      return tab;
    },
  } as Listener;

  beforeAll(async () => {
    listener.site = await startRadioSite();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await listener.site?.stop();
  });
  beforeEach(async () => {
    faults = [];
    const { url } = listener.site;
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    const answered = { cookie_consent: '2.0', archive_offer: '1' };
    await context.addCookies(Object.entries(answered).map(([name, value]) => ({ name, value, url })));
    Object.assign(listener, { context, requests: [] });
    listener.page = await listener.openTab();
  });
  afterEach(async () => {
    await listener.context.close();
    expect(faults).toEqual([]);
  });
  return listener;
}

export const PLAYING = 1;
export const PAUSED = 2;

export const controls = (tab: Page) => tab.getByRole('group', { name: '播放控制' });
export const dial = (tab: Page) => controls(tab).getByRole('slider', { name: '節目進度' });
export const behind = (tab: Page) => tab.locator('[data-player="behind"]');

/** The player's position, ms; waits while it opens a stream and cannot know. */
export async function heardAt(tab: Page): Promise<number> {
  const told = await tab.waitForFunction(() => window.airwavePlayer?.getHeardAt() ?? 0);
  return await told.jsonValue();
}

export const waitFor = (tab: Page, state: number) =>
  tab.waitForFunction((wanted) => window.airwavePlayer?.getPlayerState() === wanted, state);

/** Whether the element's time advances. */
export async function sounds(tab: Page): Promise<boolean> {
  const time = () =>
    tab.evaluate(() => document.querySelector<HTMLMediaElement>('[data-player-media]')?.currentTime ?? 0);
  const before = await time();
  await delay(1_000);
  return (await time()) > before + 0.5;
}

export async function openLive(tab: Page, channelId: ChannelId): Promise<void> {
  await tab.goto(`/live/${channelId}`, { waitUntil: 'load' });
  await tab.waitForFunction(() => window.airwavePlayer !== undefined);
}

export async function play(tab: Page): Promise<void> {
  await controls(tab).getByRole('button', { name: '播放' }).click();
  await waitFor(tab, PLAYING);
  await heardAt(tab);
}

/** The sound is this station's, and was made when the player says. */
export async function expectSoundOf(tab: Page, channelId: ChannelId): Promise<void> {
  const heard = await listenForMarks(tab);
  expect(new Set(heard.marks.map((mark) => mark.channel))).toEqual(new Set([channelId]));
  expect(Math.abs(heard.madeAtMs - heard.shownAtMs)).toBeLessThan(1_000);
}
