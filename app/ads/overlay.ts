import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { adsText } from '#app/text/zh-hk/ads.ts';
import type { AdSize } from '#domain/ads/ad-slots.rules.ts';
import styles from './dress.module.css';

/** Main controls of a page, which an ad must never cover. Replay lists, which have many, are excluded. */
const MAIN_CONTROLS =
  'main :is([data-player] :is(button, input, [role="slider"]), [data-listen], [data-listen-there], [data-watch], [data-recording] button, button[type="submit"]):not([data-ad-slot] *)';
/** The close button is beside the ad. */
const CLOSE_PX = 44;

/** Once closed, it stays closed for the lifetime of the document. */
let isClosed = false;

export interface Overlay {
  element: HTMLElement;
  /** Searches for controls again: lists grow, and parts of a page load later. */
  look(): void;
  close(): void;
}

/**
 * The slot over the page, above the player. It takes no space until it is filled; then the page reserves space at the
 * bottom. It hides while it would cover a control; `onClear` is called each time it no longer does.
 */
export function openOverlay([widthPx, heightPx]: AdSize, onClear: () => void): Overlay | null {
  if (isClosed) return null;
  const element = document.createElement('aside');
  element.className = styles.overlay ?? '';
  element.dataset.adOverlay = '';
  element.dataset.noPrint = '';
  element.hidden = true;
  element.setAttribute('aria-label', adsText.label);
  element.style.minHeight = `${heightPx}px`;
  document.body.append(element);
  let release: (() => void) | undefined;
  const shown = new MutationObserver(() => {
    release?.();
    release = element.hidden ? undefined : reserveBottomInset('overlay', element);
  });
  shown.observe(element, { attributeFilter: ['hidden'] });

  const under = new Set<Element>();
  const watched = new Set<Element>();
  let observer: IntersectionObserver | undefined;
  let margin = '';
  const tell = () => {
    // Not while the focus is in it.
    const isAside = under.size > 0 && !element.contains(document.activeElement);
    element.toggleAttribute('data-ad-aside', isAside);
    if (!isAside) onClear();
  };
  /** The area it takes or would take, as the observer's root margin. */
  const marginNow = () => {
    const { bottom } = element.getBoundingClientRect();
    const sidePx = Math.max(0, Math.floor((document.documentElement.clientWidth - widthPx - CLOSE_PX) / 2));
    const belowPx = Math.max(0, Math.floor(window.innerHeight - bottom));
    return `${-Math.max(0, Math.floor(bottom - heightPx))}px ${-sidePx}px ${-belowPx}px`;
  };
  const look = () => {
    const now = marginNow();
    if (now !== margin) {
      margin = now;
      observer?.disconnect();
      under.clear();
      watched.clear();
      observer = new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries)
            if (isIntersecting) under.add(target);
            else under.delete(target);
          tell();
        },
        { rootMargin: now },
      );
    }
    const controls = new Set(document.querySelectorAll(MAIN_CONTROLS));
    for (const gone of watched)
      if (!controls.has(gone)) {
        observer?.unobserve(gone);
        watched.delete(gone);
        under.delete(gone);
      }
    for (const control of controls)
      if (!watched.has(control)) {
        watched.add(control);
        observer?.observe(control);
      }
    // With watched controls the observer reports.
    if (watched.size === 0) tell();
  };
  // The height of bottom bars is set on the body, and moves it.
  const lifted = new MutationObserver(look);
  lifted.observe(document.body, { attributeFilter: ['style'] });
  window.addEventListener('resize', look);
  look();
  return {
    element,
    look,
    close: () => {
      for (const each of [shown, lifted, observer]) each?.disconnect();
      window.removeEventListener('resize', look);
      release?.();
      element.remove();
    },
  };
}

export const keepOverlayClosed = (): void => {
  isClosed = true;
};
