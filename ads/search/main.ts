import { readSearchAdOrder, MAX_SEARCH_ADS, type SearchAdOrder, type SearchAdWord } from '#shared/ads/search-ad.ts';
import { frameConfig } from '../frame/frame-config.ts';
import { agreesToAds } from '../frame/messages.ts';
import { pagePort } from '../frame/page-port.ts';

// The frame of text ads for a search, by the API of Google's AdSense for Search: `_googCsa('ads', page, block)`. The
// seller decides which keywords have ads; the frame isolates its code.

type Csa = (
  kind: 'ads',
  page: { pubId: string; query: string; adsafe: string; hl: string; resultsPageBaseUrl: string; ivt: boolean },
  block: {
    container: string;
    number: number;
    width: string;
    adLoadedCallback: (name: string, isLoaded: boolean) => void;
  },
) => void;
declare global {
  interface Window {
    _googCsa?: Csa;
  }
}

const CONTAINER = 'ads';
/** Timeout for the tag, its request and its response. */
const DECIDE_MS = 8_000;

const config = frameConfig();
const port = await pagePort('search', config);
const say = (word: SearchAdWord) => port.postMessage(word);

function loadTag(src: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => fail(new Error('the search tag did not load')));
    document.head.append(script);
  });
}

async function ask({ publisher, query, url }: SearchAdOrder): Promise<boolean> {
  const box = document.createElement('div');
  box.id = CONTAINER;
  box.style.height = '100vh';
  document.body.append(box);
  await loadTag(config.searchTagUrl);
  return new Promise((done) => {
    window._googCsa?.(
      'ads',
      // Not personalised: the search query is enough.
      { pubId: publisher, query, adsafe: 'high', hl: 'zh-TW', resultsPageBaseUrl: url, ivt: false },
      {
        container: CONTAINER,
        number: MAX_SEARCH_ADS,
        width: '100%',
        adLoadedCallback: (_name, isLoaded) => done(isLoaded),
      },
    );
  });
}

port.onmessage = async ({ data }: MessageEvent) => {
  const order = readSearchAdOrder(data);
  if (!order) return;
  port.onmessage = null;
  const tooLate = new Promise<false>((done) => setTimeout(() => done(false), DECIDE_MS));
  const asked = agreesToAds(order.consent) && config.searchTagUrl ? ask(order) : Promise.resolve(false);
  const isShown = await Promise.race([asked.catch(() => false), tooLate]);
  say({ type: isShown ? 'shown' : 'empty' });
  // For a cross-origin frame, the only sign of a click is that it receives focus.
  if (isShown)
    window.addEventListener('blur', () =>
      setTimeout(() => document.activeElement instanceof HTMLIFrameElement && say({ type: 'clicked' })),
    );
};
