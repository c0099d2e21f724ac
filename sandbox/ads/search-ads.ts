import { ADVERTISERS, turnOf, type Advertiser } from './advertisers.ts';
import { clickUrl } from './creatives.ts';
import { misbehaviourOf, type Misbehaviour } from './misbehaviour.ts';
import { escaped } from './read-body.ts';

/** A request of the text advertisement tag. */
export interface SearchQuestion {
  publisher: string;
  query: string;
  most: number;
  page: string;
  misbehaviour: Misbehaviour | null;
}

const MAX_ADS = 4;
const STYLE =
  "html,body{margin:0;height:100%}body{font:15px/1.45 'PingFang HK','Noto Sans HK','Noto Sans CJK HK',sans-serif;color:#14110e;background:#f6f3ee}ul{margin:0;padding:0;list-style:none;height:100%;display:grid;grid-auto-rows:1fr}li{padding:6px 14px;overflow:hidden;border-top:1px solid #d9d3c9}a{display:block;font-size:17px;font-weight:700;color:#1b3f8b;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}span{display:block;font-size:13px;color:#55504a}p{margin:0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}";

export function readSearchQuestion(query: URLSearchParams): SearchQuestion | null {
  const publisher = query.get('client') ?? '';
  const words = (query.get('q') ?? '').trim().slice(0, 200);
  const most = Number(query.get('num') ?? '2');
  const page = (query.get('url') ?? '').slice(0, 2_000);
  if (!/^pub-[0-9]{16}$/.test(publisher) || words === '') return null;
  const number = Number.isInteger(most) && most >= 1 ? Math.min(most, MAX_ADS) : 2;
  return { publisher, query: words, most: number, page, misbehaviour: misbehaviourOf(page, words) };
}

/** Neighbours in the list, so that no advertiser appears twice. */
function turnsOf({ query, most }: SearchQuestion): Advertiser[] {
  const first = ADVERTISERS.indexOf(turnOf(query));
  return Array.from({ length: most }, (_, at) => ADVERTISERS[(first + at) % ADVERTISERS.length]!);
}

function adMarkup(advertiser: Advertiser, { query }: SearchQuestion, base: string): string {
  const { name, slogan, domain, press } = advertiser;
  const href = escaped(clickUrl(base, advertiser, `${advertiser.id}-text`));
  const words = `搵「${query.slice(0, 40)}」嘅人都嚟過${name}。${press}。`;
  return `<li><a href="${href}" target="_blank" rel="noopener sponsored">${escaped(`${name}：${slogan.join('，')}`)}</a><span>示範廣告 · ${escaped(domain)}</span><p>${escaped(words)}</p></li>`;
}

/** Text advertisements for a search: their number, and a document that shows them. */
export function searchAds(question: SearchQuestion | null, base: string): { count: number; html: string } {
  if (question === null || question.misbehaviour === 'empty') return { count: 0, html: '' };
  const ads = turnsOf(question).map((each) => adMarkup(each, question, base));
  return {
    count: ads.length,
    html: `<!doctype html><html lang="zh-Hant-HK"><meta charset="utf-8"><title>廣告</title><style>${STYLE}</style><ul>${ads.join('')}</ul></html>`,
  };
}

/**
 * Browser half: the part of Google's API for search advertisements that frames use. Its documents have no scripts and
 * navigate only on a click.
 */
export const searchTagScript = (base: string): string => `(() => {
  async function fill(page, block) {
    const query = new URLSearchParams({ client: page.pubId, q: page.query, num: block.number, url: page.resultsPageBaseUrl });
    const tell = (isLoaded) => block.adLoadedCallback && block.adLoadedCallback(block.container, isLoaded, false, '');
    let told = { count: 0 };
    try {
      const reply = await fetch(${JSON.stringify(base)} + '/afs/ads?' + query, { credentials: 'omit' });
      if (reply.ok) told = await reply.json();
    } catch {}
    const element = document.getElementById(block.container);
    if (!element || !told.count) return tell(false);
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    frame.title = '\\u5ee3\\u544a';
    frame.style.cssText = 'border:0;display:block;width:100%;height:100%';
    frame.srcdoc = told.html;
    frame.addEventListener('load', () => tell(true), { once: true });
    element.replaceChildren(frame);
  }
  window._googCsa = (kind, page, ...blocks) => {
    if (kind === 'ads') for (const block of blocks) void fill(page, block);
  };
})();
`;
