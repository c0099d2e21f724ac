import { ADVERTISERS } from './advertisers.ts';
import type { LoggedRequest } from './request-log.ts';
import { MISBEHAVIOURS } from './misbehaviour.ts';
import { escaped } from './read-body.ts';

const SIZES = ['320x50', '320x100', '300x250', '300x600', '160x600', '728x90', '970x90', '970x250'];
const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#14110e}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ddd8d0}td:last-child{overflow-wrap:anywhere}code{background:#f0ede8;padding:0 .3em}img{max-width:100%;height:auto;margin:.3rem}h1{border-top:2px solid}';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-Hant-HK"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style><h1>${escaped(title)}</h1>${body}`;

/** Explains the ad world and its misbehaviour values, and lists recent requests. */
export function worldPage(asked: readonly LoggedRequest[], base: string): string {
  const misbehaviour = Object.entries(MISBEHAVIOURS)
    .map(([name, does]) => `<tr><th><code>?ad=${name}</code><td>${escaped(does)}</tr>`)
    .join('');
  const rows = asked
    .map(({ at, what, words }) => `<tr><td>${at.slice(11, 23)}<td>${escaped(what)}<td>${escaped(words)}</tr>`)
    .join('');
  const drawn = SIZES.map(
    (size, at) =>
      `<img src="${base}/creative/${ADVERTISERS[at % ADVERTISERS.length]?.id ?? ''}/${size}.svg" alt="${size}" loading="lazy">`,
  ).join('');
  return page(
    '示範廣告世界',
    `<p>Stand-in for external services: bidders (<code>/openrtb2/auction</code>, <code>/client-bidder/bid</code>), their sync, the ad server with its tag (<code>/tag/js/gpt.js</code>, <code>/gampad/ads</code>) and videos (<code>/vast</code>). All advertisers are fictitious.</p><h2>Misbehaviour values</h2><p>Append one to the URL of a page of the site, or use it as a keyword of an ad slot.</p><table>${misbehaviour}</table><h2>Recent requests</h2><table>${rows || '<tr><td>None yet.</tr>'}</table><h2>Creatives</h2>${drawn}`,
  );
}

/** Landing page of a click. */
export function landingPage(id: string): string | null {
  const advertiser = ADVERTISERS.find((one) => one.id === id);
  if (!advertiser) return null;
  return page(
    advertiser.name,
    `<p>${escaped(advertiser.slogan.join('，'))}。</p><p>呢間係示範廣告嘅虛構廣告客戶，並無此店。</p>`,
  );
}
