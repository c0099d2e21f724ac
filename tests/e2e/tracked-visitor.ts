import type { Browser, BrowserContext, Page } from 'playwright-core';
import { siteUrl } from '#tests/setup/browser.ts';

// A visitor whose pages report to the test instead of the station.

export interface Report {
  seq: number;
  tracking_type?: number;
  heard?: [fromTs: number, toTs: number, positionTs: number][];
  [member: string]: unknown;
}
export interface Call {
  path: string;
  reports: Report[];
  batch: { session: string; sent_ts: number };
  player_stats_json: Record<string, unknown> | undefined;
}

const CALLS = ['**/tracking', '**/tracking/*', '**/v2/tracking/live'];

export function readCall(url: string, text: string | null): Call {
  const { batch, player_stats_json, ...rest } = JSON.parse(text ?? '{}') as Record<string, unknown>;
  return {
    path: new URL(url).pathname,
    reports: Object.values(rest).flat() as Report[],
    batch: batch as Call['batch'],
    player_stats_json: player_stats_json as Call['player_stats_json'],
  };
}

/** A browser with the cookie bar answered, and the reports of its pages; `answer` may simulate a broken connection. */
export async function trackedVisitor(
  browser: Browser,
  consent: string,
  answer: () => number | 'cut' = () => 200,
): Promise<{ context: BrowserContext; taken: Call[]; page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ baseURL: siteUrl(), viewport: { width: 1280, height: 800 } });
  const answered = { cookie_consent: consent, archive_offer: '1' };
  await context.addCookies(Object.entries(answered).map(([name, value]) => ({ name, value, url: siteUrl() })));
  await context.addInitScript(countHeard);
  const taken: Call[] = [];
  for (const call of CALLS)
    await context.route(call, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const status = answer();
      if (status === 'cut') return route.abort('internetdisconnected');
      if (status === 200) taken.push(readCall(route.request().url(), route.request().postData()));
      await route.fulfill({ status, contentType: 'text/plain', body: '' });
    });
  // The token as delivered by the state call.
  await context.route('**/api/user/state', async (route) => {
    const reply = await route.fetch();
    const told = (await reply.json()) as { response: object };
    const token = route.request().headers()['x-visitor'] === undefined ? null : 'v1.signed-by-the-station';
    await route.fulfill({ response: reply, json: { ...told, response: { ...told.response, tracking_token: token } } });
  });
  const close = async () => {
    // An answer that is still awaited would be of a context that is gone.
    await context.unrouteAll({ behavior: 'wait' });
    await context.close();
  };
  return { context, taken, page: await context.newPage(), close };
}

export const media = '[data-player-media]';

/** As when the tab is covered by another, or the phone is put away. */
export const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  });

declare global {
  interface Window {
    /** Seconds that any media of the page has advanced by itself. */
    heardSeconds?: () => number;
  }
}

/** Counts playback by the media's own clock: jumps, such as reopening a stream, do not count. */
function countHeard(): void {
  let sum = 0;
  let media: HTMLMediaElement | null = null;
  let last = { at: 0, nowMs: 0 };
  const look = () => {
    if (media === null) return sum;
    const next = { at: media.currentTime, nowMs: performance.now() };
    const moved = next.at - last.at;
    if (moved > 0 && moved < (next.nowMs - last.nowMs) / 1000 + 0.5) sum += moved;
    last = next;
    return sum;
  };
  document.addEventListener(
    'timeupdate',
    ({ target }) => {
      if (!(target instanceof HTMLMediaElement)) return;
      if (target !== media) last = { at: target.currentTime, nowMs: performance.now() };
      media = target;
      look();
    },
    true,
  );
  window.heardSeconds = look;
}

export const clocks = (page: Page) =>
  page.evaluate(() => ({ wallMs: Date.now(), heardS: window.heardSeconds?.() ?? Number.NaN }));

type MediaChange = 'mute' | 'unmute' | 'pause' | 'play';
/**
 * Changes the player and returns the time of the change: measured between two calls, it would depend on the load of the
 * machine.
 */
export const setMedia = (page: Page, what: MediaChange) =>
  page.evaluate(
    ([of, to]) => {
      const element = document.querySelector<HTMLMediaElement>(of)!;
      const then = { wallMs: Date.now(), heardS: window.heardSeconds?.() ?? Number.NaN };
      if (to === 'pause') element.pause();
      else if (to === 'play') void element.play();
      else element.muted = to === 'mute';
      return then;
    },
    [media, what] as const,
  );

export const spansOf = (calls: readonly Call[]) =>
  calls.flatMap(({ reports }) => reports.flatMap(({ heard = [] }) => heard));
/** Seconds of spans within a time span. */
export const within = (spans: ReturnType<typeof spansOf>, fromMs: number, toMs: number) =>
  spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, toMs / 1000) - Math.max(from, fromMs / 1000)), 0);
