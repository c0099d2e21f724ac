import { adsText } from '#app/text/zh-hk/ads.ts';
import { AdEvent } from '#shared/tracking.ts';
import { readSearchAdWord, showsAdForSearch, type SearchAdOrder } from '#shared/ads/search-ad.ts';
import { SLOT_SANDBOX } from './ad-frames.ts';
import { dress } from './dress.ts';
import { meetFrame } from './meet-frame.ts';
import { watchSeen } from './viewability.ts';

/** Its name in reports. It is sold by keyword, not by size, so it is not a slot of its group. */
const SLOT_NAME = 'search-text-1';
/** For the frame, its tag and the response. */
const WAIT_MS = 10_000;

/**
 * Fills the text ad slot of a search results page from a frame of the advertising origin. A house ad is
 * shown before, and if no ads are sold for the keywords. Returns the function that removes it.
 */
export function fillSearchSlot(
  box: HTMLElement,
  { origin, consent, url, report }: { origin: string; consent: number; url: string; report: (event: AdEvent) => void },
): () => void {
  const { adForSearch: publisher = '', adQuery: query = '' } = box.dataset;
  if (!showsAdForSearch(publisher, query)) return () => undefined;
  const ended = new AbortController();
  const seller = adsText.searchSeller;
  const dressed = dress(box, () => ({ slot: SLOT_NAME, advertiser: '', creative: '', bidder: seller, why: 'search' }));
  const frame = document.createElement('iframe');
  frame.title = adsText.label;
  frame.src = `${origin}/search`;
  frame.setAttribute('sandbox', SLOT_SANDBOX);
  Object.assign(frame.style, { width: '100%', height: '100%' });
  let unwatch: (() => void) | undefined;
  const end = () => {
    clearTimeout(timer);
    ended.abort();
    unwatch?.();
    dressed.undress();
  };
  const giveUp = (event: AdEvent) => {
    end();
    report(event);
    report(AdEvent.HOUSE);
  };
  const timer = setTimeout(() => giveUp(AdEvent.ERROR), WAIT_MS);
  const first: SearchAdOrder = { type: 'search', publisher, query, url, consent };
  meetFrame(dressed.frames, {
    origin,
    first,
    signal: ended.signal,
    read: readSearchAdWord,
    onWord: ({ type }) => {
      if (type === 'clicked') return report(AdEvent.CLICK);
      if (type === 'empty') return giveUp(AdEvent.EMPTY);
      clearTimeout(timer);
      dressed.show(true);
      report(AdEvent.FILL);
      unwatch = watchSeen(frame, ({ isViewable }) => {
        if (!isViewable) return;
        unwatch?.();
        report(AdEvent.VIEWABLE);
      });
    },
  });
  report(AdEvent.REQUEST);
  dressed.frames.append(frame);
  return end;
}
