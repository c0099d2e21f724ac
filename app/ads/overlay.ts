import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { adsText } from '#app/text/zh-hk/ads.ts';
import type { AdSize } from '#domain/ads/ad-slots.rules.ts';
import styles from './dress.module.css';

/** Closed once it stays away for as long as the document is there. */
let isClosed = false;

/** The place over the page, above the player. It has no room of its own until something is in it; the foot of the page then has. */
export function openOverlay([widthPx, heightPx]: AdSize): { element: HTMLElement; close: () => void } | null {
  if (isClosed) return null;
  const element = document.createElement('aside');
  element.className = styles.overlay ?? '';
  element.dataset.adOverlay = '';
  element.dataset.noPrint = '';
  element.hidden = true;
  element.setAttribute('aria-label', adsText.label);
  element.style.setProperty('--overlay-size', `${widthPx}px`);
  element.style.minHeight = `${heightPx}px`;
  document.body.append(element);
  let release: (() => void) | undefined;
  const shown = new MutationObserver(() => {
    release?.();
    release = element.hidden ? undefined : reserveBottomInset('overlay', element);
  });
  shown.observe(element, { attributeFilter: ['hidden'] });
  return {
    element,
    close: () => {
      shown.disconnect();
      release?.();
      element.remove();
    },
  };
}

export const keepOverlayClosed = (): void => {
  isClosed = true;
};
