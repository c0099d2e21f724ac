import type {
  DropReason,
  FillMessage,
  FrameConfig,
  FrameSize,
  MarkupAnswer,
  SlotMessage,
} from '#shared/ads/ad-frames.ts';
import { isBlockedAd } from '#shared/ads/blocked-ads.ts';
import { agreesToAds, readMarkup, readPrebidRequest } from '../frame/messages.ts';
import { askAdServer, type Decided } from './ad-server.ts';
import { drawCreative, type Creative } from './creative-frame.ts';
import { clampSize } from './size.ts';

const ELEMENT = 'ad';
/** Timeout for the tag, its request and its response. */
const DECIDE_MS = 8_000;
/**
 * Time in which the creative may ask for the winning offer: after the decision, or at most this long after it has
 * loaded.
 */
const ASK_MS = 2_000;
const ASK_LOADED_MS = 500;
const MARKUP_MS = 3_000;

const isWithin = (source: MessageEventSource | null, top: Window): boolean => {
  let one = source as Window | null;
  for (let depth = 0; one && depth < 10 && one !== one.parent; depth++) {
    one = one.parent;
    if (one === top) return true;
  }
  return false;
};

const iuOf = ({ iu }: FillMessage, { networkCode }: FrameConfig) =>
  iu.startsWith(`${networkCode}/`) || iu === networkCode ? iu : `${networkCode}/${iu.replace(/^\/+/, '')}`;

/** Fills the slot once. Returns a function that removes everything drawn. */
export function fillAdSlot(
  fill: FillMessage,
  { config, bidding, say }: { config: FrameConfig; bidding: MessagePort | null; say: (message: SlotMessage) => void },
): () => void {
  const { name, sizes } = fill;
  const box = document.createElement('div');
  box.id = ELEMENT;
  let creative: Creative | null = null;
  let withdraw = () => {};
  let isOver = false;
  /** Whether the page was told the result. */
  let isTold = false;
  let decided: Decided | null = null;

  const remove = () => {
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    window.removeEventListener('message', hear);
    window.removeEventListener('blur', blur);
    creative?.remove();
    withdraw();
    box.remove();
  };
  const end = (message: SlotMessage) => {
    if (isOver) return;
    remove();
    say(message);
  };
  const empty = () => end({ type: 'empty', name });
  const timers = [setTimeout(() => decided || creative || empty(), DECIDE_MS)];

  /** A direct campaign of the ad server, which drew itself. */
  const tellDirect = () => {
    if (isOver || isTold || creative || !decided || decided.isEmpty) return;
    const { advertiser: payer, creative: shownId } = decided;
    if (isBlockedAd(config.blocked, payer, shownId))
      return end({ type: 'dropped', name, reason: 'blocked', advertiser: payer, creative: shownId });
    isTold = true;
    const size = clampSize(decided.size, sizes);
    clip(size);
    say({
      type: 'rendered',
      name,
      size,
      bidder: null,
      advertiser: payer,
      creative: shownId,
      why: 'direct',
    });
  };
  const clip = ([width, height]: FrameSize) => {
    box.style.cssText = `width:${width}px;height:${height}px;overflow:hidden`;
  };

  function draw({ ad, size: said, bidder, advertiser, creative: id }: MarkupAnswer): void {
    if (isOver || creative) return;
    const drop = (reason: DropReason) =>
      end({ type: 'dropped', name, reason, advertiser: advertiser || bidder, creative: id });
    if (ad === null) return drop('broken');
    // Blocked since the auction, which has a document of its own.
    if (isBlockedAd(config.blocked, advertiser, id)) return drop('blocked');
    const size = clampSize(said, sizes);
    creative = drawCreative(ad, size, {
      onDrawn: () => {
        isTold = true;
        say({ type: 'rendered', name, size, bidder, advertiser, creative: id, why: 'auction' });
      },
      onDrop: drop,
      onClick: () => say({ type: 'clicked', name }),
    });
    // The creative that asked for the markup has nothing of its own to show.
    box.hidden = true;
    document.body.append(creative.frame);
  }

  let asked = '';
  const hear = ({ data, source }: MessageEvent) => {
    if (asked || !bidding || !isWithin(source, window) || source === creative?.frame.contentWindow) return;
    const adId = readPrebidRequest(data);
    if (!adId || adId !== fill.targeting['hb_adid']) return;
    asked = adId;
    bidding.onmessage = ({ data: said }: MessageEvent) => {
      const answer = readMarkup(said, adId);
      if (answer) draw(answer);
    };
    bidding.postMessage({ type: 'markup', adId });
    timers.push(setTimeout(() => creative || empty(), MARKUP_MS));
  };
  // For a cross-origin frame, the only sign of a click is that it receives focus.
  const blur = () =>
    setTimeout(() => {
      if (isTold && !creative && document.activeElement instanceof HTMLIFrameElement) say({ type: 'clicked', name });
    });

  if (!agreesToAds(fill.consent) || !config.tagUrl) {
    queueMicrotask(empty);
    return remove;
  }
  window.addEventListener('message', hear);
  window.addEventListener('blur', blur);
  document.body.append(box);
  askAdServer({
    elementId: ELEMENT,
    tagUrl: config.tagUrl,
    iu: iuOf(fill, config),
    fill,
    onDecided: (told) => {
      decided = told;
      if (told.isEmpty) empty();
      else timers.push(setTimeout(() => asked || tellDirect(), ASK_MS));
    },
    // Its message comes from another process and arrives after the load event.
    onShown: () => timers.push(setTimeout(() => asked || tellDirect(), fill.targeting['hb_adid'] ? ASK_LOADED_MS : 0)),
  }).then(
    (take) => (isOver ? take() : (withdraw = take)),
    () => empty(),
  );
  return remove;
}
