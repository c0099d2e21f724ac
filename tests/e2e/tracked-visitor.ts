import type { Browser, BrowserContext, Page } from 'playwright-core';
import { siteUrl } from '#tests/setup/browser.ts';

// A visitor whose pages report to the test in the station's place.

export interface Report {
  seq: number;
  tracking_type?: number;
  heard?: [fromTs: number, toTs: number, positionTs: number][];
  [member: string]: unknown;
}
export interface Call {
  path: string;
  reports: Report[];
  batch: { session: string; sent_ts: number; token?: string };
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

/** A browser that has answered the cookie bar, and what its pages reported; `answer` may say that the line is cut. */
export async function trackedVisitor(
  browser: Browser,
  consent: string,
  answer: () => number | 'cut' = () => 200,
): Promise<{ context: BrowserContext; taken: Call[]; page: Page }> {
  const context = await browser.newContext({ baseURL: siteUrl(), viewport: { width: 1280, height: 800 } });
  const answered = { cookie_consent: consent, archive_offer: '1' };
  await context.addCookies(Object.entries(answered).map(([name, value]) => ({ name, value, url: siteUrl() })));
  const taken: Call[] = [];
  for (const call of CALLS)
    await context.route(call, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const status = answer();
      if (status === 'cut') return route.abort('internetdisconnected');
      if (status === 200) taken.push(readCall(route.request().url(), route.request().postData()));
      await route.fulfill({ status, contentType: 'text/plain', body: '' });
    });
  // The token as the state call brings it.
  await context.route('**/api/user/state', async (route) => {
    const reply = await route.fetch();
    const told = (await reply.json()) as { response: object };
    const token = route.request().headers()['x-visitor'] === undefined ? null : 'v1.signed-by-the-station';
    await route.fulfill({ response: reply, json: { ...told, response: { ...told.response, tracking_token: token } } });
  });
  return { context, taken, page: await context.newPage() };
}

export const media = '[data-player-media]';

/** As when another tab comes before it, or the telephone is put away. */
export const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  });

export const clocks = (page: Page) =>
  page.evaluate(
    (of) => ({ wallMs: Date.now(), heardS: document.querySelector<HTMLMediaElement>(of)!.currentTime }),
    media,
  );

export const spansOf = (calls: readonly Call[]) =>
  calls.flatMap(({ reports }) => reports.flatMap(({ heard = [] }) => heard));
/** Seconds of spans that lie within a stretch. */
export const within = (spans: ReturnType<typeof spansOf>, fromMs: number, toMs: number) =>
  spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, toMs / 1000) - Math.max(from, fromMs / 1000)), 0);
