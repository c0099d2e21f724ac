import { createRoot } from 'react-dom/client';
import { readCookie } from '#app/cookies.ts';
import { watchOtherTabs } from '#app/player/system/single-tab.ts';
import { reportAd } from '#app/tracking/report-ad.ts';
import { CONSENT_COOKIE, ConsentPurpose, parseConsent } from '#shared/ads/consent.ts';
import { AdEvent } from '#shared/tracking.ts';
import { readVideoAdWord, VIDEO_AD, type VideoAdOrder, type VideoAdWord } from '#shared/ads/video-ad.ts';
import { askWhy } from './ask-why.ts';
import { meetFrame } from './meet-frame.ts';
import { watchSeen } from './video-ad-seen.ts';
import { VideoAdView } from './video-ad-view.tsx';
import styles from './video-ad.module.css';
import { WHY_ANSWERED } from './why-asked.ts';

export interface VideoAdAsked {
  /** Of the source whose picture the ad precedes. */
  key: string;
  volume: { level: number; muted: boolean };
  pressedAtMs: number;
  /** Aborted when something else is requested. */
  signal: AbortSignal;
}

/** What follows: the requested content, or nothing because the listener has left. */
export type AfterAd = 'content' | 'left';

const LOOK_EVERY_MS = 250;
/** The page with the container may still be loading. */
const SLOT_WITHIN_MS = 1_500;

const frame = () => new Promise((next) => requestAnimationFrame(next));

async function findSlotElement(key: string, untilMs: number): Promise<HTMLElement | null> {
  const name = `[data-video-slot="${CSS.escape(key)}"]`;
  for (;;) {
    const slotElement = document.querySelector<HTMLElement>(name);
    if (slotElement || performance.now() > untilMs) return slotElement;
    await frame();
  }
}

/**
 * Shows an ad in the container of a picture, in a frame of the advertising origin, and resolves when the content may
 * play: at its end, when skipped, and after three seconds without progress. Never rejects.
 */
export async function playVideoAd({ key, volume, pressedAtMs, signal }: VideoAdAsked): Promise<AfterAd> {
  const origin = document.querySelector<HTMLElement>('[data-ads-from]')?.dataset.adsFrom;
  const consent = parseConsent(readCookie(document.cookie, CONSENT_COOKIE)) ?? 0;
  if (!origin || (consent & ConsentPurpose.ADVERTISING) === 0) return 'content';
  const slotElement = await findSlotElement(key, pressedAtMs + SLOT_WITHIN_MS);
  if (signal.aborted) return 'left';
  if (slotElement === null) return 'content';
  const group = slotElement.dataset.adGroup ?? '';
  const slot = `${group}-video-1`;
  return new Promise((done) => {
    const ended = new AbortController();
    const box = document.createElement('div');
    box.className = styles.box ?? '';
    slotElement.append(box);
    const root = createRoot(box);
    const others = [...slotElement.children].filter((child) => child !== box);
    let started: Extract<VideoAdWord, { type: 'started' }> | null = null;
    let atSeconds = 0;
    let isHeld = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const report = (event: AdEvent, reason?: string) =>
      reportAd({
        slot,
        page_group: group,
        event,
        ...(started && { advertiser: started.advertiser, creative: started.creative }),
        ...(reason && { reason }),
      });

    const finish = (after: AfterAd, event: AdEvent, reason?: string) => {
      if (ended.signal.aborted) return;
      ended.abort();
      clearTimeout(timer);
      clearInterval(looks);
      report(event, reason);
      for (const other of others) if (other instanceof HTMLElement) other.inert = false;
      // React must not be unmounted while it renders.
      queueMicrotask(() => {
        root.unmount();
        box.remove();
        done(after);
      });
    };
    const wait = (leftMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => finish('content', AdEvent.TIMEOUT), Math.max(leftMs, 0));
    };
    const why = () => {
      isHeld = true;
      clearTimeout(timer);
      order({ type: 'pause' });
      const { advertiser = '', creative = '' } = started ?? {};
      void askWhy({ slot, advertiser, creative, bidder: '', why: 'direct' });
    };
    const goOn = () => {
      if (!isHeld) return;
      isHeld = false;
      order({ type: 'resume' });
      wait(VIDEO_AD.patienceMs);
    };
    const draw = () =>
      root.render(
        <VideoAdView
          src={`${origin}/video`}
          started={started}
          atSeconds={atSeconds}
          onSkip={() => order({ type: 'skip' })}
          onWhy={why}
        />,
      );

    const hear = (word: VideoAdWord) => {
      switch (word.type) {
        case 'started': {
          if (started) return;
          started = word;
          report(AdEvent.FILL);
          report(AdEvent.START);
          if (!volume.muted) announce();
          const held = slotElement.contains(document.activeElement);
          for (const other of others) if (other instanceof HTMLElement) other.inert = true;
          watchSeen(box, ended.signal, () => report(AdEvent.VIEWABLE));
          draw();
          wait(VIDEO_AD.patienceMs);
          // The focused element is gone.
          if (held) requestAnimationFrame(() => box.querySelector<HTMLElement>('[tabindex="-1"]')?.focus());
          return;
        }
        case 'time':
          if (!started || word.atSeconds <= atSeconds) return;
          atSeconds = word.atSeconds;
          draw();
          if (!isHeld) wait(VIDEO_AD.patienceMs);
          return;
        case 'quartile':
          return report(AdEvent.QUARTILE, String(word.quartile));
        case 'clicked':
          return report(AdEvent.CLICK);
        case 'ended':
          return finish('content', AdEvent.COMPLETE);
        case 'skipped':
          return finish('content', AdEvent.SKIP);
        case 'failed':
          return finish('content', word.fault === 'none' ? AdEvent.EMPTY : AdEvent.ERROR, word.fault);
      }
    };

    const order = meetFrame<VideoAdOrder, VideoAdWord>(box, {
      origin,
      read: readVideoAdWord,
      first: {
        type: 'play',
        url: location.href,
        volume: Math.min(volume.level, VIDEO_AD.volume),
        muted: volume.muted || volume.level === 0,
        consent,
      },
      signal: ended.signal,
      onWord: hear,
    });
    // One tab plays at a time, ads included.
    const announce = watchOtherTabs(() => finish('left', AdEvent.CLOSE), ended.signal);
    addEventListener(WHY_ANSWERED, goOn, { signal: ended.signal });
    signal.addEventListener('abort', () => finish('left', AdEvent.CLOSE), { signal: ended.signal });
    // Its page is gone, or shows something else there.
    const looks = setInterval(() => {
      if (!slotElement.isConnected || slotElement.dataset.videoSlot !== key) finish('left', AdEvent.CLOSE);
    }, LOOK_EVERY_MS);
    report(AdEvent.REQUEST);
    wait(pressedAtMs + VIDEO_AD.patienceMs - performance.now());
    draw();
  });
}
