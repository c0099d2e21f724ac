import { isBlockedAd, type BlockedAds } from '#shared/ads/blocked-ads.ts';
import { ConsentPurpose } from '#shared/ads/consent.ts';
import {
  VIDEO_AD,
  readVideoAdOrder,
  type VideoAdFault,
  type VideoAdOrder,
  type VideoAdWord,
} from '#shared/ads/video-ad.ts';
import { VASTTracker } from '../libraries/vast-client.ts';
import { readVast, type LinearCreative, type VideoAd } from './read-vast.ts';

// The frame of a video ad, at `{ADS}/video`: requests a VAST document, plays its video, reports views to the advertiser
// and progress to the page. The page controls the buttons beside the picture and when the content plays.

const TELL_EVERY_MS = 250;
/** Set by script, because the frame's policy allows no other styles. */
const WHOLE = { position: 'absolute', inset: '0', width: '100%', height: '100%', display: 'block' };
const QUARTERS = [1, 2, 3] as const;

interface Config {
  pages?: readonly string[];
  vastUrl?: string;
  blocked?: BlockedAds;
}

const config = JSON.parse(document.documentElement.dataset['config'] ?? '{}') as Config;

/** Resolves with the port the page sends in answer to our first message. */
function pagePort(): Promise<MessagePort> {
  return new Promise((done) => {
    const hear = (event: MessageEvent) => {
      const said = event.data as { airwave?: unknown } | null;
      const [port] = event.ports;
      if (event.source !== window.parent || !config.pages?.includes(event.origin)) return;
      if (said?.airwave !== 'port' || !port) return;
      window.removeEventListener('message', hear);
      done(port);
    };
    window.addEventListener('message', hear);
    window.parent.postMessage({ airwave: 'ready', kind: 'video' }, '*');
  });
}

/** URL of the VAST request, with the page's URL and a random id. */
function listAddress(page: string): string {
  const address = new URL(config.vastUrl ?? '');
  address.searchParams.set('url', page);
  address.searchParams.set('id', crypto.randomUUID().slice(0, 13));
  return address.href;
}

const advertiserName = ({ advertiser, title }: VideoAd): string =>
  (typeof advertiser === 'string' ? advertiser : advertiser?.value) || title || '';

function makeVideo({ volume, muted }: Extract<VideoAdOrder, { type: 'play' }>): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.disableRemotePlayback = true;
  video.disablePictureInPicture = true;
  video.preload = 'auto';
  video.volume = volume;
  video.muted = muted;
  Object.assign(video.style, { ...WHOLE, objectFit: 'contain' });
  return video;
}

/** A click on the picture opens the advertiser's page in a new window. */
function makeLink(creative: LinearCreative, name: string, onPress: () => void): HTMLAnchorElement | null {
  const href = creative.videoClickThroughURLTemplate?.url ?? '';
  if (!/^https?:\/\//i.test(href)) return null;
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.ariaLabel = name;
  Object.assign(link.style, WHOLE);
  link.addEventListener('click', onPress);
  return link;
}

async function play(order: Extract<VideoAdOrder, { type: 'play' }>, tell: (word: VideoAdWord) => void) {
  const video = makeVideo(order);
  const chosen = await readVast(listAddress(order.url), window.innerWidth * window.devicePixelRatio);
  const { client, ad, creative } = chosen;
  const tracker = ad && creative ? new VASTTracker(client, ad as never, creative as never) : null;
  if ('fault' in chosen) {
    tracker?.errorWithCode(chosen.code);
    tell({ type: 'failed', fault: chosen.fault });
    return null;
  }
  const { skipDelay } = chosen.creative;
  // The library returns -1 if unspecified.
  const skipAfterSeconds = skipDelay === null || skipDelay < 0 ? null : Math.max(skipDelay, VIDEO_AD.skipAfterSeconds);
  const name = advertiserName(chosen.ad);
  const creativeId = chosen.creative.id ?? chosen.ad.id ?? '';
  if (isBlockedAd(config.blocked ?? [], name, creativeId)) {
    tell({ type: 'failed', fault: 'blocked' });
    return null;
  }
  let isOver = false;
  let hasStarted = false;
  let told = 0;

  const end = (word: VideoAdWord) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    video.remove();
    link?.remove();
    video.removeAttribute('src');
    video.load();
    tell(word);
  };
  const fail = (fault: VideoAdFault, code: string) => {
    if (!isOver) tracker?.errorWithCode(code);
    end({ type: 'failed', fault });
  };
  const look = () => {
    const { currentTime, duration } = video;
    if (!hasStarted || isOver) return;
    tracker?.setProgress(currentTime);
    // The VAST document may understate the duration of its video.
    if (duration > VIDEO_AD.seconds.most) return fail('length', '202');
    for (const quartile of QUARTERS)
      if (told < quartile && currentTime >= (duration * quartile) / 4) {
        told = quartile;
        tell({ type: 'quartile', quartile });
      }
    tell({ type: 'time', atSeconds: Math.min(currentTime, VIDEO_AD.seconds.most) });
  };
  const link = makeLink(chosen.creative, name, () => {
    tracker?.click();
    tell({ type: 'clicked' });
  });
  const timer = setInterval(look, TELL_EVERY_MS);
  video.addEventListener('playing', () => {
    if (hasStarted) return;
    const seconds = Number.isFinite(video.duration) ? video.duration : chosen.creative.duration;
    if (seconds < VIDEO_AD.seconds.least || seconds > VIDEO_AD.seconds.most) return fail('length', '202');
    hasStarted = true;
    tracker?.setDuration(seconds);
    tracker?.trackImpression();
    const isSkippable = skipAfterSeconds !== null && skipAfterSeconds < seconds;
    tell({
      type: 'started',
      seconds,
      skipAfterSeconds: isSkippable ? skipAfterSeconds : null,
      advertiser: name,
      creative: creativeId,
    });
    look();
  });
  video.addEventListener('ended', () => {
    tracker?.complete();
    end({ type: 'ended' });
  });
  video.addEventListener('error', () => fail('media', '401'));
  video.src = chosen.src;
  document.body.append(...(link ? [video, link] : [video]));
  video.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') fail('blocked', '400');
  });

  return (next: VideoAdOrder) => {
    if (next.type === 'pause') {
      video.pause();
      tracker?.setPaused(true);
    } else if (next.type === 'resume') {
      tracker?.setPaused(false);
      void video.play().catch(() => fail('blocked', '400'));
    } else if (next.type === 'skip' && skipAfterSeconds !== null && video.currentTime >= skipAfterSeconds - 0.5) {
      tracker?.skip();
      end({ type: 'skipped' });
    }
  };
}

async function begin(): Promise<void> {
  if (window.parent === window) return;
  Object.assign(document.body.style, { margin: '0', overflow: 'hidden', background: '#000' });
  const port = await pagePort();
  let obey: ((order: VideoAdOrder) => void) | null = null;
  let isAsked = false;
  port.onmessage = ({ data }: MessageEvent) => {
    const order = readVideoAdOrder(data);
    if (order?.type !== 'play') return order && obey?.(order);
    // One video per frame, and none without consent.
    if (isAsked) return;
    isAsked = true;
    const tell = (word: VideoAdWord) => port.postMessage(word);
    if ((order.consent & ConsentPurpose.ADVERTISING) === 0 || !config.vastUrl)
      return tell({ type: 'failed', fault: 'none' });
    play(order, tell).then(
      (obeys) => (obey = obeys),
      () => tell({ type: 'failed', fault: 'list' }),
    );
  };
}

void begin();
