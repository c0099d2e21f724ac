import type { BrowserContext } from 'playwright-core';
import { siteUrl } from '#tests/setup/browser.ts';

/** Behaviour of a test's frames by slot name; `usual` for all others. */
export type StandInPlan = Record<
  string,
  { size?: [number, number]; does?: 'fill' | 'empty' | 'drop' | 'nothing'; lateMs?: number }
>;

const BIDDING = `
const ports = new Set();
addEventListener('message', ({ data, ports: [port] }) => {
  if (!data || data.airwave !== 'port') return;
  port.onmessage = ({ data: told }) => {
    if (told.type !== 'auction') return;
    console.info('auction ' + JSON.stringify(told));
    port.postMessage({ type: 'bids', id: told.id, timedOut: ['slow'], slots: told.slots.map(({ name }) =>
      ({ name, bidder: 'demo', cpmHkd: 4.2, size: null, advertiser: 'a', targeting: { hb_pb: '4.20' }, adId: 'x' })) });
  };
});
parent.postMessage({ airwave: 'ready', kind: 'bidding' }, '*');`;

const slotScript = (plan: StandInPlan) => `
const plan = ${JSON.stringify(plan)};
addEventListener('message', ({ data, ports: [port] }) => {
  if (!data || data.airwave !== 'port') return;
  port.onmessage = ({ data: told, ports: [joined] }) => {
    if (told.type !== 'fill') return;
    console.info('fill ' + JSON.stringify({ ...told, joined: joined instanceof MessagePort }));
    const { size, does = 'fill', lateMs = 0 } = plan[told.name] ?? plan.usual ?? {};
    setTimeout(() => {
      document.body.textContent = told.name;
      if (does === 'fill') port.postMessage({ type: 'rendered', name: told.name, size: size ?? told.sizes[0],
        bidder: 'demo', advertiser: '示範廣告商', creative: 'c1', why: 'w' });
      if (does === 'empty') port.postMessage({ type: 'empty', name: told.name });
      if (does === 'drop') {
        port.postMessage({ type: 'rendered', name: told.name, size: told.sizes[0], bidder: '', advertiser: 'b', creative: '', why: '' });
        setTimeout(() => port.postMessage({ type: 'dropped', name: told.name, reason: 'bytes', advertiser: 'b' }), 100);
      }
    }, lateMs);
  };
});
parent.postMessage({ airwave: 'ready', kind: 'slot' }, '*');`;

const document = (script: string) =>
  `<!doctype html><html lang="zh-Hant-HK"><title>廣告</title><body style="margin:0;background:#cde;font:16px sans-serif"><script>${script}</script></body></html>`;

/** The advertising origin as configured in the page. */
export async function adsOrigin(): Promise<string> {
  const html = await (await fetch(siteUrl())).text();
  const [, origin] = /data-ads-from="([^"]+)"/.exec(html) ?? [];
  if (origin === undefined) throw new Error('the site of the tests knows no origin of advertising');
  return origin;
}

/** Answers for the advertising origin. Returns the requests made. */
export async function standInForAds(context: BrowserContext, plan: StandInPlan): Promise<string[]> {
  const asked: string[] = [];
  const origin = await adsOrigin();
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const script = pathname === '/bidding' ? BIDDING : pathname === '/slot' ? slotScript(plan) : '';
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: document(script) });
  });
  return asked;
}
